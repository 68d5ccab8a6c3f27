import { Pool, TypeOverrides, types } from 'pg'

const { INT8 } = types.builtins

/**
 * Connections to a PostgreSQL, made when they are needed and closed when nobody needs them for a while.
 * @param url `postgres://…`, with what the driver knows as its parameters, `sslmode` for example
 * @param most how many at once; what comes meanwhile waits for one
 */
export function connectPostgres(url: string, most: number): Pool {
  const read = new TypeOverrides()
  read.setTypeParser(INT8, Number) // what is kept so stays below 2^53: times, heights, sequences, numbers of rows; amounts are text
  return new Pool({ connectionString: url, max: most, types: read })
}
