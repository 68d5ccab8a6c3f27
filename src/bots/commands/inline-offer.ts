import { DomainError } from '../../core/errors.ts'
import type { Network } from '../../core/network.ts'
import { namePerson } from '../messages/name-person.ts'
import type { Words } from '../messages/words.ts'
import { action, text, type Card } from './card.ts'
import type { Action, Speaker } from './command.ts'
import { parseTip, type TipOrder } from './parse-tip.ts'
import { showAmount } from './wording.ts'

/** What somebody may send into a chat that we are not in: how it is listed, and the message until the tip itself takes its place. */
export type InlineOffer = { title: string; description: string; card: Card }

const WAIT = 'inline-wait'

/**
 * Reads `@bobby 5 usdc` as a tip, without asking for anything: people write it letter by letter. `undefined` while it is none.
 */
export function inlineOffer(
  query: string,
  speaker: Speaker,
  network: Network,
): InlineOffer | undefined {
  const { inline } = speaker.words
  try {
    const order = parseTip(query, speaker, network, inline.how)
    const who = namePerson(speaker.words, order.recipient, speaker.account.platform)
    const title = inline.title(sumOf(order, speaker.words, network), who)
    const blocks = [text(inline.preparing(speaker.name)), action(inline.wait, WAIT)]
    return { title, description: inline.description, card: { title, tone: 'info', blocks } }
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

/** How much half of something is stays unsaid until it is asked for. */
function sumOf({ amount, token }: TipOrder, words: Words, network: Network): string {
  if (amount.kind === 'units') return showAmount(words, network, token.token, amount.units)
  const said = amount.kind === 'usd' ? `$${amount.usd}` : amount.kind
  return `${token.token.toUpperCase()} (${said})`
}

/** The button of a message that the tip has not taken the place of yet. */
export const inlineWaitAction: Action = {
  name: WAIT,
  async run(_arg, { words: { inline } }) {
    const blocks = [text(inline.notReady)]
    return { card: { title: inline.wait, tone: 'info', blocks }, audience: 'asker' }
  },
}
