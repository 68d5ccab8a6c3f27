import { fromHex, toHex } from '@cosmjs/encoding'
import type { OfflineDirectSigner } from '@cosmjs/proto-signing'
import type { BrowserContext } from 'playwright-core'

type Options = {
  wallet: OfflineDirectSigner
  /** Every call that a page made of it, in order. */
  calls: string[]
}

/**
 * A wallet with Keplr's interface that really signs, in every page of the context. It knows no chain until one is
 * suggested to it, and signs outside the page, as an extension would.
 */
export async function installKeplr(
  context: BrowserContext,
  { wallet, calls }: Options,
): Promise<void> {
  const [account] = await wallet.getAccounts()
  if (!account) throw new Error('the wallet has no account')
  const key = { address: account.address, publicKey: toHex(account.pubkey) }

  await context.exposeFunction('tellKeplrCall', (method: string) => void calls.push(method))
  await context.exposeFunction(
    'signWithKeplr',
    async (doc: { body: string; auth: string; chainId: string; accountNumber: string }) => {
      const signed = await wallet.signDirect(account.address, {
        bodyBytes: fromHex(doc.body),
        authInfoBytes: fromHex(doc.auth),
        chainId: doc.chainId,
        accountNumber: BigInt(doc.accountNumber),
      })
      return signed.signature
    },
  )
  await context.addInitScript(({ address, publicKey }) => {
    const bytes = (hex: string) =>
      Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    const hex = (from: Uint8Array) =>
      Array.from(from, (byte) => byte.toString(16).padStart(2, '0')).join('')
    const outside = (name: string, value: unknown): Promise<unknown> =>
      Reflect.get(window, name)(value)
    const known = new Set<string>()
    const keplr = {
      async enable(chainId: string) {
        await outside('tellKeplrCall', 'enable')
        if (!known.has(chainId)) throw new Error(`There is no modular chain info for ${chainId}`)
      },
      async experimentalSuggestChain({ chainId }: { chainId: string }) {
        await outside('tellKeplrCall', 'experimentalSuggestChain')
        known.add(chainId)
      },
      async getKey() {
        await outside('tellKeplrCall', 'getKey')
        return { bech32Address: address, pubKey: bytes(publicKey) }
      },
      async getOfflineSignerAuto() {
        return {
          getAccounts: async () => [
            { address, algo: 'secp256k1' as const, pubkey: bytes(publicKey) },
          ],
          async signDirect(
            _signer: string,
            doc: {
              bodyBytes: Uint8Array
              authInfoBytes: Uint8Array
              chainId: string
              accountNumber: bigint
            },
          ) {
            await outside('tellKeplrCall', 'signDirect')
            const signature = await outside('signWithKeplr', {
              body: hex(doc.bodyBytes),
              auth: hex(doc.authInfoBytes),
              chainId: doc.chainId,
              accountNumber: `${doc.accountNumber}`,
            })
            return { signed: doc, signature }
          },
        }
      },
      async signArbitrary() {
        throw new Error('Request rejected')
      },
    }
    Object.assign(window, { keplr })
  }, key)
}
