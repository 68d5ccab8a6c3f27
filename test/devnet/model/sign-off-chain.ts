import { Secp256k1HdWallet, makeCosmoshubPath, makeSignDoc } from '@cosmjs/amino'
import { toBase64, toUtf8 } from '@cosmjs/encoding'

import { buildClaimDocument, claimSigner } from '../../../src/core/claims/claim-document.ts'
import { chainOf, hubOf, type Network } from '../../../src/core/terms/network.ts'
import { ACCOUNT_INDEX, DEVNET_MNEMONIC, evmAccount } from '../../../src/devnet/accounts.ts'
import { signText, type createClaimKey } from '../hub/hub-fixture.ts'
import type { Builder } from './build-operation.ts'
import type { Signable } from './live-network.ts'
import type { Actor, Meta, Redeem } from './operation.ts'

/** Longer than a whole run moves the clocks on. */
const DAYS_SEC = 30 * 86_400

/** What is signed off chain, with the wallets that people have for it, and brought by anybody. */
export async function createOffChainSigners(deps: {
  network: Network
  builder: Builder
  keys: readonly ReturnType<typeof createClaimKey>[]
}) {
  const { network, builder, keys } = deps
  const { hub } = network
  const prefixes = network.chains.flatMap((chain) =>
    chain.family === 'cosmwasm' ? [chain.bech32_prefix] : [],
  )
  const wallets = new Map(
    await Promise.all(
      prefixes.map(async (prefix) => {
        const hdPaths = Object.values(ACCOUNT_INDEX).map((index) => makeCosmoshubPath(index))
        const wallet = await Secp256k1HdWallet.fromMnemonic(DEVNET_MNEMONIC, { prefix, hdPaths })
        return [prefix, wallet] as const
      }),
    ),
  )
  async function signed({ name, family, user }: Actor, prefix: string, text: string) {
    if (family === 'evm') {
      const account = evmAccount(name)
      const hex = [await account.signMessage({ message: text }), account.publicKey] as const
      const bare = network.generation === 'published'
      const [signature, signer_pubkey] = bare ? hex.map((each) => each.slice(2)) : hex
      return { signature, signer_pubkey }
    }
    const value = { signer: user.address, data: toBase64(toUtf8(text)) }
    const fee = { amount: [], gas: '0' }
    const document = makeSignDoc([{ type: 'sign/MsgSignData', value }], fee, '', '', 0, 0)
    const wallet = wallets.get(prefix)
    if (!wallet) throw new Error(`no wallet for ${prefix}`)
    const { signature } = await wallet.signAmino(user.address, document)
    return { signature: signature.signature, signer_pubkey: String(signature.pub_key.value) }
  }

  return {
    redeem({ claim, token, key, to }: Redeem): Signable {
      const own = keys[key]
      if (!own) throw new Error(`no claim key ${key}`)
      const data = buildClaimDocument(network, {
        claimId: `${claim}`,
        token,
        recipient: to.user,
        releaseFunds: to.form === 'real',
        signer: claimSigner(own.publicKey, hubOf(network).bech32_prefix),
      })
      const claim_voucher = { data, signature: signText(own.privkey, data) }
      return {
        type: 'cosmwasm',
        msgs: [{ contractAddress: hub.claimer, msg: { claim_voucher }, funds: [] }],
      }
    },
    async meta({ signer, actions, nonce, flaw }: Meta): Promise<Signable> {
      const chain = chainOf(network, signer.user.chain_uid)
      const signer_prefix = chain.family === 'evm' ? '0x' : chain.bech32_prefix
      const nowSec = Math.floor(Date.now() / 1000)
      const data = {
        signer_address: signer.user.address,
        signer_prefix,
        signer_chain_uid: signer.user.chain_uid,
        call_data: actions.map((action) => ({
          target: hub.router,
          call_data: JSON.stringify(builder.routerMessage(signer.user, action)),
        })),
        expiry: flaw === 'expired' ? nowSec - 60 : nowSec + DAYS_SEC,
        nonce,
      }
      const text = JSON.stringify(flaw === 'forged' ? { ...data, nonce: `${nonce}0` } : data)
      const execute_meta_transaction = { data, ...(await signed(signer, signer_prefix, text)) }
      const msg = { execute_meta_transaction }
      return {
        type: 'cosmwasm',
        msgs: [{ contractAddress: hub.meta_transaction ?? '', msg, funds: [] }],
      }
    },
  }
}
