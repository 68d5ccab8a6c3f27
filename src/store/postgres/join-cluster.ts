import { sql, type SQL } from 'drizzle-orm'
import type { Client } from 'pg'
import { z } from 'zod'

/** How often a process shows that it lives, and asks for what nobody does. */
const BEAT_MS = 500
/** Who was not seen for so long is taken for dead, and what it did goes to another one. */
const DEAD_MS = 2_500
/** Processes that ended without a word are kept in mind for so long. */
const FORGOTTEN_MS = 3_600_000
const CHANNEL = 'vouch'
/** How often everybody is to look by themselves, whatever was said: what is said while a connection breaks is lost. */
const MISSED_MS = 15_000
/** Said on the channel by whoever gives a duty back, and by who answers from now on: all look at once. */
const LOOK = 'look'

/** The database's clock: those of the machines may differ. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** Takes a process for dead for good if it was not seen for so long: it writes nothing from then on, and ends when it finds out. */
export const giveUp = (process: string): SQL =>
  sql`delete from processes where id = ${process} and seen <= ${sql.raw(`${NOW} - ${DEAD_MS}`)}`

/** What only one process may do at a time. */
type Duty = 'serve' // earlier versions beside this one call it so
/** A duty as it was given to this process: what is written in its name has to name it. */
export type Held = { duty: Duty; token: number }

/** Locks the duty for what the leader writes; finds no row once another process has taken it over. */
export const holdDuty = ({ duty, token }: Held): string =>
  `select 1 from duties where duty = '${duty}' and token = ${token} for share`
/** Locks the process for what every server writes, beside its beats; finds no row once another one has taken it for dead. */
export const holdProcess = (process: string): string =>
  `select 1 from processes where id = '${process}' for key share`

const Seen = z.object({
  rows: z.array(
    z.object({ token: z.number(), process: z.string().nullable(), lives: z.boolean() }),
  ),
})
const Given = z.object({ rows: z.array(z.object({ token: z.number() })) })
const Found = z.object({ rows: z.array(z.object({ url: z.string(), secret: z.string() })) })
const Address = z.object({ rows: z.array(z.object({ address: z.string().nullable() })) })

/** Another process of ours: where it answers, and what shows it that it is asked by one of us. */
export type Peer = { url: string; secret: string }
/** Where this process answers the others: without a `url`, at the address from which it reaches the database. */
export type Answering = { url: string | undefined; port: number }

type Deps = {
  /** Makes a connection that is this one's alone, so that nothing else delays a beat. */
  connect(): Promise<Client>
  self: { id: string; version: string; secret: string }
  /** Told that another process has taken over from this one: nothing that this one still writes is kept. */
  lost: (error: Error) => void
  log: {
    info(details: object, message: string): void
    warn(details: object, message: string): void
  }
}

export type Cluster = {
  /** Ends once the others can see this process: from then on it writes. */
  joined: Promise<void>
  /** Takes a duty once no other process has it; calls `waits` when one has. */
  take(duty: Duty, waits?: () => void): Promise<Held>
  /** Tells the others that this process, which has the duty, answers there what they are asked. */
  answerAt(answering: Answering): void
  /** The process that leads and answers, as of the last look: it may have ended since. None while the one that leads is about to end. */
  leader(): Peer | undefined
  /** Says something to all processes, this one included. Where the database is away it is lost. */
  tell(said: string): void
  /** Calls `listener` with what is said from now on, and with `undefined` where something may have been missed. */
  hear(listener: (said: string | undefined) => void): void
  /** Takes no duty from now on; what this process has it keeps. */
  withdraw(): void
  /** Is named to the others no longer, which find out with their next look: from then on they ask it nothing. It keeps its duty. */
  answerNoMore(): void
  /** Gives back what this process has. What it began has to have ended. */
  leave(): Promise<void>
}

/**
 * Finds out, by the database alone, which of several processes does what only one may do. One that dies, hangs or loses the database is replaced after `DEAD_MS`
 * and a beat; when it wakes up later its token is too old, and it writes nothing.
 */
export function joinCluster({ connect, self, lost, log }: Deps): Cluster {
  const wanted = new Map<Duty, { begin: (held: Held) => void; waits?: (() => void) | undefined }>()
  const held = new Map<Duty, number>()
  const leaving = new AbortController()
  let answersNoMore = false
  let client: Client | undefined
  let answering: Answering | undefined
  let toldUrl: string | undefined
  let found: Peer | undefined
  let wake: () => void = () => undefined
  let isAway = false
  let isKnown = false
  let join: () => void = () => undefined
  const joined = new Promise<void>((resolve) => {
    join = resolve
  })
  const listeners: ((said: string | undefined) => void)[] = []
  let heardMs = -Infinity

  async function connected(): Promise<Client> {
    if (client) return client
    const fresh = await connect()
    fresh.on('error', () => drop(fresh))
    fresh.on('end', () => drop(fresh))
    fresh.on('notification', ({ payload }) => {
      if (payload === LOOK) wake()
      else for (const listener of listeners) listener(payload)
    })
    client = fresh // dropped where even this is not answered
    await fresh.query(`listen ${CHANNEL}`)
    heardMs = -Infinity
    return fresh
  }

  function drop(broken: Client): void {
    if (client === broken) client = undefined
    broken.end().catch(() => undefined)
  }

  async function beat(): Promise<void> {
    const at = await connected()
    if (performance.now() - heardMs >= MISSED_MS) {
      heardMs = performance.now()
      for (const listener of listeners) listener(undefined)
    }
    const url = answering && (answering.url ?? (await addressOf(at, answering.port)))
    if (!isKnown)
      await at.query(
        `insert into processes (id, version, since, seen) values ($1, $2, ${NOW}, ${NOW}) on conflict do nothing`,
        [self.id, self.version],
      )
    isKnown = true
    const { rowCount } = await at.query(
      `update processes set seen = ${NOW}, url = $2, secret = $3 where id = $1`,
      [self.id, url, url === undefined ? undefined : self.secret],
    )
    if (rowCount === 0) return end()
    join()
    if (url !== toldUrl) await sayLook(at)
    toldUrl = url
    for (const [duty, token] of held) {
      const row = await look(at, duty)
      if (row?.token !== token || row.process !== self.id) return end()
    }
    for (const [duty, { begin, waits }] of wanted) {
      const row = await look(at, duty)
      if (!wanted.has(duty)) continue // it has withdrawn meanwhile
      const isGiven = row?.process === self.id // what told so was lost, with a connection or in a commit that took too long
      if (row && row.process !== null && row.lives && !isGiven) {
        wanted.set(duty, { begin })
        waits?.()
        continue
      }
      const token = isGiven ? row.token : await ask(at, duty, row)
      if (token === undefined) continue
      if (!wanted.delete(duty)) {
        await giveBack(at)
        continue
      }
      held.set(duty, token)
      begin({ duty, token })
    }
    const { rows } = Found.parse(
      await at.query(
        `select url, secret from duties join processes on processes.id = duties.process
         where duty = 'serve' and url is not null`,
      ),
    )
    found = rows[0]
  }

  /** Others have gone on without this process. */
  function end(): void {
    leaving.abort()
    lost(new Error('Another process has taken over from this one, which did not answer in time'))
  }

  async function giveBack(at: Client): Promise<void> {
    await at.query('update duties set process = null where process = $1', [self.id])
    await sayLook(at)
  }

  const sayLook = (at: Client) => at.query('select pg_notify($1, $2)', [CHANNEL, LOOK])

  async function addressOf(at: Client, port: number): Promise<string> {
    const { rows } = Address.parse(
      await at.query('select host(inet_client_addr()) as address'), // null over a socket of the system
    )
    const address = rows[0]?.address ?? '127.0.0.1'
    return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
  }

  async function look(at: Client, duty: Duty) {
    const { rows } = Seen.parse(
      await at.query(
        `select token, process, coalesce(seen > ${NOW} - ${DEAD_MS}, false) as lives
         from duties left join processes on processes.id = duties.process where duty = $1`,
        [duty],
      ),
    )
    return rows[0]
  }

  /** Two that ask at once both name the token that they saw, and one of them gets none. Whoever had it, and was not seen, is given up. */
  async function ask(
    at: Client,
    duty: Duty,
    seen: { token: number; process: string | null } | undefined,
  ): Promise<number | undefined> {
    const { rows } = Given.parse(
      await at.query(
        `with given_up as (delete from processes where id = $4 and seen <= ${NOW} - ${DEAD_MS})
         insert into duties (duty, token, process) values ($1, 1, $2)
         on conflict (duty) do update set token = duties.token + 1, process = excluded.process
         where duties.token = $3 returning token`,
        [duty, self.id, seen?.token ?? 0, seen?.process],
      ),
    )
    return rows[0]?.token
  }

  async function run(): Promise<void> {
    while (!leaving.signal.aborted) {
      try {
        await beat()
        isAway = false
      } catch (error) {
        if (client) drop(client)
        if (!isAway) log.warn({ err: error }, 'the database does not answer; trying again')
        isAway = true
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, BEAT_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
        if (leaving.signal.aborted) wake()
      })
    }
  }
  const running = run()

  return {
    joined,
    take: (duty, waits) =>
      new Promise((resolve) => {
        wanted.set(duty, { begin: resolve, waits })
        wake()
      }),
    answerAt(told) {
      if (answersNoMore) return
      answering = told
      wake()
    },
    leader: () => found,
    tell(said) {
      client?.query('select pg_notify($1, $2)', [CHANNEL, said]).catch(() => undefined) // whoever misses it looks by itself
    },
    hear: (listener) => void listeners.push(listener),
    withdraw: () => wanted.clear(),
    answerNoMore() {
      answersNoMore = true
      answering = undefined
      wake()
    },
    async leave() {
      leaving.abort()
      wake()
      await running
      try {
        const at = await connected()
        await giveBack(at)
        await at.query(`delete from processes where id = $1 or seen < ${NOW} - ${FORGOTTEN_MS}`, [
          self.id,
        ])
      } catch (error) {
        log.warn({ err: error }, 'what this process did goes to another one a moment later')
      }
      await client?.end().catch(() => undefined)
    },
  }
}
