import { sql } from 'drizzle-orm'

import type { Db } from '../handle.ts'

const MINUTE = sql.raw('floor(extract(epoch from clock_timestamp()) / 60)::bigint')

/** Takes so many of the `most` calls that a client may lead to in this minute, over all servers. False, and nothing taken, where there are not as many left. */
export async function takeCalls(
  { shared }: Pick<Db, 'shared'>,
  client: string,
  calls: number,
  most: number,
): Promise<boolean> {
  const taken = await shared.get<{ calls: number }>(
    sql`insert into client_calls (minute, client, calls) values (${MINUTE}, ${client}, ${calls})
        on conflict (minute, client) do update set calls = client_calls.calls + excluded.calls
        where client_calls.calls + excluded.calls <= ${most} returning calls`,
  )
  if (taken?.calls === calls)
    await shared.run(sql`delete from client_calls where minute < ${MINUTE} - 1`)
  return taken !== undefined
}
