import { Bip39, EnglishMnemonic } from '@cosmjs/crypto'
import { createHash } from 'node:crypto'

import { failure, isLocal, ok, skipped, warning, type Finding, type Patient } from './finding.ts'

const KEY_ADVICE =
  'Make one with "openssl rand -base64 32", set it as VAULT_KEY, move the one before to VAULT_KEY_OLD, and restart (docs/claims.md).'
const MNEMONIC_ADVICE =
  'Make a mnemonic in a wallet of your own, send its account on the hub some gas, and set RELAYER_MNEMONIC to it.'

/** Whether keys and shared secrets are ones that nobody could guess. */
export function checkSecrets(patient: Patient): Finding[] {
  const { config } = patient
  const findings: Finding[] = []
  const keys = config.vaultKey === undefined ? [] : [config.vaultKey, ...config.vaultKeysOld]
  for (const [at, key] of keys.entries()) {
    const weakness = weaknessOfKey(Buffer.from(key, 'base64'))
    if (weakness === undefined) continue
    const name = at === 0 ? 'VAULT_KEY' : 'A key of VAULT_KEY_OLD'
    const bad = at > 0 || isLocal(patient) ? warning : failure
    findings.push(
      bad(`${name} ${weakness}: whoever gets the database can claim everything.`, KEY_ADVICE),
    )
  }
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

/** Random bytes are all but never so: 32 of them have some 30 different values, and fewer than 20 once in 10^13. */
const LEAST_VALUES = 20
/** What people put through a hash to have 32 bytes. */
const GUESSES = ['', 'changeme', 'key', 'password', 'secret', 'test', 'vault', 'vouch']

/** Why a key-encryption key could be guessed; `undefined` where nothing says so. */
export function weaknessOfKey(key: Buffer): string | undefined {
  const values = new Set(key).size
  if (values === 1) return 'is one byte over and over'
  const steps = new Set([...key].slice(1).map((byte, at) => (byte - (key[at] ?? 0) + 256) % 256))
  if (steps.size === 1) return 'counts up or down'
  if ([...key].every((byte) => byte >= 0x20 && byte < 0x7f)) return 'is text, and no random bytes'
  if (values < LEAST_VALUES) return 'repeats itself'
  if (GUESSES.some((guess) => createHash('sha256').update(guess).digest().equals(key)))
    return 'is the hash of a common word'
  return undefined
}

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

/** Whether it cannot be used, or is known to everybody: of the trade's tools and of examples, above all BIP-39's own. */
export function problemOfMnemonic(mnemonic: string): 'invalid' | 'known' | undefined {
  const words = mnemonic.trim().split(/\s+/).join(' ')
  let entropy: string
  try {
    entropy = Buffer.from(Bip39.decode(new EnglishMnemonic(words))).toString('hex')
  } catch {
    return 'invalid'
  }
  const isRepeated = new Set(Buffer.from(entropy, 'hex')).size <= 4
  return isRepeated || KNOWN_ENTROPIES.has(entropy) || KNOWN_MNEMONICS.has(words)
    ? 'known'
    : undefined
}

const KNOWN_MNEMONICS = new Set([
  'test test test test test test test test test test test junk', // Anvil, Hardhat, our own local network
  'myth like bonus scare over problem client lizard pioneer submit female collect', // Ganache
  'candy maple cake sugar pudding cream honey rich smooth crumble sweet treat', // Truffle
  'notice oak worry limit wrap speak medal online prefer cluster roof addict wrist behave treat actual wasp year salad speed social layer crew genius', // Osmosis' and wasmd's local chains
  'quality vacuum heart guard buzz spike sight swarm shove special gym robust assume sudden deposit grid alcohol choice devote leader tilt noodle tide penalty', // LocalOsmosis, LocalTerra
])

/** Of the test vectors of BIP-39 that are not one byte over and over. */
const KNOWN_ENTROPIES = new Set([
  '9e885d952ad362caeb4efe34a8e91bd2',
  '6610b25967cdcca9d59875f5cb50b0ea75433311869e930b',
  '68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c',
  'c0ba5a8e914111210f2bd131f3d5e08d',
  '6d9be1ee6ebd27a258115aad99b7317b9c8d28b6d76431c3',
  '9f6a2878b2520799a44ef18bc7df394e7061a224d2c33cd015b157d746869863',
  '23db8160a31d3e0dca3688ed941adbf3',
  '8197a4a47f0425faeaa69deebc05ca29c0a5b5cc76ceacc0',
  '066dca1a2bb7e8a1db2832148ce9933eea0f3ac9548d793112d9a95c9407efad',
  'f30f8c1da665478f49b001d94c5fc452',
  'c10ec20dc3cd9f652c7fac2f1230f7a3c828389a14392f05',
  'f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f',
])
