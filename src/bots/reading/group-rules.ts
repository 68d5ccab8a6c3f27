import { groupSubject } from '../../core/terms/group-settings.ts'
import type { Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { allOf, showAmount } from '../cards/wording.ts'

/**
 * What somebody asks for in a chat. Units: `amount` is base units of `token`; `wanted` is what a swap pays. `isPart`: it is half or all of what they have, which the
 * group is not told.
 */
type Asked = {
  use: 'tip' | 'quote'
  token: string
  amount: bigint
  wanted?: string
  isPart?: boolean
}

/** Returns the group that somebody speaks in, as it is named in the store; `undefined` in private. */
export const groupOf = ({ chat, surface }: Pick<Speaker, 'chat' | 'surface'>): string | undefined =>
  chat.kind === 'group' ? groupSubject(surface, chat.id) : undefined

/**
 * Holds what is asked for in a group against what its admins have set; in private everything goes.
 * @throws {UnreadableCommandError} a token that the group does not use, or more than its limit for this token
 */
export async function checkGroupRules(
  { use, token, amount, wanted, isPart = false }: Asked,
  speaker: Pick<Speaker, 'chat' | 'surface' | 'words'>,
  { network, people: { groups } }: Pick<Services, 'people' | 'network'>,
): Promise<void> {
  const group = groupOf(speaker)
  if (group === undefined) return
  const { words } = speaker
  const { settings } = words
  const rules = await groups.settingsOf(group)
  const { tokens } = rules
  const off = [token, wanted].find((each) => each !== undefined && tokens?.includes(each) === false)
  if (off !== undefined)
    throw new UnreadableCommandError(
      settings.tokenOff(off.toUpperCase()),
      [],
      settings.useTokens(
        allOf(
          words,
          (tokens ?? []).map((each) => each.toUpperCase()),
        ),
      ),
    )
  const limit = (use === 'tip' ? rules.largestTip : rules.largestQuote)[token]
  if (limit === undefined || amount <= BigInt(limit)) return
  const show = (units: bigint) => showAmount(words, network, token, units)
  const [tooLarge, partTooLarge] =
    use === 'tip'
      ? [settings.tipTooLarge, settings.tipPartTooLarge]
      : [settings.quoteTooLarge, settings.quotePartTooLarge]
  const problem = isPart ? partTooLarge(token.toUpperCase()) : tooLarge(show(amount))
  throw new UnreadableCommandError(problem, [], settings.atMost(show(BigInt(limit))))
}
