import { createHash, createPublicKey, verify } from 'node:crypto'

import { z } from 'zod'

import type { HubAccount } from '../../src/services/relaying/hub-account-port.ts'
import { ChainUnavailableError, TransactionFailedError } from '../../src/core/terms/errors.ts'
import { CrossChainUser } from '../../src/core/terms/shapes.ts'
import type { ClaimOnChain } from '../../src/claims/signer.ts'
import { ALICE_EVM } from '../core/sample-network.ts'

const Transaction = z.object({
  from: z.string(),
  sequence: z.int(),
  salt: z.int(),
  message: z.unknown(),
})
const ClaimVoucher = z.object({
  claim_voucher: z.object({ data: z.string(), signature: z.string() }),
})
const Document = z.object({ msgs: z.tuple([z.object({ value: z.object({ data: z.string() }) })]) })
/** What documents of either generation say, and nothing else. */
const ClaimJson = z.union([
  z
    .strictObject({
      claim_id: z.int(),
      recipient: CrossChainUser,
      release_funds: z.boolean(),
      release_msg: z.null(),
    })
    .transform(({ release_funds: release, ...order }) => ({ ...order, release })),
  z
    .strictObject({
      claim_id: z.int(),
      recipients: z.tuple([
        z.strictObject({
          recipient: CrossChainUser,
          amount: z.strictObject({ dynamic: z.literal('0') }),
          denom: z.looseObject({}),
          forwarding_message: z.null(),
          unsafe_refund_as_voucher: z.literal(true),
        }),
      ]),
    })
    .transform(({ claim_id, recipients: [{ recipient, denom }] }) => ({
      claim_id,
      recipient,
      release: !('voucher' in denom),
    })),
])

const SENDER = { chain_uid: 'base', address: ALICE_EVM }

type Claimer = { _id: string; public_secret: string }
/** What any transaction costs, in base units. */
const FEE = 6_250n

type Tx = { hash: string; from: string; message: unknown }

const RELAYER = 'euclid1relayer'
/** Where the sequences of each account begin. */
const FIRST_SEQUENCE = 7

/**
 * The far end of the relayer: the sequences of its accounts, a mempool, claims that are gone once paid, signatures that are
 * really checked. It keeps books, and outlives the process that talks to it. `run`, where it is given, is the contract in the
 * place of the claimer: it gives its problem, and does what the message says where there is a hash.
 */
export function createHubStandIn(
  run?: (message: unknown, txHash: string | undefined) => string | undefined,
) {
  const claims = new Map<string, ClaimOnChain>()
  const results = new Map<string, { ok: boolean; error: string }>()
  const payments: {
    claimId: string
    recipient: CrossChainUser
    release: boolean
    txHash: string
  }[] = []
  const broadcasts: string[] = []
  let mempool: Tx[] = []
  const sequences = new Map<string, number>()
  const sequenceOf = (address: string) => sequences.get(address) ?? FIRST_SEQUENCE
  const useSequence = (address = RELAYER) => void sequences.set(address, sequenceOf(address) + 1)
  let payOuts = 10_000
  let salt = 0
  let fillers = 0
  let refusal: ((sequence: number) => string | undefined) | undefined
  let fillerRefusal: string | undefined
  let down = false
  let indexLag = false
  let failing: string | undefined

  function checkUp() {
    if (down) throw new ChainUnavailableError('neuron', 'connection refused')
  }

  /** Runs a message as the claimer contract does; a problem is its answer. */
  function execute(message: unknown, txHash: string | undefined): string | undefined {
    if (message === 'filler') return undefined
    if (failing !== undefined) return failing
    if (run) return run(message, txHash)
    const { data, signature } = ClaimVoucher.parse(message).claim_voucher
    const document = Document.parse(JSON.parse(data))
    const inner = ClaimJson.parse(
      JSON.parse(Buffer.from(document.msgs[0].value.data, 'base64').toString()),
    )
    const claimId = `${inner.claim_id}`
    const publicKey = claims.get(claimId)?.claimer_pubkey
    if (publicKey === undefined) return 'claim not found'
    if (!isSigned(data, signature, publicKey)) return 'wrong signature'
    if (txHash !== undefined) {
      claims.delete(claimId)
      payments.push({ claimId, recipient: inner.recipient, release: inner.release, txHash })
    }
    return undefined
  }

  function encode(from: string, message: unknown, sequence: number) {
    salt += 1
    const bytes = Buffer.from(JSON.stringify({ from, sequence, salt, message }))
    return { bytes, txHash: hashOf(bytes), fee: FEE }
  }

  function accountAt(address: string): HubAccount {
    const account: HubAccount = {
      address,
      usualFee: FEE,
      async nextSequence(of = address) {
        checkUp()
        return sequenceOf(of)
      },
      async tryOut(message) {
        checkUp()
        const problem = execute(message, undefined)
        if (problem !== undefined) throw new TransactionFailedError(problem)
        return { gas: 250_000, accountNumber: 1 }
      },
      async sign(message, at, trial) {
        if (!trial) await account.tryOut(message)
        return encode(address, message, at)
      },
      async funds() {
        checkUp()
        return { balance: BigInt(payOuts) * FEE, payOuts }
      },
      async signFiller(at) {
        checkUp()
        fillers += 1
        return encode(address, 'filler', at)
      },
      async broadcast(bytes) {
        checkUp()
        const hash = hashOf(bytes)
        broadcasts.push(hash)
        if (results.has(hash) || mempool.some((tx) => tx.hash === hash)) return { accepted: true }
        const { from, sequence, message } = Transaction.parse(
          JSON.parse(Buffer.from(bytes).toString()),
        )
        const expected = sequenceOf(from) + mempool.filter((tx) => tx.from === from).length
        const mismatch = `account sequence mismatch, expected ${expected}, got ${sequence}`
        if (sequence !== expected) return { accepted: false, reason: mismatch }
        const reason = message === 'filler' ? fillerRefusal : refusal?.(sequence)
        if (reason !== undefined) return { accepted: false, reason }
        mempool.push({ hash, from, message })
        return { accepted: true }
      },
      async result(txHash) {
        checkUp()
        return indexLag ? undefined : results.get(txHash)
      },
    }
    return account
  }

  return {
    relayer: accountAt(RELAYER),
    /** Another account, as one of other words. */
    accountAt,
    payments,
    broadcasts,
    fund: (claimId: string, claimer: Claimer, { token = 'usdc', paidBy = SENDER } = {}) =>
      void claims.set(claimId, {
        token,
        amount: 5_000_000n,
        claimer_pubkey: claimer.public_secret,
        pseudo_claim_id: claimer._id,
        sender: paidBy,
      }),
    /** A node says something else of a claim. */
    change(claimId: string, what: Partial<ClaimOnChain>) {
      const claim = claims.get(claimId)
      if (claim) claims.set(claimId, { ...claim, ...what })
    },
    /** The claim as the hub has it now, for whoever asks a node of its own. */
    /** Somebody with its key redeems a claim without us. */
    redeemElsewhere: (claimId: string) => void claims.delete(claimId),
    claimOnChain: async (claimId: string) => (checkUp(), claims.get(claimId)),
    /** The next block. */
    mine() {
      for (const tx of mempool) {
        const problem = execute(tx.message, tx.hash)
        results.set(tx.hash, { ok: problem === undefined, error: problem ?? '' })
        useSequence(tx.from)
      }
      mempool = []
    },
    /** What the account has left, as pay-outs. */
    setFunds: (many: number) => void (payOuts = many),
    /** An account, ours unless told, sends something of its own from elsewhere. */
    useSequence,
    /** The node forgets what it was given. */
    dropMempool: () => void (mempool = []),
    refuse: (rule: typeof refusal) => void (refusal = rule),
    /** Transactions that move nothing are refused, too. */
    refuseFillers: (reason: string | undefined) => void (fillerRefusal = reason),
    failInBlock: (reason: string | undefined) => void (failing = reason),
    setDown: (isDown: boolean) => void (down = isDown),
    setIndexLag: (isBehind: boolean) => void (indexLag = isBehind),
    /** How many were asked for. */
    fillers: () => fillers,
    sequence: () => sequenceOf(RELAYER),
  }
}

/** As OpenSSL sees it, which did not sign it; and low S, since the contract takes no other. */
function isSigned(data: string, signature: string, publicKey: string): boolean {
  const point = Buffer.from(publicKey, 'base64')
  const header = Buffer.of(0x30, point.length + 21, ...SECP256K1, 0x03, point.length + 1, 0)
  const key = createPublicKey({
    key: Buffer.concat([header, point]),
    format: 'der',
    type: 'spki',
  })
  const bytes = Buffer.from(signature, 'base64')
  if (BigInt(`0x${bytes.toString('hex', 32)}`) > HALF_ORDER) return false
  return verify('sha256', Buffer.from(data), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

/** What a public key is, by RFC 5480: `id-ecPublicKey` on `secp256k1`. */
const SECP256K1 = Buffer.from('301006072a8648ce3d020106052b8104000a', 'hex')
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').toUpperCase()
}
