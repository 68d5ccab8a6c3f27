import { existsSync, readFileSync } from 'node:fs'

import { SignerAddress } from '../../signer/signer-client.ts'
import { signerDir } from '../../signer/signer-config.ts'
import { addressFile, pauseFile } from '../../wiring/open-signer.ts'
import { failure, isLocal, ok, warning, type Finding, type Patient } from './finding.ts'

/** Whether the signer answers, knows our token, and is not paused; or could be started beside the server. */
export async function checkSigner(patient: Patient): Promise<Finding[]> {
  const { config, hasSignerKey, deadlineMs } = patient
  const dir = signerDir(config.dataDir)
  const paused = existsSync(pauseFile(dir))
    ? [warning(`All pay-outs are paused by ${pauseFile(dir)}.`, 'Delete that file to go on.')]
    : []
  const file = addressFile(dir)
  const address =
    config.signer ??
    (existsSync(file) ? SignerAddress.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined)
  if (address) return [await ask(address, deadlineMs), ...paused]
  if (!hasSignerKey && !isLocal(patient))
    return [
      failure(
        'SIGNER_KEY is not set, and no signer runs elsewhere: claims would have no keys.',
        'Make one with "openssl rand -base64 32" and keep a copy elsewhere, or set SIGNER_URL and SIGNER_TOKEN (docs/custody.md).',
      ),
    ]
  return [ok('The server starts it beside itself.'), ...paused]
}

async function ask({ url, token }: SignerAddress, deadlineMs: number): Promise<Finding> {
  const { status } = await fetch(new URL('/health', url), {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(deadlineMs),
  })
  if (status === 200) return ok(`It answers at ${new URL(url).host}.`)
  return failure(
    `It answers at ${new URL(url).host} with ${status}.`,
    status === 401 ? 'Set SIGNER_TOKEN to the same here and where it runs.' : 'Look into its log.',
  )
}
