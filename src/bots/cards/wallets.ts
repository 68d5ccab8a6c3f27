import { accountKey } from '../../core/terms/identity.ts'
import type { Network } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { walletAccounts, type LinkedWallet } from '../../core/wallets/linked-wallet.ts'
import { walletsTopic } from '../../services/wallets/wallet-links.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Block, link as linkTo, type Card } from './card.ts'
import type { Audience, View, Services } from '../dispatch/command.ts'
import { nextStep } from './next-step.ts'
import { rowOf, shortAddress, showChain, showWallet } from './wording.ts'
import { NotFoundError } from '../../core/terms/errors.ts'
import type { WalletLink } from '../../services/wallets/wallet-store-port.ts'

/** The wallets of an account, for its own eyes: the key is `platform:userId`. */
export const walletsView: View = async (key, services, { reader, words }) => {
  if (!reader || accountKey(reader) !== key) return undefined
  const {
    network,
    wallets: { links },
  } = services
  const linked = await links.walletsOf(reader)
  const addresses = new Set(linked.flatMap((wallet) => walletAccounts(network, wallet)).map(keyOf))
  const own = (await services.wallets.of(reader)).filter((user) => !addresses.has(keyOf(user)))
  const first =
    linked.find(({ isDefault }) => isDefault) ?? (own.length === 0 ? linked[0] : undefined)
  const blocks: Block[] = [
    ...(linked.length + own.length === 0 ? [text(words.wallet.none)] : []),
    ...linked.flatMap((wallet, index) =>
      rowOfWallet(words, wallet, { number: `${index + 1}`, isFirst: wallet === first, network }),
    ),
    ...own.map((user) => field(words.wallet.ownOfPlayground, showWallet(words, network, user))),
    text(words.wallet.linkHow),
    action(words.wallet.link, 'wallet-link'),
  ]
  return { card: { title: words.wallet.title, tone: 'info', blocks }, topics: [walletsTopic(key)] }
}

const keyOf = ({ chain_uid, address }: CrossChainUser) => `${chain_uid}/${address}`

function rowOfWallet(
  words: Words,
  wallet: LinkedWallet,
  { number, isFirst, network }: { number: string; isFirst: boolean; network: Network },
): Block[] {
  const { row, isFirst: first, makeDefault, unlinkOne } = words.wallet
  const shown = row(nameWallet(wallet, network), servesIn(words, wallet, network))
  return [
    field(number, isFirst ? words.wording.aside(shown, first) : shown),
    ...(isFirst ? [] : [action(makeDefault(number), `wallet-default:${wallet.id}`)]),
    action(unlinkOne(number), `wallet-unlink:${wallet.id}`),
  ]
}

/** The names of the chains that a wallet serves. */
const servesIn = (words: Words, wallet: LinkedWallet, network: Network): string =>
  rowOf(
    words,
    walletAccounts(network, wallet).map(({ chain_uid }) => showChain(network, chain_uid)),
  )

/** By its short address; a Cosmos key by the one on the first chain that it serves. */
export function nameWallet(wallet: LinkedWallet, network: Network): string {
  const [first] = walletAccounts(network, wallet)
  return shortAddress(first?.address ?? wallet.key)
}

/** The link to the page for linking a wallet, for the eyes of whoever asked: the key is the request's id. */
export const walletLinkView: View = async (id, services, { reader, words }) => {
  const link = await findLink(id, services)
  if (!link) return { card: closedCard(words, words.wallet.linkGone), topics: [] }
  if (!reader || accountKey(reader) !== accountKey(link.account)) return undefined
  const topics = [walletsTopic(accountKey(link.account))]
  if (link.walletId !== undefined)
    return { card: await linkedCard(link.walletId, services, { reader, words }), topics: [] }
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
export const walletLinkedView: View = async (id, services, audience) => ({
  card: await linkedCard(id, services, audience),
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
  services: Services,
  { reader, words }: Audience,
): Promise<Card> {
  const { network, publicUrl } = services
  const { linkedTitle, linkedWhat, notYou, ofPasskey, recoveryWords, unlinkOne, unlinked } =
    words.wallet
  const wallet = await services.wallets.links.findWallet(walletId)
  if (!wallet) return { title: unlinked, tone: 'info', blocks: [text(words.wallet.seeList)] }
  const name = nameWallet(wallet, network)
  const blocks: Block[] = [
    text(linkedWhat(name, servesIn(words, wallet, network))),
    ...(reader ? await nextStep(reader, words, services) : []),
    text(notYou),
    action(unlinkOne(name), `wallet-unlink:${walletId}`),
    // Nobody but its owner's browser knows whether the words are on paper.
    ...(wallet.isPasskey ? [text(ofPasskey), linkTo(recoveryWords, `${publicUrl}/key`)] : []),
  ]
  return { title: linkedTitle, tone: 'success', blocks }
}
