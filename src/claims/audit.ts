import { createHash } from 'node:crypto'

import { z } from 'zod'

import { CrossChainUser } from '../core/terms/shapes.ts'
import { FREEZE_KINDS } from './freezes.ts'

/** How whoever has a session proved to be the recipient; `session` where that was not kept, as before an upgrade. */
export const SESSION_PROOFS = ['code', 'sign_in', 'signed_data', 'session'] as const
export type SessionProof = (typeof SESSION_PROOFS)[number]

/**
 * Everything that a pay-out or give-back can rest on, beside sessions: the chat account itself, the sender's PIN, a signature of the wallet that paid,
 * the claim's deadline, its sender's wish to take back what is left of a group, and an order that was signed before, whose transaction
 * another one had taken the sequence of. `approval` stands beside another one: an operator looked at it, too.
 */
const AuditProof = z.enum([
  ...SESSION_PROOFS,
  'account',
  'pin',
  'wallet_signature',
  'expiry',
  'group_closed',
  'again',
  'approval',
])
export type AuditProof = z.infer<typeof AuditProof>

/** Who asked for a pay-out, as a keyed hash, and by which proofs. Nobody asks for what the clock does. */
export type PayOutAsker = { by: string | undefined; proofs: AuditProof[] }

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** A keyed hash of an account, a mailbox, a wallet or a client: never the thing itself. */
const KeyedHash = z.string().regex(/^[\w-]{43}$/)
const BaseUnits = z.string().regex(/^\d+$/)

const ends = z.enum(['included', 'failed', 'void'])

/** What is kept of each thing that happens, without secrets and without names: a new kind does not compile until `vouch audit` says it. */
const KINDS = [
  /** The document of a pay-out or give-back was signed, and its transaction stored. */
  z.strictObject({
    kind: z.literal('signed'),
    purpose: z.enum(['redeem', 'cancel', 'expire']),
    claim_id: z.string(),
    by: KeyedHash.nullable(),
    proofs: z.array(AuditProof),
    /** SHA-256 of the claim's public key as it stands on chain, and of the signed document. */
    key: Sha256,
    document: Sha256,
    tx_hash: z.string(),
    token: z.string(),
    amount: BaseUnits,
    release: z.boolean(),
    recipient: CrossChainUser,
    /** Base units of the hub's fee coin. */
    fee: BaseUnits,
    /** The transaction in whose place this one is. */
    replaces: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal('ended'),
    claim_id: z.string(),
    tx_hash: z.string(),
    end: ends,
  }),
  /** The chain paid a claim by a transaction that is none of ours: somebody else has its key. */
  z.strictObject({
    kind: z.literal('paid_elsewhere'),
    claim_id: z.string(),
    token: z.string(),
    amount: BaseUnits,
    /** Whether its key is here too. Where it is not, its recipient brought it. */
    key_held: z.boolean(),
  }),
  /** A sender said which account is meant. */
  z.strictObject({
    kind: z.literal('confirmed'),
    claimer: z.string(),
    by: KeyedHash,
    account: KeyedHash,
  }),
  /** A sender took back what was left of a group. */
  z.strictObject({ kind: z.literal('group_closed'), group: z.string(), by: KeyedHash }),
  /** An operator had a second look at a document that waited for it. */
  z.strictObject({ kind: z.literal('approved'), claim_id: z.string(), document: Sha256 }),
  z.strictObject({
    kind: z.literal('frozen'),
    what: z.enum(FREEZE_KINDS),
    /** A claim's id, a platform, the keyed hash of an account, or nothing for all. */
    which: z.string(),
  }),
  z.strictObject({ kind: z.literal('released'), what: z.enum(FREEZE_KINDS), which: z.string() }),
  /** An operator had the blocks of a chain read again from one on, whatever it follows; `to` is up to where they had been read. */
  z.strictObject({ kind: z.literal('reread'), chain: z.string(), from: z.int(), to: z.int() }),
] as const
const AuditEvent = z.discriminatedUnion('kind', KINDS)
export type AuditEvent = z.infer<typeof AuditEvent>

const Place = z.object({ number: z.int().min(1), at: z.iso.datetime() })
/** One entry: the event, its number and when it was written (ISO 8601). */
export type AuditEntry = z.infer<typeof Place> & AuditEvent

/** An entry as it is stored. */
export type AuditRow = { number: number; entry: string; hash: string }

/** The end of a chain: how many entries it has, and the hash of the last one. */
export type AuditHead = Pick<AuditRow, 'number' | 'hash'>
export const NO_ENTRIES: AuditHead = { number: 0, hash: '0'.repeat(64) }

/** The entry that comes next, as it is stored. */
export function nextEntry({ number, hash }: AuditHead, event: AuditEvent, now: Date): AuditRow {
  const next = number + 1
  // A schema writes its fields in one order, so an entry has one text.
  const entry = JSON.stringify({
    number: next,
    at: now.toISOString(),
    ...AuditEvent.parse(event),
  })
  return { number: next, entry, hash: chainHash(hash, entry) }
}

const chainHash = (previous: string, entry: string): string =>
  createHash('sha256').update(`${previous}\n${entry}`).digest('hex')

/** The log is not what was written: it names the first entry that tells so. */
class BrokenAuditError extends Error {
  readonly number: number
  constructor(number: number, why: string) {
    super(`Entry ${number} of the audit log ${why}.`)
    this.number = number
  }
}

/**
 * Checks that an entry follows the one before it, and reads it.
 * @throws {BrokenAuditError} it was changed, or an entry before it was taken out, put in or moved
 */
function readNext(before: AuditHead, { number, entry, hash }: AuditRow): AuditEntry {
  if (number !== before.number + 1)
    throw new BrokenAuditError(before.number + 1, 'is missing, or stands elsewhere')
  if (hash !== chainHash(before.hash, entry))
    throw new BrokenAuditError(number, 'is not what was written, or what stands before it')
  const read = readEntry(entry)
  if (read?.number !== number) throw new BrokenAuditError(number, 'cannot be read')
  return read
}

function readEntry(text: string): AuditEntry | undefined {
  try {
    const { number, at, ...event } = Place.loose().parse(JSON.parse(text))
    return { number, at, ...AuditEvent.parse(event) }
  } catch {
    return undefined
  }
}

/** What a look over the whole log found. `head` is the last entry that is as it was written. */
export type AuditVerdict = { head: AuditHead; problem: string | undefined }

/**
 * Checks the log from its first entry on, and ends at the first that is not what was written.
 * @param expected the hash of a head that was kept elsewhere: where none of the log's entries has it, the log's end was cut off, or all of it was written anew
 * @param onEntry hears each entry that is right
 */
export async function verifyAudit(
  rows: Iterable<AuditRow> | AsyncIterable<AuditRow>,
  {
    expected = NO_ENTRIES.hash,
    onEntry = () => undefined,
  }: { expected?: string | undefined; onEntry?: (entry: AuditEntry, hash: string) => void } = {},
): Promise<AuditVerdict> {
  let head = NO_ENTRIES
  let isExpectedThere = expected === NO_ENTRIES.hash
  for await (const row of rows) {
    try {
      onEntry(readNext(head, row), row.hash)
    } catch (error) {
      if (!(error instanceof BrokenAuditError)) throw error
      return { head, problem: error.message }
    }
    head = row
    isExpectedThere ||= row.hash === expected
  }
  if (isExpectedThere) return { head, problem: undefined }
  return {
    head,
    problem: `No entry has the hash ${expected}: what came after an older one was cut off, or the log was written anew.`,
  }
}
