import { verifyAudit, type AuditEntry } from '../claims/audit.ts'
import { readTarget, subjectOf } from '../claims/freezes.ts'
import type { Config } from '../config.ts'
import { auditRows } from '../store/claims/audit-log.ts'
import type { Db } from '../store/database.ts'
import { readBeside } from '../store/open-store.ts'
import { readVault } from '../store/claims/vault-keys.ts'
import { readSettings, type Settings } from './read-settings.ts'

export type AuditQuery = {
  /** A time, or how long ago: `2026-11-22`, `2026-11-22T10:00Z`, `90m`, `24h`, `7d`. */
  since?: string
  /** The number of a claim. */
  claim?: string
  /** `platform:id`: the log has keyed hashes only, and this is hashed like them. */
  account?: string
  /** The hash of a head that was kept elsewhere. */
  expect?: string
  json: boolean
}

type Shown = AuditEntry & { hash: string }

/**
 * Prints the audit log, checks all of it, and says how many entries it has and the hash of the last. Also while the server runs.
 * @returns false where it is not what was written
 * @throws {Error} there is no log here, or the query cannot be understood
 */
export async function showAudit(query: AuditQuery, settings: Settings): Promise<boolean> {
  const config = readSettings(settings)
  const since = query.since === undefined ? undefined : readTime(query.since, new Date())
  const expected = query.expect?.trim().toLowerCase()
  if (expected !== undefined && !/^[0-9a-f]{64}$/.test(expected))
    throw new Error('--expect takes the hash of a head: 64 hex digits, as "vouch audit" prints it.')
  if (query.claim !== undefined && !/^\d+$/.test(query.claim))
    throw new Error('--claim takes the number of a claim, as "vouch audit" prints it.')
  const asked = [
    ...(query.account === undefined ? [] : [`of account ${query.account}`]),
    ...(query.claim === undefined ? [] : [`of claim ${query.claim}`]),
    ...(since === undefined ? [] : [`from ${since} on`]),
  ]
  const { db, close } = await readBeside(config)
  try {
    const hashes =
      query.account === undefined ? undefined : await hashesOf(query.account, db, config)
    const wants = (entry: AuditEntry) =>
      (since === undefined || entry.at >= since) &&
      (query.claim === undefined || claimOf(entry) === query.claim) &&
      (hashes === undefined || peopleOf(entry).some((hash) => hashes.includes(hash)))
    const shown: Shown[] = []
    let found = 0
    const { head, problem } = await verifyAudit(auditRows(db), {
      expected,
      onEntry(entry, hash) {
        if (!wants(entry)) return
        found += 1
        if (query.json) shown.push({ ...entry, hash })
        else console.log(describe(entry))
      },
    })
    if (query.json) {
      const { number: count, hash } = head
      const report = { entries: shown, count, head: hash, problem: problem ?? null }
      console.log(JSON.stringify(report, undefined, 2))
    } else if (problem === undefined) {
      if (found === 0 && asked.length > 0)
        console.log(`No entry of the log is ${asked.join(', ')}: nothing is known of that.`)
      console.log(`${head.number} entries, each as it was written. Head: ${head.hash}`)
    } else {
      console.error(`${problem}\n${head.number} entries before are as they were written.`)
    }
    return problem === undefined
  } finally {
    await close()
  }
}

function readTime(text: string, now: Date): string {
  const [, many, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const ago = many === undefined ? undefined : Number(many) * (UNITS_MS[unit] ?? 0)
  const time = ago === undefined ? new Date(text) : new Date(now.getTime() - ago)
  if (!Number.isNaN(time.getTime())) return time.toISOString()
  throw new Error(`"${text}" is not a time. Write 24h, 7d, 2026-11-22 or 2026-11-22T10:00Z.`)
}

const UNITS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** What an account is called in the log: under the newest key, then under the old ones. */
async function hashesOf(account: string, db: Db, config: Config): Promise<string[]> {
  const target = readTarget('account', account)
  if (target.kind === 'account' && 'handle' in target.by && target.platform !== 'email')
    throw new Error(
      'A handle is not in the log, only the id of its account: "vouch audit --account telegram:42".',
    )
  const vault = await readVault(db, config)
  if (!vault) throw new Error(`There is no key in ${config.dataDir}, so nobody can be looked up.`)
  return vault.hashes('audit', subjectOf(target))
}

const claimOf = (entry: AuditEntry): string | undefined => {
  if ('claim_id' in entry) return entry.claim_id
  return 'what' in entry && entry.what === 'claim' ? entry.which : undefined
}

const peopleOf = (entry: AuditEntry): string[] => [
  ...('by' in entry && entry.by !== null ? [entry.by] : []),
  ...('account' in entry ? [entry.account] : []),
  ...('which' in entry ? [entry.which] : []),
]

/** An entry as one line. Hashes of people are cut: enough to see who is the same. */
function describe(entry: AuditEntry): string {
  return `${`${entry.number}`.padStart(6)}  ${entry.at}  ${say(entry)}`
}

const cut = (hash: string) => hash.slice(0, 12)

function say(entry: AuditEntry): string {
  switch (entry.kind) {
    case 'signed': {
      const { purpose, claim_id, amount, token, recipient, proofs, by, tx_hash, replaces } = entry
      const what = `${purpose} of claim ${claim_id} signed: ${amount} ${token}${entry.release ? '' : ' (vouchers)'}`
      const to = `to ${recipient.chain_uid} ${recipient.address}`
      const who = `${by === null ? '' : `by ${cut(by)} `}(${proofs.join(', ')})`
      return `${what} ${to} ${who} tx ${tx_hash}${replaces === null ? '' : `, in place of ${replaces}`}`
    }
    case 'ended':
      return `transaction of claim ${entry.claim_id} ${entry.end}: ${entry.tx_hash}`
    case 'paid_elsewhere':
      return `claim ${entry.claim_id} paid without us: ${entry.amount} ${entry.token}${entry.key_held ? ', WITH A KEY THAT IS KEPT HERE' : ', with its recipient’s own key'}`
    case 'confirmed':
      return `${cut(entry.by)} confirmed ${cut(entry.account)} as the recipient of ${entry.claimer}`
    case 'group_closed':
      return `${cut(entry.by)} took back what was left of group ${entry.group}`
    case 'approved':
      return `an operator approved the document ${cut(entry.document)} of claim ${entry.claim_id}`
    case 'reread':
      return `blocks of ${entry.chain} read again from ${entry.from} on, which had been read up to ${entry.to}`
    case 'frozen':
    case 'released':
      return `${entry.kind}: ${[entry.what, entry.what === 'account' ? cut(entry.which) : entry.which].join(' ').trim()}`
  }
}
