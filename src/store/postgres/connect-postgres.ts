import { Client, Pool, TypeOverrides, types, type ClientConfig, type PoolConfig } from 'pg'

const { INT8 } = types.builtins

/** A connection that is not there after so long is given up, and so is an answer. */
const CONNECT_MS = 5_000
const ANSWER_MS = 30_000
/** How long a statement waits for a row that somebody else holds. */
const LOCK_MS = 10_000
/** A process that stands still in a transaction holds its rows for so long, and loses the transaction then: others go on. */
const IDLE_MS = 2_000

/** What connections of servers and of operators' commands are called in `pg_stat_activity`. */
export const APPLICATION = 'vouch'

/**
 * Connections to a PostgreSQL, made when they are needed and closed when nobody needs them for a while.
 * @param url `postgres://…`, with what the driver knows as its parameters, `sslmode` for example
 * @param most how many at once; what comes meanwhile waits for one
 * @param special what is unlike the usual
 */
export function connectPostgres(
  url: string,
  most: number,
  { application_name: name, ...special }: Omit<PoolConfig, 'connectionString'> = {},
): Pool {
  const pool = new Pool({ ...configOf(url, name), pipeline: true, max: most, ...special })
  // A connection that breaks tells whoever asks something of it, and is not used again; nobody else has to hear of it.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** One connection, for what cannot wait for others. */
export async function connectOnce(url: string): Promise<Client> {
  const client = new Client({ ...configOf(url), query_timeout: CONNECT_MS })
  await client.connect()
  return client
}

function configOf(url: string, name = APPLICATION): ClientConfig {
  const read = new TypeOverrides()
  read.setTypeParser(INT8, Number) // what is kept so stays below 2^53: times, heights, sequences, numbers of rows; amounts are text
  return {
    connectionString: nameIn(url, name),
    types: read,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_MS,
  }
}

/** The driver prefers what the address says; but who looks for servers has to find them by their name. */
function nameIn(url: string, name: string): string {
  const named = new URL(url)
  named.searchParams.set('application_name', name)
  return named.href
}
