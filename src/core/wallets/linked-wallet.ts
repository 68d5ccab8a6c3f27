import { rawSecp256k1PubkeyToRawAddress } from '@cosmjs/amino'
import { fromBase64, toBech32 } from '@cosmjs/encoding'

import { coinTypeOf, type Chain, type Network } from '../terms/network.ts'
import type { CrossChainUser } from '../terms/shapes.ts'

/** A wallet whose holder has signed that it belongs to a chat account. */
export type LinkedWallet = {
  id: string
  ownerAccount: string // `platform:userId`
  family: Chain['family']
  /** The lower-case address on EVM; the compressed public key in base64 on CosmWasm. */
  key: string
  /** BIP 44's, on CosmWasm: it serves the chains whose wallets derive the same key. */
  coinType: number | undefined
  /** Of a contract: the chains on which it has shown that it is theirs. The same address may be somebody else's on another. */
  chains?: readonly string[] | undefined
  /** The page that linked it said that its key is a passkey's. Such an account has no gas on any chain, and moves vouchers without. */
  isPasskey: boolean
  /** The page that linked it said, once at least, that its owner has shown to have the recovery words of that passkey's account. */
  hasWords: boolean
  /** It comes before the others. At most one of an account's is. */
  isDefault: boolean
  linkedAt: Date
}

/** The account of a wallet on each chain that it serves, in the network's order. */
export function walletAccounts(
  network: Network,
  wallet: Pick<LinkedWallet, 'family' | 'key' | 'coinType' | 'chains'>,
): CrossChainUser[] {
  return network.chains.flatMap((chain) => {
    if (wallet.chains && !wallet.chains.includes(chain.chain_uid)) return []
    if (chain.family === 'evm')
      return wallet.family === 'evm' ? [{ chain_uid: chain.chain_uid, address: wallet.key }] : []
    return wallet.family === 'cosmwasm' && coinTypeOf(chain) === wallet.coinType
      ? [{ chain_uid: chain.chain_uid, address: cosmosAddress(wallet.key, chain.bech32_prefix) }]
      : []
  })
}

/** The address of a compressed public key (base64). @throws {Error} no such key */
export function cosmosAddress(publicKey: string, prefix: string): string {
  return toBech32(prefix, rawSecp256k1PubkeyToRawAddress(fromBase64(publicKey)))
}
