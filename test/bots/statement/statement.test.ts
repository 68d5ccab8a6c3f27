import { beforeEach, expect, test } from 'vitest'

import { createStatements } from '../../../src/bots/statement/statement.ts'
import type { ReceivedClaim } from '../../../src/claims/claims.ts'
import { createVault } from '../../../src/claims/vault.ts'
import { USDC } from '../../core/sample-network.ts'
import { account, createStandInServices } from '../commands/stand-in-services.ts'
import { codeOf } from '../../claims/outcome.ts'

const ALICE = account('alice')
const MINUTE_MS = 60_000
const HASH = `0x${'1'.repeat(64)}`

let stand: ReturnType<typeof createStandInServices>
let statements: ReturnType<typeof createStatements>
const vault = createVault({ keyEncryptionKey: Buffer.alloc(32, 5) })
beforeEach(() => {
  stand = createStandInServices()
  const { services, clock } = stand
  statements = createStatements({ services, vault, now: clock.now })
})

const tokenOf = (link: string) => link.replace('https://vouch.example/export/', '')
const linesFor = async (who = ALICE) =>
  (await statements.csvOf(tokenOf(statements.linkFor(who)))).trimEnd().split('\r\n')

/** Alice signs a tip of 5 USDC to Bobby with a note. */
async function tip(note: string | undefined) {
  const { services, requestStore, clock, known } = stand
  const { id } = await services.signRequests.create({
    ownerAccount: `telegram:${ALICE.userId}`,
    ownerName: '@alice',
    operation: 'deposit',
    chain_uid: 'base',
    request: {
      amount_in: 5_250_000n,
      asset_in: { token: 'usdc', token_type: { smart: { contract_address: USDC } } },
      recipient: { social: { telegram: '@bobby' } },
    },
    note,
    senderAddress: undefined,
  })
  await requestStore.setTxHash(id, HASH, clock.now())
  known.progress.set(`base/${HASH}`, { outcome: 'completed', txId: '', hops: [] })
}

const received: ReceivedClaim = {
  claimId: '7',
  token: 'eth',
  amount: 2n * 10n ** 18n,
  senderAccount: 'telegram:id-alice',
  senderName: '@carol',
  note: 'a "gift", for you',
  recipient: { chain_uid: 'base', address: '0x1' },
  release: true,
  txHash: 'AB',
  paidAt: new Date('2026-01-01T00:05:00Z'),
}

test('holds what was signed and received, the newest first, with its worth at the time', async () => {
  const { known, priceStore, clock } = stand
  await priceStore.add(
    new Map([
      ['usdc', '1'],
      ['eth', '2500'],
    ]),
    clock.now(),
  )
  await tip('thanks')
  known.received.set(ALICE.userId, [received])
  await priceStore.add(new Map([['eth', '9999']]), new Date('2026-01-01T00:06:00Z'))
  expect(await linesFor()).toEqual([
    'time,kind,state,amount,token,usd_then,least_received,received_token,with,chain,transaction,link,note',
    `2026-01-01T00:05:00.000Z,received,completed,2,eth,5000,,,'@carol,base,AB,https://vouch.example/track/neuron/AB,"a ""gift"", for you"`,
    `2026-01-01T00:00:00.000Z,sent,completed,5.25,usdc,5.25,,,'@bobby,base,${HASH},https://vouch.example/track/base/${HASH},thanks`,
  ])
})

test('says nothing of a worth that is not known', async () => {
  await tip(undefined)
  expect((await linesFor())[1]).toContain('5.25,usdc,,')
})

test.each(['=1+1', '+1', '-1', '@sum(a1)'])('a note "%s" is no formula', async (note) => {
  await tip(note)
  expect((await linesFor())[1]).toMatch(/,'[^,]*$/)
  expect((await linesFor())[1]?.endsWith(`,'${note}`)).toBe(true)
})

test.each([
  ['thanks;=1+1', `"thanks;'=1+1"`],
  ['a; b', '"a; b"'],
  ['1 - 1', '1 - 1'],
])('a note "%s" is none either where cells end with a semicolon', async (note, cell) => {
  await tip(note)
  expect((await linesFor())[1]?.endsWith(`,${cell}`)).toBe(true)
})

test('is nobody else’s', async () => {
  await tip('thanks')
  expect(await linesFor(account('bobby'))).toHaveLength(1)
})

test.each<{ name: string; change: (token: string) => string; passesMs?: number; opens: boolean }>([
  { name: 'as it is', change: (token) => token, opens: true },
  { name: 'after ten minutes', change: (token) => token, passesMs: 10 * MINUTE_MS, opens: true },
  { name: 'later', change: (token) => token, passesMs: 10 * MINUTE_MS + 1001, opens: false },
  {
    name: "with another's name",
    change: (token) =>
      token.replace(
        /^[^.]+/,
        Buffer.from(`telegram:${account('bobby').userId}`).toString('base64url'),
      ),
    opens: false,
  },
  {
    name: 'with more time',
    change: (token) => token.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 60}.`),
    opens: false,
  },
  { name: 'cut', change: (token) => token.slice(0, -1), opens: false },
  { name: 'empty', change: () => '', opens: false },
])('a link $name opens: $opens', async ({ change, passesMs = 0, opens }) => {
  const token = tokenOf(statements.linkFor(ALICE))
  stand.clock.advanceMs(passesMs)
  const opened = await statements.csvOf(change(token)).then(() => true, codeOf)
  expect(opened).toBe(opens ? true : 'NOT_FOUND')
})
