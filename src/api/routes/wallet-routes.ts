import type { FastifyInstance } from 'fastify'

import { accountKey, nameIdentity, placeOf, type Account } from '../../core/terms/identity.ts'
import type { Language } from '../../core/terms/language.ts'
import { chainOf, coinTypeOf, hubOf, type Chain, type Network } from '../../core/terms/network.ts'
import { walletCalls, type WalletLinkView } from '../../calls/wallet-calls.ts'
import { walletAccounts } from '../../core/wallets/linked-wallet.ts'
import type { WalletLink } from '../../services/wallets/wallet-store-port.ts'
import type { WalletLinks } from '../../services/wallets/wallet-links.ts'
import { serve } from '../serve.ts'

type Deps = {
  network: Network
  walletLinks: Pick<WalletLinks, 'find' | 'findWallet' | 'textFor' | 'link'>
  /** What somebody speaks, where that is known. */
  languageOf(accountKey: string): Promise<Language | undefined>
  now: () => Date
}

/** `/api/v1/wallet-links/{id}`: what the page for linking a wallet shows and sends. Only whoever asked in the chat has the id. */
export const walletRoutes = (deps: Deps) => (server: FastifyInstance) => {
  const { walletLinks } = deps
  serve(server, walletCalls.getWalletLink, async ({ id }) =>
    present(deps, await walletLinks.find(id)),
  )
  serve(server, walletCalls.walletLinkText, async ({ id, body }) => ({
    text: await walletLinks.textFor(id, body),
  }))
  serve(server, walletCalls.linkWallet, async ({ id, body }) => {
    const { pub_key: publicKey, passkey: isPasskey, has_words: hasWords, ...proof } = body
    await walletLinks.link(id, { ...proof, publicKey, isPasskey, hasWords })
    return present(deps, await walletLinks.find(id))
  })
}

async function present(
  { network, walletLinks, languageOf, now }: Deps,
  link: WalletLink,
): Promise<WalletLinkView> {
  const wallet =
    link.walletId === undefined ? undefined : await walletLinks.findWallet(link.walletId)
  const address = wallet && walletAccounts(network, wallet)[0]?.address
  const owner = ownerOf(link.account)
  const isOver = link.walletId !== undefined
  return {
    id: link.id,
    status: isOver ? 'linked' : now() >= link.expiresAt ? 'expired' : 'open',
    account: `${owner.name} on ${placeOf(owner.platform)}`,
    owner,
    language: (await languageOf(accountKey(link.account))) ?? null,
    expires_at: link.expiresAt.toISOString(),
    kinds: kindsOf(network),
    linked: wallet && address !== undefined ? { family: wallet.family, address } : null,
  }
}

const ownerOf = ({ platform, userId, handle }: Account): WalletLinkView['owner'] => ({
  name: handle === undefined ? userId : nameIdentity({ platform, handle }),
  platform,
})

/** One for each kind of key, with all chains that it serves; the hub stands for its own kind. */
function kindsOf(network: Network): WalletLinkView['kinds'] {
  const hub = hubOf(network).chain_uid
  const kinds = new Map<string, Chain[]>()
  for (const chain of network.chains) {
    const kind = chain.family === 'evm' ? 'evm' : `${coinTypeOf(chain)}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), chain])
  }
  return [...kinds.values()].flatMap((chains) => {
    const [first] = chains
    if (!first) return []
    const { chain_uid, family } = chains.some((chain) => chain.chain_uid === hub)
      ? chainOf(network, hub)
      : first
    return [{ chain_uid, family, chains: chains.map(({ name }) => name) }]
  })
}
