import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'

import * as postgresTables from '../postgres/postgres-tables.ts'
import { writers } from '../postgres/postgres-tables.ts'
import { hasTwin } from '../postgres/to-postgres.ts'

/** How many rows are in hand at a time, of each side. */
export const BATCH = 500

/** A value as both databases keep it. */
export type Value = bigint | string | Buffer | null
/** Its values in the order of the table's columns: the first is the row's number. */
export type Row = [number: bigint, ...Value[]]

type CopiedColumn = { name: string; holds: 'bigint' | 'text' | 'bytea' }

export type CopiedTable = {
  name: string
  /** The first is the number by which rows are in the order in which they came: one of the table's own, or `rowid`. */
  columns: readonly [CopiedColumn, ...CopiedColumn[]]
  /** Who numbers its rows: the caller; the database, from 1 without ever using a number again; or the database, in a `rowid` that only says the order. */
  numbering: 'given' | 'lasting' | 'order'
  /** Tables that its rows belong to. */
  parents: readonly string[]
}

/** A database while it is copied: no server has it open, nobody else writes, and all that is done is one transaction. */
export type Side = {
  /** As the operator named it, without a password. */
  name: string
  /** How many rows of a table there are, or of them those that an SQL condition is about. */
  count(table: CopiedTable, condition?: string): Promise<number>
  /** All rows by their numbers, `BATCH` at a time. @throws {Error} a value is not of its column's type, or cannot be read exactly */
  read(table: CopiedTable): AsyncGenerator<Row[], undefined>
  /** @throws {Error} the database refuses it, or cannot keep a value */
  write(table: CopiedTable, rows: readonly Row[]): Promise<void>
  /** The largest number that a row has, or had where that is known; 0 where there was none. */
  lastNumber(table: CopiedTable): Promise<bigint>
  /** Has the next row's number come after this one. */
  goOnAfter(table: CopiedTable, number: bigint): Promise<void>
  /** @throws {Error} a server has opened it meanwhile */
  expectNoServer(): Promise<void>
  /** Keeps what was written. */
  keep(): Promise<void>
  /** Leaves it as it was before what was not kept, and lets others use it again. */
  close(): Promise<void>
}

/** Which versions have made the tables is each database's own to know. */
const NOT_COPIED = getTableConfig(writers).name

/** Every table that both databases have but `writers`, each after those that its rows belong to. */
export const COPIED_TABLES: readonly CopiedTable[] = parentsFirst(
  Object.values(postgresTables)
    .filter(hasTwin)
    .map(describe)
    .filter(({ name }) => name !== NOT_COPIED),
)

/** `"claims"`, as SQL of either database has names. */
export const quote = (name: string) => `"${name}"`

/** Names a row for an operator, who may look it up by the same words. */
export const nameRow = ({ name, columns: [{ name: number }] }: CopiedTable, [value]: Row): string =>
  `the row of ${name} with ${number} ${value}`

/** @throws {Error} rows are there */
export function expectEmpty(side: string, filled: readonly string[]): void {
  if (filled.length === 0) return
  throw new Error(
    `${side} has rows already, in ${filled.join(', ')}, and it must be empty: nothing is put among what is there. Nothing was changed. Name an empty database, or a folder without one.`,
  )
}

function describe(table: PgTable): CopiedTable {
  const { name, columns, foreignKeys } = getTableConfig(table)
  const number =
    columns.find((column) => column.name === 'rowid') ??
    columns.find((column) => column.primary && column.getSQLType() === 'bigint')
  if (!number) throw new Error(`${name} has no number that its rows are in the order of`)
  const others = columns.filter((column) => column !== number)
  const describeColumn = (column: (typeof columns)[number]): CopiedColumn => ({
    name: column.name,
    holds: kindOf(column.getSQLType()),
  })
  return {
    name,
    columns: [describeColumn(number), ...others.map(describeColumn)],
    numbering: number.name === 'rowid' ? 'order' : number.generatedIdentity ? 'lasting' : 'given',
    parents: foreignKeys.map((key) => getTableConfig(key.reference().foreignTable).name),
  }
}

function kindOf(type: string): CopiedColumn['holds'] {
  if (type === 'bigint' || type === 'bytea') return type
  if (type.startsWith('text')) return 'text'
  throw new Error(`${type} is not copied yet`)
}

function parentsFirst(tables: readonly CopiedTable[]): CopiedTable[] {
  const ordered: CopiedTable[] = []
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      (table) =>
        !ordered.includes(table) &&
        table.parents.every((parent) => ordered.some(({ name }) => name === parent)),
    )
    if (ready.length === 0) throw new Error('Tables belong to each other in a circle')
    ordered.push(...ready)
  }
  return ordered
}
