import { expect, test } from 'vitest'

import { groupOf, privateChatOf, whisperChat } from '../../../src/bots/telegram/chat-id.ts'
import { isForOne } from '../../../src/bots/delivery/surface.ts'

test.each([
  { chat: '12345', reads: '12345', isAside: false },
  { chat: '12345/67', reads: '12345', isAside: true }, // a topic of a private chat
  { chat: '-10012345', reads: '-10012345', isAside: false },
  { chat: '-10012345/67', reads: '-10012345/67', isAside: false },
  { chat: whisperChat('-10012345/67', '8'), reads: '8', isAside: true },
  { chat: 'inline/abc', reads: 'inline/abc', isAside: false },
])('who reads $chat is found by $reads', ({ chat, reads, isAside }) => {
  expect(privateChatOf(chat)).toBe(reads)
  expect(isForOne({ privateChatOf }, chat)).toBe(isAside)
})

test('a whisper stands in its group', () => {
  expect(groupOf(whisperChat('-10012345/67', '8'))).toBe('-10012345/67')
})
