import { DomainError } from '../../../src/core/terms/errors.ts'
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts'
import { sql } from 'drizzle-orm'

// A process that writes as the leader, again and again: `node run-leader.ts <url> <name>`. It goes on when another one has taken over, as one would that was
// asleep meanwhile.
const [url = '', name = ''] = process.argv.slice(2)
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined }
const database = await openPostgres(url, { log: QUIET, lost: () => console.log('lost') })
const { db } = database
const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())

await database.lead()
console.log('leads')
while (!stopping.signal.aborted) {
  const written = db.transaction(async (tx) => {
    await tx.get(sql`select pg_sleep(0.02)`) // most of the time it is in the middle of one
    await tx.run(sql`insert into written (name) values (${name})`)
  })
  const single = db.run(sql`insert into written (name) values (${name})`)
  for (const one of await Promise.allSettled([written, single]))
    if (one.status === 'rejected')
      console.log(one.reason instanceof DomainError ? one.reason.code : '')
}
await database.close()
