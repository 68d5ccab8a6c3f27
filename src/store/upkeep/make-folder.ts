import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { ConfigurationError } from '../../core/terms/configuration-error.ts'
import { adviceOn, codeOf, isFull, said } from './explain-failure.ts'

/** What is wrong with a place itself, so that only another one helps, or other rights. */
const REASONS: Record<string, (path: string) => string> = {
  EEXIST: (path) => `${path} is no folder`,
  ENOTDIR: (path) => `${path} is in no folder`,
  EACCES: (path) => `this user may not make ${path}`,
  EPERM: (path) => `this user may not make ${path}`,
  EROFS: (path) => `${path} would be on a disk that is read-only`,
}

/**
 * Makes a folder for its owner alone, and those that it is in, unless it is there.
 * @param variable what it is set by
 * @throws {ConfigurationError} no folder can be there; says why
 * @throws {Error} the disk has no room for it, or is broken
 */
export function makeFolder(folder: string, variable: 'DATA_DIR' | 'SIGNER_DIR'): void {
  try {
    make(resolve(folder))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const code = codeOf(error) ?? ''
    if (isFull(error) || code === 'EIO')
      throw new Error(`${folder} cannot be made: ${said(error)}. ${adviceOn(error)}`, {
        cause: error,
      })
    const path = 'path' in error ? String(error.path) : folder
    const reason = REASONS[code]?.(path) ?? `${path} cannot be made (${code})`
    throw new ConfigurationError(
      `${folder} cannot be ${variable}: ${reason}. Set ${variable} to a folder that the user that runs Vouch may write, on a disk that can be written.`,
      { cause: error },
    )
  }
}

/** One after the other: where a folder that is there takes none, as in /proc, Node's way of making all of them at once never ends. */
function make(folder: string): void {
  if (isFolder(folder)) return
  const above = dirname(folder)
  if (above !== folder) make(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!isFolder(folder)) throw error // another process may have made it meanwhile
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
