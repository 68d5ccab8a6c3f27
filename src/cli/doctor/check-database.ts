import { judgeKeys } from '../../claims/key-check.ts'
import { createVault, type Vault } from '../../claims/vault.ts'
import type { Examination } from '../../store/examine-database.ts'
import { findVaultKeys, readKeyInUse } from '../../store/claims/vault-keys.ts'
import { readBeside } from '../../store/open-store.ts'
import {
  configuredPasskeyHost,
  expectPasskeyHost,
  passkeyHost,
  PasskeyHostError,
} from '../../store/people/passkey-host.ts'
import {
  failure,
  isLocal,
  ok,
  skipped,
  warning,
  wordsOf,
  type Finding,
  type Patient,
} from './finding.ts'

/** Whether the database is whole, of this version, and opens with the configured keys. */
export async function checkDatabase(patient: Patient): Promise<Finding[]> {
  const { config, isRunning } = patient
  if (config.databaseUrl !== undefined) return checkPostgres(patient)
  const keys = findVaultKeys(config)
  const vault = keys && createVault(keys)
  const found = patient.examination()
  if (!found) return [ok(`There is none in ${config.dataDir} yet; the first start makes it.`)]
  const { damage, tables, versions, rows, openClaims } = found
  if (damage.length > 0)
    return [
      failure(
        `The database is damaged: ${damage.join('; ')}.`,
        'Stop the server and put the latest backup in its place: vouch restore <file>.',
      ),
    ]
  if (tables === 'unknown')
    return [
      failure(
        `The database was written by a newer version of Vouch than this one: ${versions}.`,
        'Run that version, or restore a backup from before: vouch restore <file>.',
      ),
    ]
  if (tables === 'none')
    return [
      failure(
        `vouch.sqlite in ${config.dataDir} is no database of Vouch.`,
        'Give Vouch a DATA_DIR of its own.',
      ),
    ]
  return [
    ok(
      `It is whole; claimers: ${rows['claimers']}, unpaid claims: ${openClaims}.` +
        (isRunning ? ' A server has it open.' : '') +
        (tables === 'old' ? ' The next start brings its tables up to date.' : ''),
    ),
    judgeVault(found, vault),
    ...(tables === 'current' ? await judgePasskeys(patient) : []),
  ]
}

/** Whether the pages are whole, PostgreSQL looks at itself. */
async function checkPostgres(patient: Patient): Promise<Finding[]> {
  try {
    return [
      ok('PostgreSQL answers, and its tables are those of this version.'),
      await judgeVaultOf(patient),
      ...(await judgePasskeys(patient)),
    ]
  } catch (error) {
    return [
      failure(
        wordsOf(error),
        'Look at DATABASE_URL, and at the server that it names; the first start makes the tables.',
      ),
    ]
  }
}

/** Whether accounts of passkeys open under the configured address. On a local network nobody keeps anything of worth. */
async function judgePasskeys(patient: Patient): Promise<Finding[]> {
  const { config } = patient
  const { db, close } = await readBeside(config)
  try {
    const known = await passkeyHost(db)
    if (isLocal(patient) || !known || config.publicUrl === undefined) return []
    const configured = configuredPasskeyHost(config.publicUrl, config)
    expectPasskeyHost(known, configured)
    const where = `Accounts of passkeys belong to ${configured.host}`
    return [
      ok(
        config.keyUrl === undefined
          ? `${where}, as all pages do; with KEY_URL the key page has a host of its own (docs/passkeys.md).`
          : `${where}, the host of the key page alone.`,
      ),
    ]
  } catch (error) {
    if (!(error instanceof PasskeyHostError)) throw error
    return [failure(error.what, error.fix)]
  } finally {
    await close()
  }
}

/** Whether a server starts on it with these keys. What each of them opens is counted in SQLite's file alone. */
async function judgeVaultOf({ config }: Patient): Promise<Finding> {
  const keys = findVaultKeys(config)
  const { db, close } = await readBeside(config)
  try {
    return judgeVault({ keyInUse: await readKeyInUse(db) }, keys && createVault(keys))
  } finally {
    await close()
  }
}

function judgeVault(
  { keyInUse, keys }: Pick<Examination, 'keyInUse'> & Partial<Pick<Examination, 'keys'>>,
  vault: Vault | undefined,
): Finding {
  if (!vault)
    return keyInUse
      ? failure(
          `The database goes by the key named ${keyInUse.keyId}, and there is none.`,
          'Put vault.key back into DATA_DIR, or set VAULT_KEY to that key.',
        )
      : skipped('There is no vault key yet.')
  if (judgeKeys(keyInUse, vault.checks) === 'foreign')
    return failure(
      `The database goes by the key named ${keyInUse?.keyId}, and what is set is ${vault.keyIds.join(', ')}: the server does not start.`,
      'Set VAULT_KEY to that key, or VAULT_KEY_OLD where VAULT_KEY is to take its place (docs/claims.md).',
    )
  return keys
    ? judgeClaimKeys(keys, vault.keyIds)
    : ok(`The database goes by VAULT_KEY (its name is ${vault.keyIds[0]}), or by none yet.`)
}

function judgeClaimKeys(
  { openedBy, unopened }: { openedBy: Record<string, number>; unopened: number },
  [newest = '', ...old]: readonly string[],
): Finding {
  const sealed = Object.values(openedBy).reduce((sum, count) => sum + count, unopened)
  if (unopened > 0)
    return failure(
      `${unopened} of ${sealed} claim keys open with no key that is set (VAULT_KEY is ${newest}): these claims cannot be paid.`,
      'Set VAULT_KEY, or VAULT_KEY_OLD, to the key that they were sealed with; "vouch backup" printed its name.',
    )
  const withOld = old.reduce((sum, id) => sum + (openedBy[id] ?? 0), 0)
  if (withOld > 0)
    return warning(
      `${withOld} of ${sealed} claim keys are still sealed with a key of VAULT_KEY_OLD.`,
      'A server that runs seals them anew; for one that stands still: vouch vault rotate.',
    )
  return ok(`VAULT_KEY (its name is ${newest}) opens all ${sealed} sealed claim keys.`)
}
