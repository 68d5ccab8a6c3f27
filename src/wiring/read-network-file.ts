import { readFileSync } from 'node:fs'

import { ConfigurationError } from '../core/terms/configuration-error.ts'
import { Network } from '../core/terms/network.ts'

/** @throws {ConfigurationError} says why the file cannot be read, or which of its fields cannot be used */
export function readNetworkFile(path: string): Network {
  const refuse = (reason: string) =>
    new ConfigurationError(`The network file ${path} cannot be used: ${reason}.`)
  const result = Network.safeParse(parse(path, refuse))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw refuse(`${issue?.path.join('.')}: ${issue?.message}`)
}

function parse(path: string, refuse: (reason: string) => Error): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) // some editors begin a file so
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse('it is not JSON')
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw refuse(UNREADABLE[code] ?? `it cannot be read (${code})`)
  }
}

/** Why the system gives no file, by its code. */
const UNREADABLE: Partial<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
}
