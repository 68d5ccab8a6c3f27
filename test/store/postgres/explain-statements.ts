import type { Pool, PoolClient, QueryResult } from 'pg'
import { z } from 'zod'

/** What PostgreSQL did for one statement. */
export type Explained = {
  text: string
  /** Rows that it gave or changed, and rows that it looked at for that. */
  rows: number
  read: number
  /** Pages of 8 KiB that it looked at, cached or not. */
  buffers: number
  /** To plan and to execute, without the way there and back. */
  ms: number
  /** Each look at a table: `Index Scan claims_claimer`. */
  looks: string[]
}

const Plan = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z.array(Plan).default([])
  },
})
type Plan = z.infer<typeof Plan>
const Answer = z.object({
  rows: z.tuple([
    z.object({
      'QUERY PLAN': z.tuple([
        z.object({ Plan, 'Planning Time': z.number(), 'Execution Time': z.number() }),
      ]),
    }),
  ]),
})

type Query = { text: string; values: unknown[]; rowMode?: 'array' }
const isQuery = (asked: unknown): asked is Query =>
  typeof asked === 'object' && asked !== null && 'values' in asked

/**
 * A pool that has PostgreSQL explain each statement before it is executed, in the same transaction and on the same rows. What the
 * explained one writes is taken back, so that the statement itself does it.
 */
export function explainStatements(pool: Pool, heard: (explained: Explained) => void) {
  async function explain(client: PoolClient, { text, values }: Query): Promise<void> {
    await client.query('savepoint explained')
    const asked = { text: `explain (analyze, buffers, format json) ${text}`, values }
    const [answer] = Answer.parse(await client.query(asked)).rows
    await client.query('rollback to savepoint explained')
    const [{ Plan: top, ...times }] = answer['QUERY PLAN']
    const looks = nodesOf(top).filter((node) => node['Relation Name'] !== undefined && isLook(node))
    heard({
      text,
      rows: rowsOf(top),
      read: looks.reduce((sum, node) => sum + readBy(node), 0),
      buffers: top['Shared Hit Blocks'] + top['Shared Read Blocks'],
      ms: times['Planning Time'] + times['Execution Time'],
      looks: nodesOf(top).flatMap(describe),
    })
  }

  return {
    async connect(): Promise<PoolClient> {
      const client = await pool.connect()
      const handler: ProxyHandler<PoolClient> = {
        get(target, name) {
          if (name !== 'query') {
            const value: unknown = Reflect.get(target, name, target)
            return typeof value === 'function' ? value.bind(target) : value
          }
          return async (asked: string | Query) => {
            if (!isQuery(asked)) return target.query(asked)
            await explain(target, asked)
            return target.query(asked)
          }
        },
      }
      return new Proxy(client, handler)
    },
    async query(asked: Query): Promise<QueryResult> {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await explain(client, asked)
        const result = await client.query(asked)
        await client.query('commit')
        return result
      } finally {
        client.release()
      }
    },
  }
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...plan.Plans.flatMap(nodesOf)]
/** A bitmap's index finds what its heap scan then reads. */
const isLook = ({ 'Node Type': type }: Plan) =>
  type.endsWith('Scan') && type !== 'Bitmap Index Scan'
const readBy = (node: Plan): number =>
  Math.round(
    (node['Actual Rows'] + node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck']) *
      node['Actual Loops'],
  )
/** What changes rows gives none back, but what is under it does. */
const rowsOf = (plan: Plan): number => {
  const [below] = plan['Node Type'] === 'ModifyTable' ? plan.Plans : [plan]
  return below ? below['Actual Rows'] * below['Actual Loops'] : 0
}
const describe = (node: Plan): string[] => {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = node
  const isOne = type.endsWith('Scan') && type !== 'Bitmap Heap Scan' && node['Actual Loops'] > 0
  return isOne && (index ?? table) !== undefined ? [`${type} ${index ?? table}`] : []
}
