import { beforeAll, expect, test } from 'vitest'

import { createVouchClient, signIdOf, type Message, type VouchClient } from './vouch-client.ts'
import type { Vouch } from './vouch-process.ts'

/** A group's emoji on a message tips its author. */
export function reactionFlow(running: () => Vouch): void {
  let client: VouchClient
  beforeAll(() => {
    client = createVouchClient(running().url)
  })

  test('a reaction brings the tip to sign to whoever reacted alone; signed, the author can claim it', async () => {
    const set = (value: string) => client.say('carol', 'lobby', `/settings reaction ${value}`)
    await set('🔥 1.5 usdc')
    const [said] = await client.say('bobby', 'lobby', 'I mended the build')
    const react = async (from: string, emoji: string) =>
      (
        await client.ok<{ messages: Message[] }>('POST', '/playground/api/reactions', {
          from,
          message_id: said?.id,
          emoji,
        })
      ).messages
    expect(await react('alice', '👍')).toEqual([])
    expect(await react('bobby', '🔥')).toEqual([])
    const lobby = await client.messages('lobby')
    const asked = await react('alice', '🔥')
    expect(asked.map(({ chat, card }) => [chat, card?.title])).toEqual([
      ['dm:alice', 'Tip 1.5 USDC to @bobby'],
    ])
    expect(await client.messages('lobby')).toHaveLength(lobby.length)
    await client.sign('alice', signIdOf(asked))
    await expect
      .poll(async () => (await client.message('dm:alice', asked[0]?.id ?? '')).card?.title)
      .toBe('@bobby can claim 1.5 USDC')
    await set('none')
    expect(await react('alice', '🔥')).toEqual([])
  })
}
