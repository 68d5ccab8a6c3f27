import { NotFoundError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { walletsTopic } from '../../services/wallets/wallet-links.ts'
import type { WalletLink } from '../../services/wallets/wallet-store-port.ts'
import type { Words } from '../words/words.ts'
import { action, link as linkTo, text, type Block, type Card } from './card.ts'
import type { Services, View } from '../dispatch/command.ts'
import { nameWallet, servesIn } from './wallets.ts'

/** The link to the page for linking a wallet, for the eyes of whoever asked: the key is the request's id. */
export const walletLinkView: View = async (id, services, { reader, words }) => {
  const link = await findLink(id, services)
  if (!link) return { card: closedCard(words, words.wallet.linkGone), topics: [] }
  if (!reader || accountKey(reader) !== accountKey(link.account)) return undefined
  const topics = [walletsTopic(accountKey(link.account))]
  if (link.walletId !== undefined)
    return { card: await linkedCard(link.walletId, services, words), topics: [] }
  if (services.now() >= link.expiresAt)
    return { card: closedCard(words, words.wallet.linkExpired), topics: [] }
  const blocks = [
    text(words.wallet.linkHow),
    text(words.wallet.linkForYou),
    linkTo(words.wallet.openPage, `${services.publicUrl}/wallet/${id}`),
  ]
  return {
    card: { title: words.wallet.linkTitle, tone: 'info', blocks },
    topics,
    changesAt: link.expiresAt,
  }
}

/** What its owner is told of a wallet that was linked: the key is the wallet's id. */
export const walletLinkedView: View = async (id, services, { words }) => ({
  card: await linkedCard(id, services, words),
  topics: [],
})

async function findLink(
  id: string,
  { wallets: { links } }: Services,
): Promise<WalletLink | undefined> {
  try {
    return await links.find(id)
  } catch (error) {
    if (error instanceof NotFoundError) return undefined // a newer one has taken its place
    throw error
  }
}

function closedCard(words: Words, said: string): Card {
  return { title: words.wallet.linkTitle, tone: 'info', blocks: [text(said)] }
}

async function linkedCard(
  walletId: string,
  { network, wallets: { links } }: Services,
  words: Words,
): Promise<Card> {
  const { linkedTitle, linkedWhat, notYou, unlinkOne, unlinked } = words.wallet
  const wallet = await links.findWallet(walletId)
  if (!wallet) return { title: unlinked, tone: 'info', blocks: [text(words.wallet.seeList)] }
  const name = nameWallet(wallet, network)
  const blocks: Block[] = [
    text(linkedWhat(name, servesIn(words, wallet, network))),
    text(notYou),
    action(unlinkOne(name), `wallet-unlink:${walletId}`),
  ]
  return { title: linkedTitle, tone: 'success', blocks }
}
