import { desc } from 'drizzle-orm'

import { ConfigurationError } from '../../core/terms/configuration-error.ts'
import type { Db } from '../database.ts'
import { passkeyHosts } from './people-tables.ts'

/** The host that passkeys would belong to, the variable that names it, and the host that PASSKEY_HOST names, if any. */
type Configured = {
  host: string
  variable: 'KEY_URL' | 'PUBLIC_URL'
  confirmed: string | undefined
}

/** Which host passkeys belong to as it is configured: that of the key page. */
export function configuredPasskeyHost(
  publicUrl: string,
  {
    keyUrl,
    passkeyHost: confirmed,
  }: { keyUrl: string | undefined; passkeyHost: string | undefined },
): Configured {
  const variable = keyUrl === undefined ? 'PUBLIC_URL' : 'KEY_URL'
  return { host: new URL(keyUrl ?? publicUrl).hostname, variable, confirmed }
}

const WAYS_BACK = {
  PUBLIC_URL: (made: string) =>
    `PUBLIC_URL back to ${made}, or KEY_URL to where that was the host of the key page`,
  KEY_URL: (made: string) =>
    `KEY_URL back to ${made}, or unset it where that is the host of PUBLIC_URL`,
}

/** Accounts of passkeys belong to another host: none of them opens under the one that is configured. */
export class PasskeyHostError extends ConfigurationError {
  readonly what: string
  readonly fix: string
  constructor(
    { host: made, since }: { host: string; since: Date },
    { host, variable }: Pick<Configured, 'host' | 'variable'>,
  ) {
    const what = `Passkeys have belonged to ${made} since ${since.toISOString()}, and the host of ${variable} is ${host}: no account of a passkey opens there, and what such accounts keep can be reached by recovery words alone.`
    const fix = `Set ${WAYS_BACK[variable](made)}. Only where nobody keeps anything by a passkey, or everybody has written their recovery words down: PASSKEY_HOST=${host} (docs/passkeys.md).`
    super(`${what} ${fix}`)
    this.what = what
    this.fix = fix
  }
}

/** The host that passkeys belong to; `undefined` before the first start. */
export async function passkeyHost(
  db: Pick<Db, 'select'>,
): Promise<{ host: string; since: Date } | undefined> {
  const { host, since } = passkeyHosts
  const [row] = await db
    .select({ host, since })
    .from(passkeyHosts)
    .orderBy(desc(passkeyHosts.number))
    .limit(1)
    .all()
  return row
}

/** @throws {PasskeyHostError} passkeys belong to another host, and nobody has confirmed that they are given up */
export function expectPasskeyHost(
  known: { host: string; since: Date } | undefined,
  configured: Configured,
): void {
  const { host, confirmed } = configured
  if (known && known.host !== host && confirmed !== host)
    throw new PasskeyHostError(known, configured)
}

/**
 * Has passkeys belong to this host from now on: from the first start on, since whoever serves pages offers passkeys.
 * @throws {PasskeyHostError} as `expectPasskeyHost`; then nothing was changed
 */
export async function goByPasskeyHost(db: Db, configured: Configured, now: Date): Promise<void> {
  // No server leads yet, and several may start at once.
  await db.shared.transaction(async (tx) => {
    const known = await passkeyHost(tx)
    expectPasskeyHost(known, configured)
    const { host } = configured
    if (known?.host !== host) await tx.insert(passkeyHosts).values({ host, since: now }).run()
  })
}
