import { expect, test } from 'vitest'

import * as discord from '../../src/bots/discord/chat-id.ts'
import * as telegram from '../../src/bots/telegram/chat-id.ts'

test.each([
  { chat: '-10012345', url: 'https://t.me/c/12345/8' },
  { chat: '-10012345/67', url: 'https://t.me/c/12345/67/8' },
  { chat: '-12345', url: undefined }, // no supergroup: its messages have no address
  { chat: '77', url: undefined },
  { chat: 'inline/AbC_1', url: undefined },
  { chat: telegram.whisperChat('-10012345', '77', 'p1'), url: undefined },
])('a message of $chat on Telegram is at $url', ({ chat, url }) => {
  expect(telegram.messageUrl(chat, '8')).toBe(url)
})

test.each([
  { chat: 'server/9/1', url: 'https://discord.com/channels/9/1/8' },
  { chat: 'answer/3/9.1/shown//token', url: 'https://discord.com/channels/9/1/8' },
  { chat: 'answer/3/9.1/hidden/2/token', url: undefined },
  { chat: 'answer/3/1/shown/2/token', url: undefined },
  { chat: 'channel/1', url: undefined },
  { chat: 'user/2', url: undefined },
])('a message of $chat on Discord is at $url', ({ chat, url }) => {
  expect(discord.messageUrl(chat, '8')).toBe(url)
})
