import { Secp256k1HdWallet, serializeSignDoc, type StdSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { fromBase64, toBase64, toUtf8 } from '@cosmjs/encoding'
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing'

import type { CosmosChain } from '../../src/web/parts/wallets/cosmos-chain.ts'
import type { KeplrProvider } from '../../src/web/parts/wallets/cosmos-wallet.ts'

type Options = {
  mnemonic: string
  prefix: string
  /** Chains that it knows from the start; any other must be suggested first. */
  knows?: string[]
  /** What the person declines. */
  declines?: ('enable' | 'suggest' | 'sign')[]
}

/** A wallet with Keplr's interface and a real key, as far as pages use it. `calls` are the methods that they called. */
export async function keplrStandIn({ mnemonic, prefix, knows = [], declines = [] }: Options) {
  const direct = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix })
  const amino = await Secp256k1HdWallet.fromMnemonic(mnemonic, { prefix })
  const [account] = await direct.getAccounts()
  if (!account) throw new Error('the mnemonic gives no account')
  const known = new Set(knows)
  const calls: (keyof KeplrProvider)[] = []
  const suggested: CosmosChain[] = []
  const refuse = (what: 'enable' | 'suggest' | 'sign') => {
    if (declines.includes(what)) throw new Error('Request rejected')
  }

  const provider: KeplrProvider = {
    async enable(chainId) {
      calls.push('enable')
      refuse('enable')
      if (!known.has(chainId)) throw new Error(`There is no modular chain info for ${chainId}`)
    },
    async experimentalSuggestChain(chain) {
      calls.push('experimentalSuggestChain')
      refuse('suggest')
      suggested.push(chain)
      known.add(chain.chainId)
    },
    async getKey() {
      calls.push('getKey')
      return { bech32Address: account.address, pubKey: account.pubkey }
    },
    async getOfflineSignerAuto() {
      calls.push('getOfflineSignerAuto')
      return {
        getAccounts: () => direct.getAccounts(),
        signDirect(signer, doc) {
          refuse('sign')
          return direct.signDirect(signer, doc)
        },
      }
    },
    async signArbitrary(_chainId, signer, text) {
      calls.push('signArbitrary')
      refuse('sign')
      const { signature } = await amino.signAmino(signer, adr036(signer, text))
      return {
        pub_key: { type: 'tendermint/PubKeySecp256k1', value: toBase64(account.pubkey) },
        signature: signature.signature,
      }
    },
  }
  return { provider, address: account.address, calls, suggested }
}

/** The document of ADR-036 that stands for a text. */
function adr036(signer: string, text: string): StdSignDoc {
  return {
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    msgs: [{ type: 'sign/MsgSignData', value: { signer, data: toBase64(toUtf8(text)) } }],
    memo: '',
  }
}

/** Whether a signature by ADR-036 is this key's for this text. */
export function verifiesText(
  { publicKey, signature }: { publicKey: string; signature: string },
  signer: string,
  text: string,
): boolean {
  return Secp256k1.verifySignature(
    Secp256k1Signature.fromFixedLength(fromBase64(signature)),
    sha256(serializeSignDoc(adr036(signer, text))),
    fromBase64(publicKey),
  )
}
