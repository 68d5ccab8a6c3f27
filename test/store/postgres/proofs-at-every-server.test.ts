import { afterEach, beforeEach, expect, test } from 'vitest'

import { createOptOuts } from '../../../src/claims/opt-outs.ts'
import { createVault } from '../../../src/claims/vault.ts'
import { createOptOutStore } from '../../../src/store/claims/opt-out-store.ts'
import { createClaimStore } from '../../../src/store/claims/claim-store.ts'
import type { OwnDatabase } from '../../../src/store/database.ts'
import { createPassingStore } from '../../../src/store/chats/passing-store.ts'
import { passingMessages } from '../../../src/store/people/people-tables.ts'
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { makePostgres } from '../any-database.ts'
import { claimer, LIMIT, NOW } from '../claim-rows.ts'

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined }
const LATER = new Date(NOW.getTime() + 600_000)
const MOST = { perCode: 5, perClaimer: 20 }
const TRIES = [1, 2, 3, 4, 5, 6, 7, 8]

let servers: OwnDatabase[]
beforeEach(async () => {
  const { url } = await makePostgres()
  servers = []
  for (let at = 0; at < 3; at += 1)
    servers.push(await openPostgres(url, { log: QUIET, lost: () => undefined }))
  const [leader] = servers
  await leader?.lead()
})
afterEach(async () => {
  for (const server of servers) await server.close()
})

/** Does the same at every server, as often as there are tries, all at once. */
const everywhere = <Result>(ask: (server: OwnDatabase, time: number) => Promise<Result>) =>
  Promise.all(TRIES.flatMap((time) => servers.map((server) => ask(server, time))))

const waiting = claimer({ recipient: { platform: 'email', handle: 'a@example.com' } })
const code = (codeHash: string) => ({
  claimerId: waiting.id,
  recipient: 'email:@a@example.com',
  sentTo: undefined,
  codeHash,
  expiresAt: LATER,
})
const session = (tokenHash: string) => ({ tokenHash, expiresAt: LATER, proof: 'code' as const })

async function withClaimer(change = waiting) {
  const [store] = servers.map(({ db }) => createClaimStore(db))
  if (!store) throw new Error('no server')
  await store.addClaimers([change], undefined, LIMIT, () => true)
  return store
}

test('of codes that several servers are asked for at once as many are sent as may be, and the last one counts', async () => {
  const store = await withClaimer()
  const most = [{ withinMs: 60_000, most: 2 }]
  const nextAt = await everywhere(({ db, self }, time) =>
    createClaimStore(db).addCode(code(`${self} ${time}`), most, NOW),
  )
  expect(nextAt.filter((at) => at === undefined)).toHaveLength(2)
  const open = await everywhere(({ db, self }, time) =>
    createClaimStore(db).isCodeOpen(code(`${self} ${time}`), NOW),
  )
  expect(open.filter(Boolean)).toHaveLength(1)
  expect(await store.countTry(waiting.id, MOST, NOW)).toHaveProperty('codeHash')
})

test('tries of a code are counted over all servers, and it opens one session', async () => {
  const store = await withClaimer()
  await store.addCode(code('hash'), [], NOW)
  const tried = await everywhere(({ db }) => createClaimStore(db).countTry(waiting.id, MOST, NOW))
  const compared = tried.flatMap((one) => (typeof one === 'string' ? [] : [one.codeId]))
  expect(compared).toHaveLength(MOST.perCode)
  const [codeId = 0] = compared
  const used = await everywhere(({ db, self }, time) =>
    createClaimStore(db).useCode(codeId, session(`${self} ${time}`), NOW),
  )
  expect(used.filter(Boolean)).toHaveLength(1)
})

test('whichever server sends a code, it can keep that its message stays', async () => {
  const message = { surface: 'telegram', chat: '7', messageId: '1' }
  const [leader] = servers
  await leader?.db
    .insert(passingMessages)
    .values({ ...message, dueAt: NOW })
    .run()
  await everywhere(({ db }) => createPassingStore(db).forget(message))
  expect(await leader?.db.select().from(passingMessages).all()).toEqual([])
})

test('whichever server is asked, a mail from before a change of the key ends mails for good', async () => {
  const store = await withClaimer()
  const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const optOutsOf = (db: OwnDatabase['db'] | undefined, ...[key = NEW, ...oldKeys]: Buffer[]) => {
    if (!db) throw new Error('no server')
    const vault = createVault({ keyEncryptionKey: key, oldKeys })
    return createOptOuts({ store: createOptOutStore(db), claimers: store, vault, now: () => NOW })
  }
  const [leader, ...others] = servers
  const link = await optOutsOf(leader?.db, OLD).tokenFor([waiting.id])
  for (const choice of ['all', 'none', 'sender'] as const) {
    await Promise.all(others.map(({ db }) => optOutsOf(db, NEW, OLD).choose(link, choice)))
    expect(await optOutsOf(leader?.db, NEW).wantsNone(waiting.id)).toBe(choice !== 'none')
  }
})

test('a sign-in ends once, at whichever server', async () => {
  const store = await withClaimer()
  await store.addSignIn({ keyHash: 'key', claimerId: waiting.id, expiresAt: LATER }, 20, NOW)
  const taken = await everywhere(({ db }) => createClaimStore(db).takeSignIn('key', NOW))
  expect(taken.filter(Boolean)).toHaveLength(1)
})

test('of accounts that show a handle at several servers at once, what waits for it is one’s', async () => {
  const forHandle = claimer()
  const store = await withClaimer(forHandle)
  const userIds = servers.map((_, at) => `${at}`)
  const each = <Result>(ask: (db: OwnDatabase['db'], userId: string) => Promise<Result>) =>
    Promise.all(servers.map(({ db }, at) => ask(db, userIds[at] ?? '')))
  await each((db, userId) => {
    const account = { platform: 'telegram', userId, handle: 'bobby' } as const
    return createAccountStore(db).remember(account, 'telegram', undefined, NOW)
  })
  const opened = await each((db, userId) =>
    createClaimStore(db).proveClaimer(forHandle.id, userId, session(userId), 20),
  )
  const { boundUserId } = (await store.claimer(forHandle.id)) ?? {}
  expect(userIds.filter((_, at) => opened[at])).toEqual([boundUserId])
})
