import { existsSync } from 'node:fs'

import { z } from 'zod'

import type { SignerAddress } from '../../signer/signer-client.ts'
import { signerDir } from '../../signer/signer-config.ts'
import { countDerivedKeys } from '../../store/claims/vault-keys.ts'
import { readBeside } from '../../store/open-store.ts'
import { addressFile, pauseFile, readAddressFile } from '../../wiring/open-signer.ts'
import { failure, isLocal, ok, skipped, warning, type Finding, type Patient } from './finding.ts'

const Health = z.object({ keys: z.array(z.string()) })

/** Whether the signer answers, knows our token, has the keys of our claims, and is not paused; or could be started beside the server. */
export async function checkSigner(patient: Patient): Promise<Finding[]> {
  const { config, problems, signerKeys } = patient
  const dir = signerDir({ dataDir: config.dataDir, set: config.signerDir })
  const paused = existsSync(pauseFile(dir))
    ? [warning(`All pay-outs are paused by ${pauseFile(dir)}.`, 'Delete that file to go on.')]
    : []
  const file = addressFile(dir)
  const address = config.signer ?? (existsSync(file) ? readAddressFile(file) : undefined)
  if (address) return [await ask(address, patient), ...paused]
  if (problems.some(({ names }) => names.some((name) => name.startsWith('SIGNER_'))))
    return [
      skipped('It cannot start until its variables are corrected: see configuration.'),
      ...paused,
    ]
  if (signerKeys.length === 0 && !isLocal(patient))
    return [
      failure(
        'SIGNER_KEY is not set, and no signer runs elsewhere: claims would have no keys.',
        'Make one with "openssl rand -base64 32" and keep a copy elsewhere, or set SIGNER_URL and SIGNER_TOKEN (docs/custody.md).',
      ),
    ]
  return [ok('The server starts it beside itself.'), ...paused]
}

/** How many keys of claims come from each master key, by its name. */
async function countKeys({ config, examination }: Patient): Promise<Record<string, number>> {
  if (config.databaseUrl === undefined) return examination()?.derivedFrom ?? {}
  const { db, close } = await readBeside(config)
  try {
    return await countDerivedKeys(db)
  } finally {
    await close()
  }
}

async function ask({ url, token }: SignerAddress, patient: Patient): Promise<Finding> {
  const answer = await fetch(`${url.replace(/\/+$/, '')}/health`, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(patient.deadlineMs),
  })
  const { host } = new URL(url)
  if (answer.status !== 200)
    return failure(
      `It answers at ${host} with ${answer.status}.`,
      answer.status === 401
        ? 'Set SIGNER_TOKEN to the same here and where it runs.'
        : 'Look into its log.',
    )
  const { keys } = Health.parse(await answer.json())
  const derivedFrom = await countKeys(patient)
  const [unknown] = Object.entries(derivedFrom).filter(([id]) => !keys.includes(id))
  if (unknown === undefined) return ok(`It answers at ${host}; its key is named ${keys[0]}.`)
  const [id, count] = unknown
  return failure(
    `${count} claim keys come from a master key named ${id}, which it does not have: these claims cannot be paid.`,
    'Set SIGNER_KEY, or SIGNER_KEY_OLD, of the signer to that key.',
  )
}
