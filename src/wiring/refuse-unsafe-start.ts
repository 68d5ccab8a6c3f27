import { Bip39, EnglishMnemonic } from '@cosmjs/crypto'
import { createHash } from 'node:crypto'

import type { Config } from '../config.ts'
import { ConfigurationError } from '../core/terms/configuration-error.ts'
import type { Network } from '../core/terms/network.ts'

/** How to change a key that could be guessed, by its variable. */
export const KEY_ADVICE = {
  VAULT_KEY:
    'Make one with "openssl rand -base64 32", set it as VAULT_KEY, move the one before to VAULT_KEY_OLD, and restart (docs/claims.md).',
  SIGNER_KEY:
    'Make one with "openssl rand -base64 32", keep a copy of it elsewhere, set it as SIGNER_KEY, move the one before to SIGNER_KEY_OLD, and restart the signer (docs/custody.md).',
}
export const MNEMONIC_ADVICE =
  'Make a mnemonic in a wallet of your own, send its account on the hub some gas, and set RELAYER_MNEMONIC to it.'

/**
 * Refuses to hold money that others could take: with a key or a mnemonic that is known or easily guessed, or where links and
 * sessions are read by whoever is on the way. On a local network anything goes.
 * @throws {Error} every reason, and how to mend each; never a secret
 */
export function refuseUnsafeStart(
  { vaultKey, relayerMnemonic, publicUrl }: Config,
  { local, name }: Network,
): void {
  if (local) return
  const weakness = vaultKey && weaknessOfKey(Buffer.from(vaultKey, 'base64'))
  const problem = relayerMnemonic && problemOfMnemonic(relayerMnemonic)
  const reasons = [
    weakness && `VAULT_KEY ${weakness}. ${KEY_ADVICE.VAULT_KEY}`,
    problem === 'known' && `RELAYER_MNEMONIC is one that everybody knows. ${MNEMONIC_ADVICE}`,
    problem === 'invalid' &&
      `RELAYER_MNEMONIC is no mnemonic: copy its words again, in their order.`,
    publicUrl === undefined &&
      'PUBLIC_URL is not set. Set it to the https:// address under which people reach Vouch.',
    publicUrl?.startsWith('https://') === false &&
      'PUBLIC_URL is not https. Put a proxy with a certificate in front of Vouch, and set it to its address.',
  ].filter((reason) => typeof reason === 'string')
  if (reasons.length > 0)
    throw new ConfigurationError(
      [`Vouch does not start on the network ${name}, where money is real:`, ...reasons].join(
        '\n- ',
      ),
    )
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
