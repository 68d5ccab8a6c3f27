import type { OfflineAminoSigner } from '@cosmjs/amino'
import { toBase64 } from '@cosmjs/encoding'
import type { OfflineDirectSigner } from '@cosmjs/proto-signing'

import type { CosmosChain } from './cosmos-chain.ts'
import { NoPublicNodeError } from './errors.ts'

/** What this page uses of Keplr's interface, which Leap and Cosmostation offer as well. */
export type KeplrProvider = {
  enable(chainId: string): Promise<void>
  experimentalSuggestChain(chain: CosmosChain): Promise<void>
  getKey(chainId: string): Promise<{ bech32Address: string; pubKey: Uint8Array }>
  /** A signer for whatever the account's key can do: hardware wallets sign amino JSON only. */
  getOfflineSignerAuto(chainId: string): Promise<OfflineDirectSigner | OfflineAminoSigner>
  signArbitrary(
    chainId: string,
    signer: string,
    text: string,
  ): Promise<{ pub_key: { type: string; value: string }; signature: string }>
}

/** A wallet in this browser. `accountEvent` is what the window hears when the person takes another account. */
export type CosmosWallet = {
  id: string
  name: string
  icon: string // empty: these wallets announce none
  accountEvent: string
  provider: KeplrProvider
}

/** An account of a wallet on one chain. `publicKey` is base64 of the compressed secp256k1 key. */
export type CosmosAccount = { address: string; publicKey: string }

/** The wallets that are known to have Keplr's interface, and where each puts it. */
const PLACES = [
  { id: 'keplr', name: 'Keplr', path: ['keplr'], accountEvent: 'keplr_keystorechange' },
  { id: 'leap', name: 'Leap', path: ['leap'], accountEvent: 'leap_keystorechange' },
  {
    id: 'cosmostation',
    name: 'Cosmostation',
    path: ['cosmostation', 'providers', 'keplr'],
    accountEvent: 'cosmostation_keystorechange',
  },
] as const

/**
 * Finds the wallets of this browser that have Keplr's interface, and tells every change of the list: now, and once more
 * after `settleMs`, since some come only after the page. Returns how to stop.
 */
export function discoverCosmosWallets(
  tell: (wallets: CosmosWallet[]) => void,
  settleMs = 300,
): () => void {
  tell(cosmosWallets())
  const timer = setTimeout(() => tell(cosmosWallets()), settleMs)
  return () => clearTimeout(timer)
}

/** One wallet may stand in another's place too; it is then listed once, under its own name. */
function cosmosWallets(): CosmosWallet[] {
  const found = PLACES.flatMap(({ path, ...wallet }) => {
    const provider = path.reduce<unknown>(
      (place, key) =>
        typeof place === 'object' && place !== null ? Reflect.get(place, key) : undefined,
      window,
    )
    return isKeplrProvider(provider) ? [{ ...wallet, icon: '', provider }] : []
  })
  return found.filter(
    ({ provider }, index) => !found.slice(index + 1).some((other) => other.provider === provider),
  )
}

const METHODS = [
  'enable',
  'experimentalSuggestChain',
  'getKey',
  'getOfflineSignerAuto',
  'signArbitrary',
] as const satisfies readonly (keyof KeplrProvider)[]

function isKeplrProvider(value: unknown): value is KeplrProvider {
  return (
    typeof value === 'object' &&
    value !== null &&
    METHODS.every((method) => typeof Reflect.get(value, method) === 'function')
  )
}

/** Whether the person said no. These wallets have no codes for it, so their words must do. */
export function isDeclined(error: unknown): boolean {
  const words = error instanceof Error ? error.message : String(error)
  return /reject|declin|denied|cancel+ed/i.test(words)
}

/**
 * The wallet's account on a chain. Asks the person for access where the page has none yet, and to add the chain where the
 * wallet does not know it. Throws what the wallet throws.
 */
export async function connectCosmos(
  { provider }: Pick<CosmosWallet, 'provider'>,
  chain: CosmosChain,
): Promise<CosmosAccount> {
  try {
    await provider.enable(chain.chainId)
  } catch (error) {
    // No wallet says in a code that it does not know a chain, so anything but a "no" is taken for it.
    if (isDeclined(error)) throw error
    if (chain.rpc === '') throw new NoPublicNodeError()
    await provider.experimentalSuggestChain(chain)
    await provider.enable(chain.chainId)
  }
  const { bech32Address, pubKey } = await provider.getKey(chain.chainId)
  return { address: bech32Address, publicKey: toBase64(pubKey) }
}

/**
 * Has the account sign a text by ADR-036: nothing is sent, and the signature fits no transaction. Both fields are base64:
 * `signature` of the 64 bytes r||s, `publicKey` of the compressed key. Throws what the wallet throws.
 */
export async function signCosmosText(
  { provider }: Pick<CosmosWallet, 'provider'>,
  { chainId, address, text }: { chainId: string; address: string; text: string },
): Promise<{ publicKey: string; signature: string }> {
  const { pub_key, signature } = await provider.signArbitrary(chainId, address, text)
  return { publicKey: pub_key.value, signature }
}
