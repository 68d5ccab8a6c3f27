import { readFileSync } from 'node:fs'

import { ConfigurationError } from '../core/terms/configuration-error.ts'
import { Network } from '../core/terms/network.ts'

/** @throws {Error} says why the file cannot be read, or which of its fields cannot be used */
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
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse('it is not JSON')
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? refuse('there is no such file')
      : error
  }
}
