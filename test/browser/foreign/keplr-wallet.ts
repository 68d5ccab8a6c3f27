import type { OfflineAminoSigner } from '@cosmjs/amino'
import type { OfflineDirectSigner } from '@cosmjs/proto-signing'
import { validateBasicChainInfoType } from '@keplr-wallet/chain-validator'
import { makeADR36AminoSignDoc } from '@keplr-wallet/cosmos'
import { JSONUint8Array } from '@keplr-wallet/router'
import type { BrowserContext } from 'playwright-core'

import { pageScript } from './page-script.ts'

/** The key of an account on chains of a prefix, for transactions and for texts. */
export type KeplrKey = (
  prefix: string,
) => Promise<{ direct: OfflineDirectSigner; amino: OfflineAminoSigner }>

/** What its owner sees and does, beside what pages ask for. */
export type Keplr = {
  /** The kinds of messages that pages sent to the extension, in order. */
  asked: string[]
  /** Has the next question to its owner declined. */
  declineNext(): void
  /** Takes another account for all pages. */
  use(key: KeplrKey): Promise<void>
}

type Message = { route: string; type: string; data: unknown }

/** Where its messages of CosmWasm chains go. */
const OWN_ROUTES = ['chains', 'permission-interactive', 'keyring-cosmos']

/** What its owner is asked about, as long as the page and the chain are known. */
const ASKING = [
  'suggest-chain-info',
  'request-cosmos-sign-direct',
  'request-cosmos-sign-amino-adr-36',
]

/**
 * Keplr in every page of the context: its own object there, its own proxy to the extension and the extension's own end of that. Behind it
 * are its own rules for suggested chains and for texts. Ours is what its owner presses, and the keys. It knows no chain of the network.
 */
export async function installKeplrExtension(
  context: BrowserContext,
  first: KeplrKey,
): Promise<Keplr> {
  const asked: string[] = []
  /** The prefixes of the chains that it knows, by their ids. */
  const known = new Map<string, string>()
  let key = first
  let declinesNext = false

  function prefixOf(chainId: string): string {
    const prefix = known.get(chainId)
    if (prefix === undefined) throw new Error(`There is no modular chain info for ${chainId}`)
    return prefix
  }

  async function answer({ route, type, data }: Message): Promise<unknown> {
    // Its sides for other families of chains ask by themselves: nothing is there.
    if (!OWN_ROUTES.includes(route)) return type.startsWith('check-') ? false : {}
    asked.push(type)
    if (declinesNext && ASKING.includes(type)) {
      declinesNext = false
      throw new Error('Request rejected')
    }
    // As its own end of the proxy has sent them.
    const { chainIds, chainId, chainInfo, signer, signDoc, data: text } = Object(data)
    switch (type) {
      case 'enable-access':
        for (const id of chainIds) prefixOf(id)
        return undefined
      case 'need-suggest-chain-info-interaction':
        return !known.has(chainInfo.chainId)
      case 'suggest-chain-info': {
        const taken = await validateBasicChainInfoType(chainInfo)
        known.set(taken.chainId, taken.bech32Config.bech32PrefixAccAddr)
        return undefined
      }
      case 'get-cosmos-key': {
        const [account] = await (await key(prefixOf(chainId))).direct.getAccounts()
        if (!account) throw new Error('the wallet has no account')
        return { bech32Address: account.address, pubKey: account.pubkey, isNanoLedger: false }
      }
      case 'request-cosmos-sign-direct': {
        const { direct } = await key(prefixOf(chainId))
        const { signed, signature } = await direct.signDirect(signer, {
          ...signDoc,
          accountNumber: BigInt(signDoc.accountNumber ?? 0),
        })
        return { signed: { ...signed, accountNumber: `${signed.accountNumber}` }, signature }
      }
      case 'request-cosmos-sign-amino-adr-36': {
        const { amino } = await key(prefixOf(chainId))
        return (await amino.signAmino(signer, makeADR36AminoSignDoc(signer, text))).signature
      }
      default:
        throw new Error(`nothing answers ${type}`)
    }
  }

  await context.exposeFunction('askKeplr', async ({ data, ...message }: Message) => {
    try {
      const result = await answer({ ...message, data: JSONUint8Array.unwrap(data) })
      return { result: JSONUint8Array.wrap(result) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  })
  await context.addInitScript({ content: await pageScript() })
  return {
    asked,
    declineNext() {
      declinesNext = true
    },
    async use(next) {
      key = next
      await Promise.all(
        context
          .pages()
          .map((page) =>
            page.evaluate(() => window.dispatchEvent(new Event('keplr_keystorechange'))),
          ),
      )
    },
  }
}
