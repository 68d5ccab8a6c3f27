import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { eraseAction, eraseYesAction, privacy } from '../../../src/bots/commands/privacy.ts'
import { quote } from '../../../src/bots/commands/quote.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { cardTopics, liveCards } from '../../../src/store/chats/chat-tables.ts'
import {
  accounts,
  activeMembers,
  languages,
  linkedWallets,
  walletLinks,
} from '../../../src/store/people/people-tables.ts'
import { quotes, signRequests } from '../../../src/store/signing/signing-tables.ts'
import { watchTopics } from '../../../src/store/tracking/tracking-tables.ts'
import { account, createStandInServices, ON_BASE, speaker } from './stand-in-services.ts'

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
})

/** Everything that can be kept of somebody, and the id of their price. */
async function leaveTraces(name: string): Promise<void> {
  const { services, known, db, clock } = stand
  const who = account(name)
  const now = clock.now()
  const owner = `telegram:id-${name}`
  known.wallets.set(`id-${name}`, [ON_BASE])
  known.balances.set('base/usdc', 10_000_000n)
  await createAccountStore(db).remember(who, 'stand-in', `dm:${name}`, now)
  await services.people.languageChoice.choose(owner, 'de')
  await services.people.activity.spoke(who, `@${name}`, 'lobby', now)
  await quote.run('1 usdc eth', speaker(name), services)
  await tip.run('@bobby 1 usdc', speaker(name), services)
  const price = await db.select().from(quotes).where(eq(quotes.ownerAccount, owner)).get()
  const card = { surface: 'stand-in', chat: 'lobby', messageId: name, view: 'quote', shown: '{}' }
  const kept = await db
    .insert(liveCards)
    .values({ ...card, key: price?.id ?? '' })
    .returning()
    .get()
  await db
    .insert(cardTopics)
    .values({ cardId: kept.id, topic: `quote:${price?.id}` })
    .run()
  const watch = { chainUid: 'base', txHash: `0x${name}`, topic: `end:${owner}` }
  await db.insert(watchTopics).values(watch).run()
  const wallet = { id: `w-${name}`, ownerAccount: owner, family: 'evm', key: '0x1' } as const
  await db
    .insert(linkedWallets)
    .values({ ...wallet, isDefault: true, linkedAt: now })
    .run()
  const link = { id: `l-${name}`, ownerAccount: owner, nonce: 'n', createdAt: now, expiresAt: now }
  await db.insert(walletLinks).values(link).run()
}

const rows = async () => {
  const counts: Record<string, number> = {}
  for (const [name, table] of Object.entries(TABLES))
    counts[name] = (await stand.db.select().from(table).all()).length
  return counts
}
const TABLES = {
  languages,
  activeMembers,
  quotes,
  liveCards,
  cardTopics,
  watchTopics,
  linkedWallets,
  walletLinks,
  accounts,
  signRequests,
}

test('erasing takes what no money hangs on, of whoever asks and of nobody else', async () => {
  await leaveTraces('alice')
  await leaveTraces('carol')
  const before = await rows()
  expect(new Set(Object.values(before))).toEqual(new Set([2]))
  const reply = await eraseYesAction.run('', speaker('alice'), stand.services)
  expect(reply).toMatchObject({ audience: 'asker', card: { title: 'Erased' } })
  const after = await rows()
  expect(after).toEqual({
    ...Object.fromEntries(Object.keys(before).map((name) => [name, 1])),
    accounts: 2,
    signRequests: 2,
  })
  expect(await stand.services.people.languageChoice.chosen('telegram:id-carol')).toBe('de')
})

test.each([
  ['the command', () => privacy.run('', speaker('alice'), stand.services)],
  ['the command with "erase"', () => privacy.run('ERASE', speaker('alice'), stand.services)],
  ['the first button', () => eraseAction.run('', speaker('alice'), stand.services)],
])('%s erases nothing, and is for the asker alone', async (_name, run) => {
  await leaveTraces('alice')
  const before = await rows()
  expect((await run())?.audience).toBe('asker')
  expect(await rows()).toEqual(before)
})

test.each([
  { said: 'everything', fix: /\/privacy$/ },
  { said: 'delete it', fix: /\/privacy erase$/ },
])('$said behind the command is explained: $fix', async ({ said, fix }) => {
  const asked = privacy.run(said, speaker('alice'), stand.services)
  await expect(asked).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    fix: expect.stringMatching(fix),
  })
})
