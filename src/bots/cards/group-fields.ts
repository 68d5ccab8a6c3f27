import type { GroupSettings } from '../../core/terms/group-settings.ts'
import type { Network } from '../../core/terms/network.ts'
import type { Words } from '../words/words.ts'
import { field, text, type Block } from './card.ts'
import { allOf, showAmount } from './wording.ts'

/** What is set for a group, as people read it. */
export function groupFields(
  { tokens, largestTip, largestQuote, isQuiet, deleteAfterMin, reaction }: GroupSettings,
  words: Words,
  network: Network,
): Block[] {
  const said = words.settings
  const limit = (amounts: Readonly<Record<string, string>>) => {
    const shown = Object.entries(amounts).map(([token, units]) =>
      showAmount(words, network, token, BigInt(units)),
    )
    return shown.length === 0 ? said.noLimit : allOf(words, shown)
  }
  const allowed =
    tokens &&
    allOf(
      words,
      tokens.map((token) => token.toUpperCase()),
    )
  return [
    field(said.tokens, allowed ?? said.all),
    field(said.largestTip, limit(largestTip)),
    field(said.largestQuote, limit(largestQuote)),
    field(said.quiet, isQuiet ? said.on : said.off),
    field(
      said.deleteAfter,
      deleteAfterMin === undefined ? said.never : said.minutes(deleteAfterMin),
    ),
    field(
      said.reaction,
      reaction
        ? said.tipsWith(
            reaction.emoji,
            showAmount(words, network, reaction.token, BigInt(reaction.amount)),
          )
        : said.noReaction,
    ),
    ...(reaction ? [text(said.howReaction)] : []),
  ]
}
