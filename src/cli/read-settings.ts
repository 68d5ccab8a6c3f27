import { statSync } from 'node:fs'

import { readConfig, type Config } from '../config.ts'
import { ConfigurationError } from '../core/terms/configuration-error.ts'
import { setVariables } from '../core/terms/set-variables.ts'

const DEFAULT_FILE = '.env'

/** The file of `--config`; without it `.env`, where there is one. */
export type Settings = { config?: string }

/**
 * Returns the environment with what the file adds to it: a variable that is set already stays as it is. None is empty or blank.
 * @throws {ConfigurationError} the file that was named is not there, or a folder
 */
export function readEnvironment({ config }: Settings): Record<string, string | undefined> {
  const file = config ?? DEFAULT_FILE
  const found = statSync(file, { throwIfNoEntry: false })
  if (config !== undefined && !found) throw new ConfigurationError(`There is no file ${file}.`)
  if (found?.isDirectory())
    throw new ConfigurationError(`There is no file ${file}: it is a folder.`)
  if (found) process.loadEnvFile(file)
  return setVariables(process.env)
}

/** @throws {Error} the configuration cannot be used; says why */
export const readSettings = (settings: Settings): Config => readConfig(readEnvironment(settings))

/** @throws {Error} a command is for SQLite's file alone, and everything is kept in a PostgreSQL */
export function refuseOnPostgres(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  instead = "Use PostgreSQL's own means: pg_dump and pg_restore, or copies of its log of writes (docs/operating.md).",
): void {
  if (databaseUrl !== undefined)
    throw new Error(
      `Everything is kept in the PostgreSQL at DATABASE_URL, and this command is for the file in DATA_DIR. ${instead}`,
    )
}
