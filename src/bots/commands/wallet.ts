import { NotFoundError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import type { LinkedWallet } from '../../core/wallets/linked-wallet.ts'
import { action, text } from '../cards/card.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { liveReply } from '../cards/live-reply.ts'
import { plainWord } from '../reading/read-number.ts'
import { nameWallet } from '../cards/wallets.ts'

const FORM = /^(?:(link)|(default|unlink)\s+(\d{1,3}))$/i

/** Other words that people begin with. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  [/^(?:default|first|use|prefer|\d)/i, '/wallet default 1'],
  [/^(?:unlink|remove|delete|forget)/i, '/wallet unlink 1'],
]

/** Whoever has begun to write one of the forms, or what it does in other words, is shown that one. */
const exampleFor = (input: string): string =>
  MEANT.find(([said]) => said.test(plainWord(input)))?.[1] ?? '/wallet link'

export const wallet: Command = {
  name: 'wallet',
  summary: (words) => words.wallet.summary,
  usage: '/wallet [link, default or unlink] [number]',
  examples: ['/wallet', '/wallet link', '/wallet default 2', '/wallet unlink 2'],
  audience: 'asker',
  params: [
    { name: 'what', summary: (words) => words.wallet.what, kind: 'words', isOptional: true },
  ],
  async run(input, speaker, services) {
    if (input === '') return walletsReply(speaker, services)
    const { words, account } = speaker
    const [, link, what, number = ''] = FORM.exec(plainWord(input)) ?? []
    if (link !== undefined) return linkReply(speaker, services)
    if (what === undefined)
      throw new UnreadableCommandError(
        words.reading.unreadable(input),
        [],
        words.reading.likeThis(exampleFor(input)),
      )
    const chosen = (await services.wallets.links.walletsOf(account))[Number(number) - 1]
    if (!chosen) throw new NotFoundError(words.wallet.noNumber(number), words.wallet.seeList)
    if (what.toLowerCase() === 'unlink') return askFirst(chosen, speaker, services)
    await services.wallets.links.makeDefault(account, chosen.id)
    return walletsReply(speaker, services)
  },
}

export const walletLinkAction: Action = {
  name: 'wallet-link',
  run: (_arg, speaker, services) => linkReply(speaker, services),
}

export const walletDefaultAction: Action = {
  name: 'wallet-default',
  async run(id, speaker, services) {
    const chosen = await ownWallet(id, speaker, services)
    await services.wallets.links.makeDefault(speaker.account, chosen.id)
    return undefined
  },
  cardAnew: (_id, speaker, services) => walletsReply(speaker, services),
}

/** The button of the list: shows what would happen, and does nothing. */
export const walletUnlinkAction: Action = {
  name: 'wallet-unlink',
  async run(id, speaker, services) {
    return askFirst(await ownWallet(id, speaker, services), speaker, services)
  },
}

/** The button of the confirmation. */
export const walletUnlinkYesAction: Action = {
  name: 'wallet-unlink-yes',
  async run(id, speaker, services) {
    const chosen = await ownWallet(id, speaker, services)
    await services.wallets.links.unlink(speaker.account, chosen.id)
    const { words } = speaker
    return {
      card: { title: words.wallet.unlinked, tone: 'success', blocks: [text(words.wallet.seeList)] },
      audience: 'asker',
    }
  },
}

/** @throws {NotFoundError} not linked, not any more, or somebody else's */
async function ownWallet(
  id: string,
  { account, words }: Speaker,
  { wallets: { links } }: Services,
): Promise<LinkedWallet> {
  const own = (await links.walletsOf(account)).find((each) => each.id === id)
  if (own) return own
  throw new NotFoundError(words.wallet.notLinked, words.wallet.seeList)
}

/** The speaker's own list, in private, that follows what it shows. */
function walletsReply(speaker: Speaker, services: Services): Promise<Reply> {
  const key = accountKey(speaker.account)
  return liveReply({ view: 'wallets', key }, 'asker', speaker, services)
}

async function linkReply(speaker: Speaker, services: Services): Promise<Reply> {
  const { id } = await services.wallets.links.start(speaker.account)
  const live = { view: 'wallet-link', key: id } as const
  return liveReply(live, 'asker', speaker, services)
}

function askFirst(chosen: LinkedWallet, { words }: Speaker, { network }: Services): Reply {
  const { askTitle, askWhat, yes } = words.wallet
  const blocks = [text(askWhat), action(yes, `wallet-unlink-yes:${chosen.id}`)]
  return {
    card: { title: askTitle(nameWallet(chosen, network)), tone: 'warning', blocks },
    audience: 'asker',
  }
}
