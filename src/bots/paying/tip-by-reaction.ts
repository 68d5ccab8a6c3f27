import { groupSubject, type ReactionTip } from '../../core/terms/group-settings.ts'
import { tokenOf } from '../../core/terms/network.ts'
import type { Person } from '../../services/people/people-port.ts'
import { liveReply } from '../cards/live-reply.ts'
import type { Reply, Services, Speaker } from '../dispatch/command.ts'
import { readEmoji } from '../reading/read-emoji.ts'
import { requestTip } from './request-tip.ts'

/** A reaction to a message; who wrote that is asked only where the reaction stands for a tip. */
export type Reaction = { emoji: string; author(): Promise<Person | undefined> }

/** Returns what a reaction stands for where it was made; `undefined` for nothing. */
export async function tipOfReaction(
  emoji: string,
  { surface, chat }: Pick<Speaker, 'surface' | 'chat'>,
  { people }: Services,
): Promise<ReactionTip | undefined> {
  const { reaction } = await people.groups.settingsOf(groupSubject(surface, chat.id))
  return reaction && readEmoji(emoji) === reaction.emoji ? reaction : undefined
}

/**
 * Has the wallet of whoever reacted asked for a tip to the message's author, for their eyes alone. `undefined` where that is a bot of ours or they themselves.
 * @throws what `requestTip` throws
 */
export async function tipByReaction(
  { token, amount }: ReactionTip,
  { account, name }: Person,
  speaker: Speaker,
  services: Services,
): Promise<Reply | undefined> {
  if ([speaker.account.userId, speaker.bot.userId].includes(account.userId)) return undefined
  const { platform, handle = '' } = account
  const { id } = await requestTip(
    {
      recipient: { platform, handle, name },
      account,
      amount: { kind: 'units', units: BigInt(amount) },
      token: tokenOf(services.network, token),
      chain: undefined,
      note: undefined,
    },
    speaker,
    services,
  )
  return liveReply({ view: 'tip', key: id }, 'asker', speaker, services)
}
