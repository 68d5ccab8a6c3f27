import { privateKeyToAccount } from 'viem/accounts'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { verifyAudit, type AuditEntry } from '../../src/claims/audit.ts'
import { cancelText } from '../../src/core/claims/claim-message.ts'
import { auditRows } from '../../src/store/claims/audit-log.ts'
import { ALICE, BOBBY, createClaimsFixture, SENDER, TO_BASE } from './claims-fixture.ts'

const DAY_MS = 86_400_000
const MAILBOX = { email: 'bobby@example.com' }
const HOME = '203.0.113.1'
const WALLET = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const WALLETS_SENDER = { chain_uid: 'base', address: WALLET.address.toLowerCase() }

type It = Awaited<ReturnType<typeof withClaim>>

async function withClaim(to: object = { telegram: '@bobby' }, token = 'usdc', sender = SENDER) {
  const it = createClaimsFixture()
  await it.meet(BOBBY)
  const claimer = await it.createClaimer(to, ALICE, sender)
  const claimId = await it.fund(claimer, token, sender)
  const secret = await it.claims().linkSecret(claimer._id)
  const entries = async () => {
    const found: AuditEntry[] = []
    const { problem } = await verifyAudit(auditRows(it.db), {
      onEntry: (each) => void found.push(each),
    })
    expect(problem).toBeUndefined()
    return found
  }
  return { ...it, claimer, claimId, secret, entries, code: () => it.sent.at(-1)?.code ?? '' }
}

async function sessionByCode({ claims, claimer, secret, code }: It): Promise<string> {
  await claims().startProof(claimer._id, secret)
  return (await claims().verifyProof(claimer._id, secret, code())).session
}

test.each<{
  name: string
  to?: object
  token?: string
  sender?: typeof SENDER
  /** Whom the keyed hash is of; nobody for what the clock does. */
  by: string | undefined
  purpose: string
  proofs: string[]
  ask(it: It): Promise<unknown>
}>([
  {
    name: 'the account itself',
    by: 'telegram:42',
    purpose: 'redeem',
    proofs: ['account'],
    ask: ({ claims, claimId }) => claims().redeem(claimId, { account: BOBBY }, TO_BASE),
  },
  {
    name: 'a code to the account',
    by: 'telegram:42',
    purpose: 'redeem',
    proofs: ['code'],
    async ask(it) {
      const session = await sessionByCode(it)
      await it.claims().redeem(it.claimId, { session }, TO_BASE)
    },
  },
  {
    name: 'a code to a mailbox, with the PIN',
    to: MAILBOX,
    token: 'eth',
    by: 'email:bobby@example.com',
    purpose: 'redeem',
    proofs: ['code', 'pin'],
    async ask(it) {
      const session = await sessionByCode(it)
      await it.claims().redeem(it.claimId, { session, pin: it.claimer.otp }, TO_BASE)
    },
  },
  {
    name: 'a code to a mailbox, typed in a chat',
    to: MAILBOX,
    by: 'telegram:42',
    purpose: 'redeem',
    proofs: ['account', 'code'],
    async ask({ claims, claimer, claimId, secret, code }) {
      await claims().startProofInChat(claimer._id, secret, BOBBY)
      await claims().verifyProofInChat(BOBBY, code())
      await claims().redeem(claimId, { account: BOBBY }, TO_BASE)
    },
  },
  {
    name: 'the sender’s account',
    by: 'telegram:7',
    purpose: 'cancel',
    proofs: ['account'],
    ask: ({ claims, claimer }) => claims().cancel(claimer._id, undefined, { account: ALICE }),
  },
  {
    name: 'the sender’s PIN',
    by: `client:${HOME}`,
    purpose: 'cancel',
    proofs: ['pin'],
    ask: ({ claims, claimer }) =>
      claims().cancel(claimer._id, undefined, { pin: claimer.otp, client: HOME }),
  },
  {
    name: 'the sender’s wallet',
    sender: WALLETS_SENDER,
    by: `base:${WALLETS_SENDER.address}`,
    purpose: 'cancel',
    proofs: ['wallet_signature'],
    async ask({ claims, claimer, claimId }) {
      const message = cancelText({ place: 'vouch.example', claimerId: claimer._id, claimId })
      const signature = await WALLET.signMessage({ message })
      await claims().cancel(claimer._id, claimId, { signature, publicKey: undefined })
    },
  },
  {
    name: 'the clock',
    by: undefined,
    purpose: 'expire',
    proofs: ['expiry'],
    async ask({ claims, look }) {
      claims().start()
      await look(15 * DAY_MS)
      await claims().stop()
    },
  },
])('$name: it stands in the log who asked and by what, and nobody is named', async (row) => {
  const { to, token, sender, by, purpose, proofs, ask } = row
  const it = await withClaim(to, token, sender)
  await ask(it)
  const [entry, ...others] = await it.entries()
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    kind: 'signed',
    purpose,
    claim_id: it.claimId,
    by: by === undefined ? null : it.vault.hash('audit', by),
    proofs,
    key: createHash('sha256').update(it.claimer.public_secret).digest('hex'),
    tx_hash: it.followed[0],
  })
  let written = ''
  for await (const each of auditRows(it.db)) written += each.entry
  const secrets = [it.claimer.otp, it.secret, it.code()].filter((text) => text !== '')
  for (const word of ['bobby', 'alice', 'telegram', 'example', HOME, ...secrets])
    expect(written).not.toContain(word)
})

test('a sender’s word for an account stands in the log', async () => {
  const it = createClaimsFixture()
  await it.meet(BOBBY, { ...BOBBY, userId: '43' })
  const claimer = await it.createClaimer({ telegram: '@bobby' })
  await it.fund(claimer)
  await it.claims().confirmRecipient(claimer._id, ALICE, '43')
  const found: AuditEntry[] = []
  await verifyAudit(auditRows(it.db), { onEntry: (each) => void found.push(each) })
  const [by, account] = [
    it.vault.hash('audit', 'telegram:7'),
    it.vault.hash('audit', 'telegram:43'),
  ]
  expect(found).toMatchObject([{ kind: 'confirmed', claimer: claimer._id, by, account }])
})
