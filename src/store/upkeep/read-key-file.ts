import { readFileSync } from 'node:fs'

import { ConfigurationError } from '../../core/terms/configuration-error.ts'
import { said } from './explain-failure.ts'

const KEY_LENGTH = 32

/**
 * Reads what `makeKeyFile` made: 32 bytes, as base64 in a file.
 * @param variable what the key can be set by instead
 * @throws {ConfigurationError} it cannot be read, or holds no such key; nothing of what is in it is told
 */
export function readKeyFile(file: string, variable: 'VAULT_KEY' | 'SIGNER_KEY'): Buffer {
  const unusable = (why: string, options?: ErrorOptions) =>
    new ConfigurationError(
      `${file} ${why}: put the right file back, or set ${variable} to the key that was in it. Where that is lost for good, a new DATA_DIR begins anew.`,
      options,
    )
  let key: Buffer
  try {
    key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw unusable(`cannot be read (${said(error)})`, { cause: error })
  }
  if (key.length !== KEY_LENGTH) throw unusable(`holds no key of ${KEY_LENGTH} bytes in base64`)
  return key
}
