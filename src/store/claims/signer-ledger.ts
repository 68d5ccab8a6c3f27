import Sqlite from 'better-sqlite3'
import { chmodSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import type { Waiting } from '../../claims/signer.ts'
import type { SignerLedger } from '../../signer/create-signer.ts'
import type { Spent } from '../../signer/limits.ts'
import { checkPages } from '../upkeep/check-pages.ts'
import { explainFailure } from '../upkeep/explain-failure.ts'
import { makeFolder } from '../upkeep/make-folder.ts'
import { createStoreHealth } from '../upkeep/store-health.ts'
import { watchStatements, watchTransaction } from '../upkeep/watch-writes.ts'

/** Documents that wait for one claim: a recipient thinks of a few, and whoever makes up more is not listened to. */
const MOST_WAITING = 20

const QUIET = { warn: () => undefined, error: () => undefined }

/** What was signed and approved is never deleted, nor changed but for a date that a wrong clock gave it. Amounts are decimal text, times milliseconds. */
const TABLES = `
  create table if not exists signed (
    hash text primary key,
    claim_id text not null,
    usd text not null,
    at integer not null
  ) strict;
  create index if not exists signed_at on signed (at);
  create table if not exists approved (hash text primary key, at integer not null) strict;
  create table if not exists waiting (
    hash text primary key,
    claim_id text not null,
    data text not null,
    token text not null,
    amount text not null,
    usd text,
    asked_at integer not null
  ) strict;
  create table if not exists write_probe (at integer not null) strict;
  create table if not exists masters (
    number integer primary key autoincrement,
    key_id text not null,
    since integer not null
  ) strict;
`

/** A look at its pages takes so long at a start; it is a small file. */
const LOOK_MS = 10_000

/** Of the tables above. A later one that means something else by them has a higher number. */
const TABLES_VERSION = 1

/** Of a strict table that only this file writes. */
type SpentRow = { claim_id: string; usd: string; at: number }
const WaitingRow = z.object({
  hash: z.string(),
  claim_id: z.string(),
  data: z.string(),
  token: z.string(),
  amount: BaseUnits,
  usd: BaseUnits.nullable(),
  asked_at: z.number(),
})

/** Which master key the signer goes by, by its name. */
export type MasterInUse = {
  /** `undefined` before the first start; `unknown` of an earlier version, which did not keep it but has signed. */
  master(): string | 'unknown' | undefined
  useMaster(keyId: string, at: Date): void
}

/**
 * The signer's own file, `signer.sqlite` in its folder, or in memory. It is what the caps are counted by, so nobody else writes it.
 * @throws {Error} it is damaged, of a newer version, or cannot be written
 */
export function openSignerLedger(
  dir: string | ':memory:',
  log: Parameters<typeof createStoreHealth>[0]['log'] = QUIET,
): SignerLedger & MasterInUse & { close(): void } {
  const sqlite = open(dir)
  const health = createStoreHealth({ log, elapsedMs: () => performance.now() })
  watchStatements(sqlite, health)
  const has = (table: 'signed' | 'approved') =>
    sqlite.prepare<[string]>(`select 1 from ${table} where hash = ?`)
  const [isSigned, isApproved] = [has('signed'), has('approved')]
  const others = sqlite.prepare<[number, string], SpentRow>(
    'select claim_id, usd, at from signed where at > ? and claim_id <> ?',
  )
  const dateBack = sqlite.prepare<[{ at: number }]>('update signed set at = @at where at > @at')
  const sign = sqlite.prepare<[string, string, string, number]>(
    // Asked for twice at once it is signed twice, with the same signature, and counts as before.
    'insert or ignore into signed (hash, claim_id, usd, at) values (?, ?, ?, ?)',
  )

  return {
    wasSigned: (hash) => isSigned.get(hash) !== undefined,
    isApproved: (hash) => isApproved.get(hash) !== undefined,
    spend({ hash, claimId, usd, at, since, latest }, judged) {
      const latestMs = latest.getTime()
      const spentByOthers = () => {
        const read = () => others.all(since.getTime(), claimId)
        const spent = read()
        if (spent.every((one) => one.at <= latestMs)) return perClaim(spent)
        dateBack.run({ at: latestMs })
        return perClaim(read())
      }
      const spending = sqlite.transaction(() => {
        const refusal = judged(spentByOthers)
        if (refusal === undefined) sign.run(hash, claimId, `${usd}`, at.getTime())
        return refusal
      })
      return watchTransaction(sqlite, health, () => spending.immediate())
    },
    wait(claimId, hash, { data, token, amount, usd, askedAt }) {
      sqlite
        .prepare(
          `insert or ignore into waiting select ?, ?, ?, ?, ?, ?, ?
           where (select count(*) from waiting where claim_id = ?) < ${MOST_WAITING}`,
        )
        .run(
          hash,
          claimId,
          data,
          token,
          `${amount}`,
          usd === undefined ? null : `${usd}`,
          askedAt.getTime(),
          claimId,
        )
    },
    drop(claimId) {
      sqlite.prepare('delete from waiting where claim_id = ?').run(claimId)
    },
    waiting: () =>
      sqlite
        .prepare(
          'select * from waiting where hash not in (select hash from approved) order by asked_at, rowid',
        )
        .all()
        .map(readWaiting),
    approve(hash, at) {
      sqlite.prepare('insert or ignore into approved values (?, ?)').run(hash, at.getTime())
    },
    probe() {
      // As little as a signature writes: where that finds room, so does a signature.
      const probe = sqlite.transaction(() => {
        sqlite.prepare('delete from write_probe').run()
        sqlite.prepare('insert into write_probe (at) values (0)').run()
      })
      watchTransaction(sqlite, health, () => probe.immediate())
    },
    master() {
      const row = z
        .object({ key_id: z.string() })
        .optional()
        .parse(sqlite.prepare('select key_id from masters order by number desc limit 1').get())
      if (row) return row.key_id
      return sqlite.prepare('select 1 from signed limit 1').get() ? 'unknown' : undefined
    },
    useMaster(keyId, at) {
      sqlite.prepare('insert into masters (key_id, since) values (?, ?)').run(keyId, at.getTime())
    },
    close: () => void sqlite.close(),
  }
}

/** The signer's own file in its folder. */
export const ledgerFile = (dir: string): string => join(dir, 'signer.sqlite')

function open(dir: string): Sqlite.Database {
  if (dir === ':memory:') return prepare(new Sqlite(':memory:'), dir)
  makeFolder(dir, 'SIGNER_DIR')
  const file = ledgerFile(dir)
  let sqlite: Sqlite.Database | undefined
  try {
    chmodSync(dir, 0o700)
    closeSync(openSync(file, 'a', 0o600)) // SQLite would let others read a file that it makes
    sqlite = new Sqlite(file)
    return prepare(sqlite, file)
  } catch (error) {
    sqlite?.close()
    throw explainFailure(error, `${file} cannot be opened`, (words) => damaged(file, words))
  }
}

const damaged = (file: string, words: readonly string[]) =>
  new Error(
    `${file} is damaged: ${words.join('; ')}. Nothing was changed. Put a copy of it in its place; without one, move it away: the signer then forgets what it paid in the last 24 hours, what was approved, and the name of its master key.`,
  )

function prepare(sqlite: Sqlite.Database, file: string): Sqlite.Database {
  const { damage } = checkPages(sqlite, { budgetMs: LOOK_MS, elapsedMs: () => performance.now() })
  if (damage.length > 0) throw damaged(file, damage)
  const version = Number(sqlite.pragma('user_version', { simple: true }))
  if (version > TABLES_VERSION)
    throw new Error(
      `${file} was written by a newer version of Vouch: its tables are of version ${version}, and this one knows ${TABLES_VERSION}. Run that version of the signer.`,
    )
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL') // a signature is out once it is counted
  sqlite.exec(TABLES)
  sqlite.pragma(`user_version = ${TABLES_VERSION}`)
  return sqlite
}

/** A claim can be paid once, whatever was signed for it: it counts for the most, from the last time on. */
function perClaim(rows: readonly SpentRow[]): Spent[] {
  const claims = new Map<string, Spent>()
  for (const { claim_id: claimId, usd: text, at } of rows) {
    const usd = BigInt(text)
    const known = claims.get(claimId)
    const most = known && known.usd > usd ? known.usd : usd
    const last = Math.max(at, known?.at.getTime() ?? 0)
    claims.set(claimId, { usd: most, at: new Date(last) })
  }
  return [...claims.values()]
}

function readWaiting(row: unknown): Waiting & { claimId: string } {
  const { claim_id: claimId, asked_at: askedAt, usd, hash: _hash, ...same } = WaitingRow.parse(row)
  return { ...same, claimId, usd: usd ?? undefined, askedAt: new Date(askedAt) }
}
