import { z } from 'zod'

import type { Person } from '../../services/people/activity-port.ts'
import { discordAccount } from '../../core/terms/identity.ts'
import { chatIdOf } from './chat-id.ts'

/** The part of Discord's message that we read: who wrote it and where, and nothing of what it says. */
const Message = z.object({
  channel_id: z.string(),
  guild_id: z.string(),
  author: z.object({
    id: z.string(),
    username: z.string().min(1),
    discriminator: z.string().optional(),
    bot: z.boolean().optional(),
  }),
  webhook_id: z.string().optional(),
})

/** Who says something in a server, and where; `undefined` for bots and webhooks. */
export function readTalk(message: unknown): (Person & { chat: string }) | undefined {
  const read = Message.safeParse(message)
  if (!read.success || read.data.author.bot === true || read.data.webhook_id !== undefined)
    return undefined
  const { author, channel_id: id, guild_id: guildId } = read.data
  const account = discordAccount(author)
  return {
    account,
    name: `@${account.handle}`,
    chat: chatIdOf({ kind: 'channel', id, guildId }),
  }
}
