import type { SignView } from '../../calls/sign-calls.ts'
import { isOfRememberedPasskey } from '../parts/passkey/remembered-passkey.ts'
import { passkeyLinkable } from '../parts/passkey/passkey-linkable.ts'
import type { SigningWallet } from './signing-wallet.ts'

/** The account of a passkey, for texts alone. Each signature is one prompt where this browser knows the passkey, and else two. */
export function passkeySigningWallet({ chain, sender_address }: SignView): SigningWallet {
  const isKnown = sender_address !== null && isOfRememberedPasskey(sender_address)
  const { connect, sign, ...same } = passkeyLinkable(isKnown ? 'remembered' : 'any', chain)
  return {
    ...same,
    async accounts() {
      const address = await connect()
      return address === undefined ? [] : [address]
    },
    onAccountChange: () => () => undefined,
    async send() {
      throw new Error('an account of a passkey signs texts, and sends nothing')
    },
    async signText(account, text) {
      const { signature, pub_key } = await sign(account, text)
      return pub_key === undefined ? { signature } : { signature, signer_pubkey: pub_key }
    },
  }
}
