import { desc } from 'drizzle-orm'

import type { Db } from '../database.ts'
import { passkeyHosts } from './people-tables.ts'

/** The host of PUBLIC_URL, and the one that PASSKEY_HOST names, if any. */
type Configured = { host: string; confirmed: string | undefined }

/** Accounts of passkeys belong to another host: none of them opens under the one that is configured. */
export class PasskeyHostError extends Error {
  readonly what: string
  readonly fix: string
  constructor({ host: made, since }: { host: string; since: Date }, host: string) {
    const what = `Passkeys have belonged to ${made} since ${since.toISOString()}, and PUBLIC_URL is ${host}: no account of a passkey opens there, and what such accounts keep can be reached by recovery words alone.`
    const fix = `Set PUBLIC_URL back to ${made}. Only where nobody keeps anything by a passkey, or everybody has written their recovery words down: PASSKEY_HOST=${host} (docs/passkeys.md).`
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
  { host, confirmed }: Configured,
): void {
  if (known && known.host !== host && confirmed !== host) throw new PasskeyHostError(known, host)
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
