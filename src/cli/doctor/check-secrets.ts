import {
  KEY_ADVICE,
  MNEMONIC_ADVICE,
  problemOfMnemonic,
  weaknessOfKey,
} from '../../wiring/refuse-unsafe-start.ts'
import { failure, isLocal, ok, skipped, warning, type Finding, type Patient } from './finding.ts'

/** Whether keys and shared secrets are ones that nobody could guess. */
export function checkSecrets(patient: Patient): Finding[] {
  const { config, signerKeys } = patient
  const keys = config.vaultKey === undefined ? [] : [config.vaultKey, ...config.vaultKeysOld]
  const findings = [
    ...judgeKeys(patient, keys, 'VAULT_KEY', 'whoever gets the database can read what it seals'),
    ...judgeKeys(patient, signerKeys, 'SIGNER_KEY', 'whoever guesses it can claim everything'),
  ]
  if (new Set(keys).size < keys.length)
    findings.push(
      warning(
        'VAULT_KEY and VAULT_KEY_OLD name the same key twice.',
        'Take it out of VAULT_KEY_OLD.',
      ),
    )
  for (const [name, secret] of [
    ['WEBHOOK_SECRET', config.webhooks?.secret],
    ['TELEGRAM_WEBHOOK_SECRET', config.telegram?.webhook?.secret],
  ] as const)
    if (secret !== undefined && new Set(secret).size < 10)
      findings.push(
        failure(
          `${name} has few different characters: it can be guessed.`,
          'Make one with "openssl rand -hex 32".',
        ),
      )
  if (findings.length > 0) return findings
  return [
    config.vaultKey === undefined
      ? skipped(
          'VAULT_KEY is not set: the local network keeps a key of its own in DATA_DIR/vault.key.',
        )
      : ok('No key or secret is a known or weak one.'),
  ]
}

/** When a key from before that could be guessed need not be kept any more. */
const OLD_KEY_ADVICE: Record<keyof typeof KEY_ADVICE, string> = {
  VAULT_KEY:
    'Take it out of VAULT_KEY_OLD once no claim from its time is open, 14 days after the change unless CLAIM_LIFETIME_DAYS says otherwise (docs/claims.md).',
  SIGNER_KEY:
    'Give its claims back to their senders, by "vouch claims recover --send" with it alone as SIGNER_KEY, and then take it out of SIGNER_KEY_OLD (docs/custody.md).',
}

/** Of one variable and of what it was before, the newest first. */
const judgeKeys = (
  patient: Patient,
  keys: readonly string[],
  variable: keyof typeof KEY_ADVICE,
  harm: string,
): Finding[] =>
  keys.flatMap((key, at) => {
    const weakness = weaknessOfKey(Buffer.from(key, 'base64'))
    if (weakness === undefined) return []
    if (at > 0)
      return [warning(`A key of ${variable}_OLD ${weakness}: ${harm}.`, OLD_KEY_ADVICE[variable])]
    const bad = isLocal(patient) ? warning : failure
    return [bad(`${variable} ${weakness}: ${harm}.`, KEY_ADVICE[variable])]
  })

/** Whether the account that pays for claims is one that nobody else has. */
export function checkMnemonic(patient: Patient): Finding[] {
  const { relayerMnemonic: mnemonic, network } = patient.config
  if (mnemonic === undefined)
    return network === 'devnet' ? [skipped('The local network pays the gas of claims itself.')] : []
  const problem = problemOfMnemonic(mnemonic)
  if (problem === 'invalid')
    return [
      failure(
        'RELAYER_MNEMONIC is no mnemonic: a word is not of the list, or the checksum does not fit.',
        'Copy its words again, in their order, with single spaces.',
      ),
    ]
  if (problem === 'known')
    return [
      (isLocal(patient) ? warning : failure)(
        'RELAYER_MNEMONIC is one that everybody knows: its gas will be taken.',
        MNEMONIC_ADVICE,
      ),
    ]
  return [ok('RELAYER_MNEMONIC is a mnemonic, and none that is known.')]
}
