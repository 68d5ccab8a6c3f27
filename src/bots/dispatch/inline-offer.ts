import { DomainError } from '../../core/terms/errors.ts'
import type { Network } from '../../core/terms/network.ts'
import { namePerson } from '../words/name-person.ts'
import type { Words } from '../words/words.ts'
import { action, text, type Card } from '../cards/card.ts'
import type { Action, Speaker } from './command.ts'
import { parseShareOut } from '../reading/parse-share-out.ts'
import { timesOf } from '../reading/read-amount.ts'
import { parseTip, type TipOrder } from '../reading/parse-tip.ts'
import { showAmount, showWallet } from '../cards/wording.ts'

/** The commands that can be asked for in a chat that we are not in. */
export const INLINE_COMMANDS = ['tip', 'airdrop'] as const
export type InlineCommand = (typeof INLINE_COMMANDS)[number]

/**
 * What somebody may send into a chat that we are not in: the command that it asks for, how it is listed, and the message until
 * the command's own card takes its place.
 */
export type InlineOffer = { command: InlineCommand; title: string; description: string; card: Card }

const WAIT = 'inline-wait'

/**
 * Reads `@bobby 5 usdc` as a tip and `5 usdc for 3` as an airdrop, without asking for anything: people write it letter by
 * letter. `undefined` while it is neither.
 */
export function inlineOffer(
  query: string,
  speaker: Speaker,
  network: Network,
): InlineOffer | undefined {
  return (
    readOffer('tip', speaker, () => tipTitle(query, speaker, network)) ??
    readOffer('airdrop', speaker, () => airdropTitle(query, speaker, network))
  )
}

function readOffer(
  command: InlineCommand,
  { words: { inline }, name }: Speaker,
  readTitle: () => string | undefined,
): InlineOffer | undefined {
  try {
    const title = readTitle()
    if (title === undefined) return undefined
    const blocks = [text(inline.preparing(name)), action(inline.wait, WAIT)]
    return {
      command,
      title,
      description: inline.description,
      card: { title, tone: 'info', blocks },
    }
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

function tipTitle(query: string, speaker: Speaker, network: Network): string {
  const { words, account } = speaker
  const order = parseTip(query, speaker, network, words.inline.how)
  const who =
    'wallet' in order
      ? showWallet(words, network, order.wallet)
      : 'people' in order
        ? words.shareOut.people(order.people.length)
        : namePerson(words, order.recipient, account.platform)
  return words.inline.title(sumOf(order, words, network), who)
}

/** `undefined` while it does not say how many are to share it. */
function airdropTitle(query: string, speaker: Speaker, network: Network): string | undefined {
  const { words } = speaker
  const order = parseShareOut(query, ['count', 'sizes'], speaker, network, words.inline.how)
  const { count, isEach, token } = order
  if (count === undefined) return undefined
  const amount = isEach ? timesOf(order.amount, count, words) : order.amount
  return words.inline.airdropTitle(sumOf({ amount, token }, words, network), count)
}

type Sum = Pick<TipOrder, 'amount' | 'token'>

/** How much half of something is stays unsaid until it is asked for. */
function sumOf({ amount, token }: Sum, words: Words, network: Network): string {
  if (amount.kind === 'units') return showAmount(words, network, token.token, amount.units)
  const said = amount.kind === 'usd' ? `$${amount.usd}` : amount.kind
  return `${token.token.toUpperCase()} (${said})`
}

/** The button of a message that the command's card has not taken the place of yet. */
export const inlineWaitAction: Action = {
  name: WAIT,
  async run(_arg, { words: { inline } }) {
    const blocks = [text(inline.notReady)]
    return { card: { title: inline.wait, tone: 'info', blocks }, audience: 'asker' }
  },
}
