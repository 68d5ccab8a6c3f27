import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import Sqlite from 'better-sqlite3'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'

import { createApi } from '../../src/api/server.ts'
import { signerRoutes } from '../../src/api/routes/signer-routes.ts'
import { approvalText, type ClaimOnChain, type SignOrder } from '../../src/claims/signer.ts'
import { readClaimDocument } from '../../src/core/claims/claim-document.ts'
import { ChainUnavailableError } from '../../src/core/terms/errors.ts'
import { createClaimKeys } from '../../src/signer/claim-keys.ts'
import { USD, type Limits } from '../../src/signer/limits.ts'
import { createSignerClient, signerStanding } from '../../src/signer/signer-client.ts'
import { openSignerLedger } from '../../src/store/claims/signer-ledger.ts'
import { createTestSigner, MASTER, NO_LIMITS } from '../claims/test-signer.ts'
import type { GenerationName } from '../../src/core/terms/network.ts'
import { ALICE_EVM, sampleNetwork, USDC } from '../core/sample-network.ts'

const SENDER = { chain_uid: 'base', address: ALICE_EVM }
const THIEF = { chain_uid: 'base', address: `0x${'6'.repeat(40)}` }
const CAPS: Limits = { ...NO_LIMITS, perClaim: 100n * USD, perHour: 150n * USD }
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS
const id = (number: number) => number.toString(16).padStart(24, '0')
const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

/** A hub with claims of so many USD, by their number, and a signer beside it. */
function withClaims(
  worths: readonly number[],
  options: {
    limits?: Limits
    dir?: string
    onRead?: () => unknown
    generation?: GenerationName
  } = {},
) {
  const { limits = CAPS, dir = ':memory:', onRead = () => undefined } = options
  const { generation = 'interface' } = options
  const keys = createClaimKeys({ master: MASTER })
  const claims = new Map<string, ClaimOnChain>()
  for (const [index, worth] of worths.entries())
    claims.set(`${index}`, {
      token: 'usdc',
      amount: BigInt(worth) * 1_000_000n,
      claimer_pubkey: keys.make(id(index)).publicKey,
      pseudo_claim_id: id(index),
      sender: SENDER,
    })
  let nowMs = Date.parse('2026-01-01T00:00:00Z')
  let hubBehindMs = 0
  let isPaused = false
  /** Starts one on a machine whose clock is so far ahead of the hub. */
  const start = (aheadMs = 0) => {
    const ledger = openSignerLedger(dir)
    open.push(ledger.close)
    return createTestSigner({
      network: { ...sampleNetwork, generation },
      async claimOnChain(claimId) {
        await onRead()
        return claims.get(claimId)
      },
      limits,
      ledger,
      isPaused: () => isPaused,
      isByOperator: (text, signature) => signature === Buffer.from(text).toString('base64'),
      now: () => new Date(nowMs + aheadMs),
      hubTime: async () => new Date(nowMs - hubBehindMs),
    })
  }
  const order = (number: number, more: Partial<SignOrder> = {}): SignOrder => ({
    claimId: `${number}`,
    claimerId: id(number),
    key: keys.make(id(number)).key,
    token: 'usdc',
    recipient: THIEF,
    release: true,
    ...more,
  })
  return {
    keys,
    claims,
    order,
    start,
    signer: start(),
    pause: (paused: boolean) => void (isPaused = paused),
    advance: (ms: number) => void (nowMs += ms),
    /** The hub's nodes tell of a block that is so old. */
    setHubBehind: (ms: number) => void (hubBehindMs = ms),
  }
}

describe.each<{ generation: GenerationName; terms: object }>([
  {
    generation: 'interface',
    terms: { recipient: THIEF, release_funds: true, release_msg: null },
  },
  {
    generation: 'published',
    terms: {
      recipients: [
        {
          recipient: THIEF,
          amount: { dynamic: '0' },
          denom: { smart: { contract_address: USDC } },
          forwarding_message: null,
          unsafe_refund_as_voucher: true,
        },
      ],
    },
  },
])('on a network of $generation', ({ generation, terms }) => {
  test('it signs a document that fits the claim, the recipient and the key', async () => {
    const { signer, order, keys } = withClaims([5], { generation })
    const answer = await signer.sign(order(0))
    if ('refused' in answer) throw new Error(answer.refused)
    const signature = Secp256k1Signature.fromFixedLength(Buffer.from(answer.signature, 'base64'))
    const key = Buffer.from(keys.make(id(0)).publicKey, 'base64')
    expect(Secp256k1.verifySignature(signature, sha256(Buffer.from(answer.data)), key)).toBe(true)
    const [message] = JSON.parse(answer.data).msgs
    const signed = JSON.parse(Buffer.from(message.value.data, 'base64').toString())
    expect(signed).toEqual({ claim_id: 0, ...terms })
  })

  const wrong = ['eth', 'gold', '', 'USDC']
  test.each(wrong)(
    'a claim of another token than "%s" is foreign, and nothing is kept of it',
    async (token) => {
      const limits = { ...CAPS, approveAbove: 50n * USD }
      const { signer, order } = withClaims([100, 50], { generation, limits })
      for (const release of [true, false])
        expect(await signer.sign(order(0, { token, release }))).toEqual({ refused: 'foreign' })
      expect(await signer.waiting()).toEqual([])
      expect(await signer.sign(order(1))).not.toHaveProperty('refused')
    },
  )

  test.each(wrong)(
    'no claim is signed for in a second way by asking for "%s" later',
    async (token) => {
      const { signer, order } = withClaims([60], { generation })
      for (const release of [true, false]) {
        const good = await signer.sign(order(0, { release }))
        expect(good).not.toHaveProperty('refused')
        expect([good, { refused: 'foreign' }]).toContainEqual(
          await signer.sign(order(0, { token, release })),
        )
      }
    },
  )

  test('what an operator approved is signed as it was approved, whatever token is asked for', async () => {
    const { signer, order } = withClaims([60], {
      generation,
      limits: { ...NO_LIMITS, approveAbove: 50n * USD },
    })
    await signer.sign(order(0))
    const [{ data } = { data: '' }] = await signer.waiting()
    const hash = createHash('sha256').update(data).digest('hex')
    await signer.approve({ hash, signature: Buffer.from(approvalText(hash)).toString('base64') })
    expect(await signer.sign(order(0, { token: 'eth' }))).toEqual({ refused: 'foreign' })
    expect(await signer.sign(order(0))).toMatchObject({ data, approved: true })
    expect(await signer.waiting()).toEqual([])
  })

  test('what goes back to who paid it counts for nothing', async () => {
    const { signer, order } = withClaims([101], { generation })
    const back = { recipient: SENDER, release: false }
    expect(await signer.sign(order(0, back))).not.toHaveProperty('refused')
    expect(await signer.sign(order(0))).toEqual({ refused: 'too_large' })
  })
})

test('a form of the token that the network file does not have is foreign, where a document would name it', async () => {
  const recipient = { chain_uid: 'osmosis', address: 'osmo1' }
  const { signer, order } = withClaims([5], { generation: 'published' })
  expect(await signer.sign(order(0, { recipient }))).toEqual({ refused: 'foreign' })
  expect(await signer.sign(order(0, { recipient, release: false }))).not.toHaveProperty('refused')
})

describe('it refuses', () => {
  test.each<{
    name: string
    worths?: number[]
    act: (it: ReturnType<typeof withClaims>) => SignOrder
    refused: string
  }>([
    { name: 'a claim that the hub does not have', act: ({ order }) => order(7), refused: 'gone' },
    {
      name: 'a claim that is another claimer’s',
      worths: [5, 5],
      act: ({ order }) => order(0, { claimId: '1' }),
      refused: 'foreign',
    },
    {
      name: 'a claim whose key is not ours',
      act({ order, claims }) {
        const claim = claims.get('0')
        const claimer_pubkey = createClaimKeys({ master: Buffer.alloc(32, 9) }).make(
          id(0),
        ).publicKey
        if (claim) claims.set('0', { ...claim, claimer_pubkey })
        return order(0)
      },
      refused: 'foreign',
    },
    {
      name: 'a claim with a key of ours that names another claimer',
      act({ order, claims }) {
        const claim = claims.get('0')
        if (claim) claims.set('0', { ...claim, pseudo_claim_id: id(9) })
        return order(0)
      },
      refused: 'foreign',
    },
    {
      name: 'a master key that it does not have',
      act: ({ order }) =>
        order(0, { key: createClaimKeys({ master: Buffer.alloc(32, 9) }).make(id(0)).key }),
      refused: 'foreign',
    },
    {
      name: 'more than a claim may be worth',
      worths: [101],
      act: ({ order }) => order(0),
      refused: 'too_large',
    },
    {
      name: 'everything while it is paused, also what goes back',
      act({ order, pause }) {
        pause(true)
        return order(0, { recipient: SENDER, release: false })
      },
      refused: 'paused',
    },
    {
      name: 'what goes to the sender, but as tokens on a chain, beyond the caps',
      worths: [101],
      act: ({ order }) => order(0, { recipient: SENDER }),
      refused: 'too_large',
    },
    {
      name: 'vouchers for anybody but the sender, beyond the caps',
      worths: [101],
      act: ({ order }) => order(0, { release: false }),
      refused: 'too_large',
    },
    {
      name: "vouchers for the sender's address on another chain, beyond the caps",
      worths: [101],
      act: ({ order }) =>
        order(0, { recipient: { ...SENDER, chain_uid: 'polygon' }, release: false }),
      refused: 'too_large',
    },
  ])('$name', async ({ worths = [5], act, refused }) => {
    const it = withClaims(worths)
    expect(await it.signer.sign(act(it))).toEqual({ refused })
  })
})

test('a pause holds back what was signed before, too', async () => {
  const { signer, order, pause } = withClaims([5])
  const before = await signer.sign(order(0))
  pause(true)
  expect(await signer.sign(order(0))).toEqual({ refused: 'paused' })
  pause(false)
  expect(await signer.sign(order(0))).toEqual(before)
})

describe('caps', () => {
  test('an hour pays its cap, then nothing but what goes back to senders, until there is room', async () => {
    const { signer, order, advance } = withClaims([100, 50, 1, 90])
    const outcome = async (number: number, more: Partial<SignOrder> = {}) => {
      const answer = await signer.sign(order(number, more))
      return 'refused' in answer ? answer.refused : 'signed'
    }
    expect([await outcome(0), await outcome(1), await outcome(2)]).toEqual([
      'signed',
      'signed',
      'over_limit',
    ])
    expect(await outcome(3, { recipient: SENDER, release: false })).toBe('signed')
    expect(await outcome(0)).toBe('signed') // the same document: its signature is out
    advance(HOUR_MS)
    expect(await outcome(2)).toBe('signed')
  })

  test('a claim that is signed for twice counts once, and giving it back does not make room', async () => {
    const { signer, order } = withClaims([100, 60])
    const other = { chain_uid: 'base', address: `0x${'5'.repeat(40)}` }
    expect(await signer.sign(order(0))).not.toHaveProperty('refused')
    expect(await signer.sign(order(0, { recipient: other }))).not.toHaveProperty('refused')
    expect(await signer.sign(order(0, { recipient: SENDER, release: false }))).not.toHaveProperty(
      'refused',
    )
    expect(await signer.sign(order(1))).toMatchObject({ refused: 'over_limit' })
  })

  test('hold for all that ask at once, and over restarts', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'vouch-signer-'))
    open.push(() => rmSync(dir, { recursive: true }))
    const { signer, start, order } = withClaims(Array(20).fill(40), { dir })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) => signer.sign(order(number))),
    )
    const isSigned = (answer: object) => !('refused' in answer)
    expect(answers.filter(isSigned)).toHaveLength(3)
    const again = start()
    const later = await Promise.all(
      Array.from({ length: 20 }, (_, number) => again.sign(order(number))),
    )
    expect(later.filter(isSigned)).toEqual(answers.filter(isSigned))
  })

  test.each([
    { name: 'a year ahead', aheadMs: YEAR_MS },
    { name: 'a year behind', aheadMs: -YEAR_MS },
  ])(
    'go by the hub: a restart with a clock that is $name makes no room, and none has to wait longer for it',
    async ({ aheadMs }) => {
      const dir = mkdtempSync(join(tmpdir(), 'vouch-signer-'))
      open.push(() => rmSync(dir, { recursive: true }))
      const { signer, start, order, advance } = withClaims([100, 100, 50, 50], { dir })
      expect(await signer.sign(order(0))).not.toHaveProperty('refused')
      advance(HOUR_MS / 2)
      const wrong = start(aheadMs)
      const later = { refused: 'over_limit', retryAfterSec: 1800 }
      expect(await wrong.sign(order(1))).toEqual(later)
      expect(await wrong.sign(order(2))).not.toHaveProperty('refused')
      const right = start()
      expect(await right.sign(order(3))).toEqual(later)
      advance(HOUR_MS / 2)
      expect(await right.sign(order(3))).not.toHaveProperty('refused')
    },
  )

  test('nodes that are hours behind make no room, then or once they have caught up', async () => {
    const { signer, order, advance, setHubBehind } = withClaims([100, 100])
    expect(await signer.sign(order(0))).not.toHaveProperty('refused')
    setHubBehind(8 * HOUR_MS)
    expect(await signer.sign(order(1))).toMatchObject({ refused: 'over_limit' })
    setHubBehind(0)
    expect(await signer.sign(order(1))).toEqual({ refused: 'over_limit', retryAfterSec: 3600 })
    advance(HOUR_MS)
    expect(await signer.sign(order(1))).not.toHaveProperty('refused')
  })

  test('where there are none, nobody waits for nodes that do not agree on the time', async () => {
    const { claims, order } = withClaims([100])
    const signer = createTestSigner({
      network: sampleNetwork,
      claimOnChain: async (claimId) => claims.get(claimId),
      hubTime: () => Promise.reject(new ChainUnavailableError('neuron', 'its nodes differ')),
    })
    expect(await signer.sign(order(0))).not.toHaveProperty('refused')
  })

  test('what an earlier version dated ahead counts from now on, for no longer than anything else', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'vouch-signer-'))
    open.push(() => rmSync(dir, { recursive: true }))
    const { signer, order, advance } = withClaims([100], { dir })
    const beside = new Sqlite(join(dir, 'signer.sqlite'))
    open.push(() => beside.close())
    beside
      .prepare('insert into signed values (?, ?, ?, ?)')
      .run('h', '9', `${100n * USD}`, Date.parse('2027-01-01T00:00:00Z'))
    const asked = order(0)
    expect(await signer.sign(asked)).toEqual({ refused: 'over_limit', retryAfterSec: 3600 })
    advance(HOUR_MS - 1000)
    expect(await signer.sign(asked)).toEqual({ refused: 'over_limit', retryAfterSec: 1 })
    advance(1000)
    expect(await signer.sign(asked)).not.toHaveProperty('refused')
  })

  test('one document that is asked for many times at once is signed alike, and counts once', async () => {
    const { signer, order } = withClaims([100, 50, 1])
    const answers = await Promise.all(Array.from({ length: 8 }, () => signer.sign(order(0))))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).not.toHaveProperty('refused')
    expect(await signer.sign(order(1))).not.toHaveProperty('refused')
    expect(await signer.sign(order(2))).toMatchObject({ refused: 'over_limit' })
  })

  test('what is asked for before a pause is not signed in it, however long the hub takes', async () => {
    const it = withClaims([5], { onRead: () => it.pause(true) })
    expect(await it.signer.sign(it.order(0))).toEqual({ refused: 'paused' })
    it.pause(false)
    const back = it.order(0, { recipient: SENDER, release: false })
    expect(await it.signer.sign(back)).toEqual({ refused: 'paused' })
  })

  test('a claim that an hour or a day does not pay is not begun either, and nobody waits for it', async () => {
    const limits: Limits = { ...NO_LIMITS, perHour: 150n * USD, perDay: 120n * USD }
    const { signer, order } = withClaims([121], { limits })
    const wanted = [{ claimerId: id(1), token: 'usdc', amount: 121_000_000n }]
    expect(await signer.makeKeys(wanted)).toEqual({ mostUsd: '120' })
    expect(await signer.sign(order(0))).toEqual({ refused: 'too_large' })
  })

  test('a claim that could never be paid out is not begun', async () => {
    const { signer } = withClaims([])
    const wanted = (worth: number) => [
      { claimerId: id(1), token: 'usdc', amount: 1n },
      { claimerId: id(2), token: 'usdc', amount: BigInt(worth) * 1_000_000n },
    ]
    expect(await signer.makeKeys(wanted(101))).toEqual({ mostUsd: '100' })
    expect(await signer.makeKeys(wanted(100))).toMatchObject({ keys: [{}, {}] })
  })

  test.each([
    { name: 'nobody could approve it: it is not begun', limits: CAPS, canApprove: false },
    { name: 'an operator can approve it', limits: CAPS, canApprove: true },
    { name: 'nothing is limited', limits: NO_LIMITS, canApprove: false },
  ])('a claim whose token has no price, where $name', async ({ limits, canApprove }) => {
    const signer = createTestSigner({
      network: sampleNetwork,
      claimOnChain: async () => undefined,
      worth: { of: async ({ token }) => (token === 'usdc' ? USD : undefined) },
      limits,
      canApprove,
    })
    const wanted = ['usdc', 'eth'].map((token, index) => ({
      claimerId: id(index),
      token,
      amount: 1n,
    }))
    expect(await signer.makeKeys(wanted)).toMatchObject(
      limits === CAPS && !canApprove ? { unpriced: 'eth' } : { keys: [{}, {}] },
    )
    expect(await signer.makeKeys(wanted.slice(0, 1))).toMatchObject({ keys: [{}] })
  })
})

test('what is worth more than a limit waits for an operator, whose approval fits that document alone', async () => {
  const { signer, order } = withClaims([60, 70], {
    limits: { ...NO_LIMITS, approveAbove: 50n * USD },
  })
  const elsewhere = { recipient: { chain_uid: 'base', address: `0x${'5'.repeat(40)}` } }
  expect(await signer.sign(order(0))).toEqual({ refused: 'needs_approval' })
  expect(await signer.sign(order(0))).toEqual({ refused: 'needs_approval' })
  const [{ data } = { data: '' }, ...others] = await signer.waiting()
  expect(others).toEqual([])
  expect(readClaimDocument(data)).toMatchObject({
    claimId: '0',
    recipient: THIEF,
    releaseFunds: true,
  })
  expect(await signer.waiting()).toMatchObject([{ usd: 60n * USD, token: 'usdc' }])
  const hash = createHash('sha256').update(data).digest('hex')
  const signature = Buffer.from(approvalText(hash)).toString('base64')
  expect(await signer.approve({ hash, signature: 'AAAA' })).toBe(false)
  expect(await signer.sign(order(0))).toEqual({ refused: 'needs_approval' })
  expect(await signer.approve({ hash, signature })).toBe(true)
  expect(await signer.sign(order(0))).not.toHaveProperty('refused')
  expect(await signer.sign(order(0, elsewhere))).toEqual({ refused: 'needs_approval' })
  expect(await signer.sign(order(1))).toEqual({ refused: 'needs_approval' })
})

test('what waits for a claim goes with it, and nobody can have any number of documents wait', async () => {
  const { signer, order, claims, advance } = withClaims([60, 70], {
    limits: { ...NO_LIMITS, approveAbove: 50n * USD },
  })
  for (let number = 0; number < 30; number += 1) {
    const recipient = { chain_uid: 'base', address: `0x${`${number}`.padStart(40, '0')}` }
    await signer.sign(order(0, { recipient }))
  }
  await signer.sign(order(1))
  expect(await signer.waiting()).toHaveLength(21)
  claims.delete('0')
  advance(60_000)
  await expect
    .poll(async () => (await signer.waiting()).map(({ data }) => readClaimDocument(data).claimId))
    .toEqual(['1'])
})

test('what waits is told at once, however much it is and however slow the hub, which is asked about each claim once a minute', async () => {
  let reads = 0
  let answer = Promise.resolve()
  const { signer, order, advance } = withClaims(Array<number>(50).fill(60), {
    limits: { ...NO_LIMITS, approveAbove: 50n * USD },
    onRead() {
      reads += 1
      return answer
    },
  })
  for (let number = 0; number < 50; number += 1) await signer.sign(order(number))
  reads = 0
  let answerAll = () => {}
  answer = new Promise((resolve) => (answerAll = resolve))
  for (let time = 0; time < 3; time += 1) expect(await signer.waiting()).toHaveLength(50)
  expect(reads).toBe(8) // at a time
  answerAll()
  await expect.poll(() => reads).toBe(50)
  for (const minutes of [2, 3]) {
    expect(await signer.waiting()).toHaveLength(50) // within the same minute
    advance(60_000)
    await expect
      .poll(async () => {
        await signer.waiting()
        return reads
      })
      .toBe(50 * minutes)
  }
})

describe('over HTTP', () => {
  async function overHttp(worths: readonly number[], token: string, dir?: string) {
    const it = withClaims(worths, { ...(dir !== undefined && { dir }) })
    const api = createApi({
      log: pino({ level: 'silent' }),
      routes: [signerRoutes({ signer: it.signer, token: 't'.repeat(32) })],
    })
    const { port } = await api.start({ port: 0, host: '127.0.0.1' })
    open.push(api.stop)
    const warnings: object[] = []
    const address = () => ({ url: `http://127.0.0.1:${port}`, token })
    const client = createSignerClient({
      address,
      log: { warn: (details) => void warnings.push(details) },
    })
    return { ...it, client, warnings, stop: api.stop }
  }

  test('answers are the same as beside it', async () => {
    const { client, signer, order } = await overHttp([5, 200], 't'.repeat(32))
    for (const each of [order(0), order(1), order(7)])
      expect(await client.sign(each)).toEqual(await signer.sign(each))
    const wanted = [{ claimerId: id(1), token: 'usdc', amount: 10n ** 7n }]
    expect(await client.makeKeys(wanted)).toEqual(await signer.makeKeys(wanted))
    const [waiting] = await client.waiting()
    expect(waiting).toEqual((await signer.waiting())[0])
  })

  test('what cannot be written down is not signed and counts for nothing, and is signed once it can', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'vouch-signer-'))
    open.push(() => rmSync(dir, { recursive: true }))
    const { client, order } = await overHttp([100, 60], 't'.repeat(32), dir)
    const beside = new Sqlite(join(dir, 'signer.sqlite'))
    open.push(() => beside.close())
    beside.exec(
      "create trigger refused before insert on signed begin select raise(abort, 'no room'); end",
    )
    for (const number of [0, 1])
      await expect(client.sign(order(number))).rejects.toMatchObject({ facts: { why: 'away' } })
    beside.exec('drop trigger refused')
    expect(await client.sign(order(0))).toHaveProperty('signature')
    expect(await client.sign(order(1))).toMatchObject({ refused: 'over_limit' })
  })

  test('a signer that can keep nothing is not up, though it answers what is read; and it says that it is paused', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'vouch-signer-'))
    open.push(() => rmSync(dir, { recursive: true }))
    const { client, signer, pause } = await overHttp([100], 't'.repeat(32), dir)
    const up = { answers: true, isPaused: false, waiting: 0 }
    expect(await signerStanding(client)).toEqual(up)
    const beside = new Sqlite(join(dir, 'signer.sqlite'))
    open.push(() => beside.close())
    const room = ['signed', 'write_probe'].map((table) => `no_${table}`)
    for (const name of room)
      beside.exec(
        `create trigger ${name} before insert on ${name.slice(3)} begin select raise(abort, 'no room'); end`,
      )
    expect(await client.waiting()).toEqual([])
    expect(await signerStanding(client)).toEqual({ answers: false, isPaused: false, waiting: 0 })
    for (const name of room) beside.exec(`drop trigger ${name}`)
    expect(await signerStanding(client)).toEqual(up)
    pause(true)
    expect(await signerStanding(client)).toEqual({ ...up, isPaused: true })
    pause(false)
    expect(await signerStanding(signer)).toEqual(up)
  })

  test('it is found behind a path and with a slash at the end, as a proxy has it', async () => {
    const asked: (string | undefined)[] = []
    const proxy = createServer(({ url }, answer) => {
      asked.push(url)
      answer.end('{"keys":[]}')
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    open.push(() => proxy.close())
    const at = proxy.address()
    const port = typeof at === 'object' && at !== null ? at.port : 0
    for (const path of ['', '/', '/signer', '/signer/'])
      await createSignerClient({
        address: () => ({ url: `http://127.0.0.1:${port}${path}`, token: 't' }),
        log: { warn: () => undefined },
      }).keyIds()
    expect(asked).toEqual(['/health', '/health', '/signer/health', '/signer/health'])
  })

  test('whoever has not the token gets nothing, and a signer that is gone is said to be away', async () => {
    const { client, order, warnings } = await overHttp([5], 'x'.repeat(32))
    await expect(client.sign(order(0))).rejects.toMatchObject({
      code: 'PAY_OUT_HELD',
      retryAfterSec: 5,
    })
    expect(JSON.stringify(warnings)).not.toContain('x'.repeat(32))
    const gone = await overHttp([5], 't'.repeat(32))
    await gone.stop()
    await expect(gone.client.sign(order(0))).rejects.toMatchObject({ facts: { why: 'away' } })
  })
})
