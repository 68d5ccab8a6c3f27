import { toBase64, toBech32 } from '@cosmjs/encoding'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { bytesToHex, concatBytes, hexToBytes, ripemd160, sha256, stringToBytes } from 'viem'
import { HDKey, hdKeyToAccount, sign } from 'viem/accounts'

import type { CosmosKind } from '../parts/passkey/key-request.ts'

/**
 * What a passkey's secret becomes. Frozen: another text is another account, and what is kept in the one before is out of
 * reach. A later version gets a text of its own beside this one, never in its place.
 */
const HKDF_INFO = 'vouch passkey account v1: BIP-39 entropy'
/** 256 bits: 24 words. */
const ENTROPY_BITS = 256
/** Of each of the two numbers of a signature. */
const NUMBER_BYTES = 32

/** An account of a passkey, open for as long as this object is used. Nothing of it is stored or sent. */
export type PasskeyAccount = {
  /** The 24 words from which any wallet makes the same account. */
  words: string
  /** Lower case, the same on every EVM chain. */
  evmAddress: string
  /** Signs a text as a personal message (EIP-191): hex of 65 bytes. */
  signEvmText(text: string): Promise<string>
  cosmosAddress(chain: CosmosKind): string
  /** Signs a text by ADR-036: base64 of the 64 bytes r||s, with the compressed key in base64. */
  signCosmosText(chain: CosmosKind, text: string): Promise<{ signature: string; pub_key: string }>
}

/**
 * The words of a passkey's account, from the secret that its PRF extension gives: HKDF-SHA-256 (RFC 5869, no salt) to 32
 * bytes, which are the entropy of 24 words (BIP-39, English).
 */
export async function passkeyWords(secret: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode(HKDF_INFO)
  const way = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info }
  const entropy = new Uint8Array(await crypto.subtle.deriveBits(way, key, ENTROPY_BITS))
  try {
    return entropyToMnemonic(entropy, wordlist)
  } finally {
    entropy.fill(0)
  }
}

/**
 * The account of some words: each key comes by `m/44'/<coin type>'/0'/0/0` (BIP-32, BIP-44, no passphrase), of coin type 60
 * for EVM and the chain's own for CosmWasm.
 *
 * Words rather than one bare key, since MetaMask and Keplr both take them, and the paths are those wallets' own: whoever
 * writes them down finds the same addresses there. What is no private key, zero or beyond the curve's order, BIP-32 refuses.
 */
export function accountOfWords(words: string): PasskeyAccount {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words))
  const evm = hdKeyToAccount(root)
  const keyOf = ({ coinType, prefix }: CosmosKind) => {
    const { publicKey, privateKey } = root.derive(`m/44'/${coinType}'/0'/0/0`)
    if (!publicKey || !privateKey)
      throw new Error(`these words have no key of coin type ${coinType}`)
    return { publicKey, privateKey, address: cosmosAddress(publicKey, prefix) }
  }
  return {
    words,
    evmAddress: evm.address.toLowerCase(),
    signEvmText: (message) => evm.signMessage({ message }),
    cosmosAddress: (chain) => keyOf(chain).address,
    async signCosmosText(chain, text) {
      const { address, publicKey, privateKey } = keyOf(chain)
      const hash = sha256(stringToBytes(adr036Text(address, text)))
      const { r, s } = await sign({ hash, privateKey: bytesToHex(privateKey) })
      const size = NUMBER_BYTES
      const signature = concatBytes([hexToBytes(r, { size }), hexToBytes(s, { size })])
      return { signature: toBase64(signature), pub_key: toBase64(publicKey) }
    },
  }
}

function cosmosAddress(publicKey: Uint8Array, prefix: string): string {
  return toBech32(prefix, ripemd160(sha256(publicKey, 'bytes'), 'bytes'))
}

/** As `adr036Document` of the core writes it, whose imports a page has no use for; a test holds the two together. */
function adr036Text(signer: string, text: string): string {
  const data = toBase64(stringToBytes(text))
  return JSON.stringify({
    account_number: '0',
    chain_id: '',
    fee: { amount: [], gas: '0' },
    memo: '',
    msgs: [{ type: 'sign/MsgSignData', value: { data, signer } }],
    sequence: '0',
  })
}
