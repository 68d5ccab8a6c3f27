import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { identifyPostgres, openPostgresSource, openPostgresTarget } from './postgres-side.ts'
import {
  COPIED_TABLES,
  nameRow,
  type CopiedTable,
  type Row,
  type Side,
  type Value,
} from './side.ts'
import { openSqliteSource, openSqliteTarget } from './sqlite-side.ts'

/** Where everything is kept: a data folder with SQLite's file, or a PostgreSQL. */
export type Place = { dataDir: string } | { databaseUrl: string }

type Options = {
  from: Place
  to: Place
  /** Hears how much is done, of 1. */
  onProgress?: (share: number) => void
  /** Ends it; then nothing is left of it. */
  signal?: AbortSignal
}

export type Copied = {
  /** How many rows of each table were copied. */
  rows: Record<string, number>
  /** Claims that nobody was paid yet. */
  openClaims: number
}

const OPEN_CLAIM = "status <> 'paid'"

/** The place as operators write it, without user and password. */
export function namePlace(place: Place): string {
  if ('dataDir' in place) return `sqlite:${place.dataDir}`
  const { protocol, host, pathname } = new URL(place.databaseUrl)
  return `${protocol}//${host}${pathname}`
}

/**
 * Copies everything from one database into an empty one, while neither has a server, and reads both again to compare every value. All of it is kept, or nothing.
 * What each database knows of its own making is not copied: its migrations, and which versions made its tables.
 * @throws {Error} the source is not there or of another version, the target has rows, a server has one of them open, or a value cannot be kept or is not the same
 */
export async function copyStore({ from, to, ...options }: Options): Promise<Copied> {
  options.signal?.throwIfAborted()
  if ((await identify(from)) === (await identify(to)))
    throw new Error(
      `${namePlace(from)} and ${namePlace(to)} are one database. Nothing was changed.`,
    )
  const source = await openSource(from)
  try {
    const target = await openTarget(to)
    try {
      return await copyBetween(source, target, options)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function identify(place: Place): Promise<string> {
  if ('databaseUrl' in place) return identifyPostgres(place.databaseUrl, namePlace(place))
  const folder = resolve(place.dataDir)
  return existsSync(folder) ? realpathSync(folder) : folder
}

async function openSource(place: Place): Promise<Side> {
  return 'dataDir' in place
    ? openSqliteSource(place.dataDir, namePlace(place))
    : openPostgresSource(place.databaseUrl, namePlace(place))
}

async function openTarget(place: Place): Promise<Side> {
  return 'dataDir' in place
    ? openSqliteTarget(place.dataDir, namePlace(place))
    : openPostgresTarget(place.databaseUrl, namePlace(place))
}

async function copyBetween(
  source: Side,
  target: Side,
  { onProgress, signal }: Pick<Options, 'onProgress' | 'signal'>,
): Promise<Copied> {
  const rows: Record<string, number> = {}
  for (const table of COPIED_TABLES) rows[table.name] = await source.count(table)
  const all = 2 * Object.values(rows).reduce((sum, count) => sum + count, 0)
  let done = 0
  const step = async (count: number) => {
    done += count
    onProgress?.(done / all)
    await nextTurn() // SQLite does not wait for anything: a signal has to be heard
    signal?.throwIfAborted()
  }
  for (const table of COPIED_TABLES) await copyTable(table, source, target, step)
  for (const table of COPIED_TABLES) await compareTable(table, source, target, step)
  for (const table of COPIED_TABLES) await passNumber(table, source, target)
  const openClaims = await countOpen(target)
  await source.expectNoServer()
  await target.expectNoServer()
  await target.keep()
  return { rows, openClaims }
}

type Step = (rows: number) => Promise<void>

/** @throws {Error} with the table that could not be copied, and why */
async function copyTable(
  table: CopiedTable,
  source: Side,
  target: Side,
  step: Step,
): Promise<void> {
  for await (const rows of source.read(table)) {
    try {
      await target.write(table, rows)
    } catch (cause) {
      const why = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
      throw new Error(
        `${table.name} cannot be copied to ${target.name}: ${why}. Nothing was changed.`,
        { cause },
      )
    }
    await step(rows.length)
  }
}

/** Reads a table of both sides, and compares every value of every row. @throws {Error} with the first row that is not the same */
export async function compareTable(
  table: CopiedTable,
  source: Side,
  target: Side,
  step: Step,
): Promise<void> {
  const written = target.read(table)
  let compared = 0
  for await (const rows of source.read(table)) {
    const { value: copies = [] } = await written.next()
    for (let at = 0; at < Math.max(rows.length, copies.length); at += 1) {
      const difference = differenceOf(table, rows[at], copies[at])
      if (difference !== undefined) throw differs(source, target, difference)
    }
    compared += rows.length
    await step(rows.length)
  }
  const { value: more } = await written.next()
  const difference = differenceOf(table, undefined, more?.[0])
  if (difference !== undefined) throw differs(source, target, difference)
  for (const side of [source, target]) {
    const count = await side.count(table)
    if (count !== compared)
      throw differs(
        source,
        target,
        `${side.name} has ${count} rows of ${table.name}, and ${compared} were compared`,
      )
  }
}

const differs = (source: Side, target: Side, difference: string) =>
  new Error(
    `What was copied from ${source.name} to ${target.name} is not the same: ${difference}. Nothing was changed.`,
  )

function differenceOf(
  table: CopiedTable,
  row: Row | undefined,
  copy: Row | undefined,
): string | undefined {
  if (row && (!copy || copy[0] > row[0])) return `${nameRow(table, row)} is missing`
  if (copy && (!row || copy[0] < row[0])) return `${nameRow(table, copy)} is only in the copy`
  const column = table.columns.find((_, at) => !isSame(row?.[at], copy?.[at]))
  return row && column && `${column.name} of ${nameRow(table, row)} is another`
}

const isSame = (one: Value | undefined, other: Value | undefined): boolean =>
  Buffer.isBuffer(one) ? Buffer.isBuffer(other) && one.equals(other) : one === other

/** Whichever side has used the larger number, it is used again on neither. */
async function passNumber(table: CopiedTable, source: Side, target: Side): Promise<void> {
  const [theirs, ours] = [await source.lastNumber(table), await target.lastNumber(table)]
  await target.goOnAfter(table, theirs > ours ? theirs : ours)
}

async function countOpen(side: Side): Promise<number> {
  const claims = COPIED_TABLES.find(({ name }) => name === 'claims')
  if (!claims) throw new Error('There are no claims among the tables')
  return side.count(claims, OPEN_CLAIM)
}
