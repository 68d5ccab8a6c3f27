import type { User } from '@grammyjs/types'
import { erc20Abi, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBotApi, TOKEN } from '../bots/telegram/bot-api.ts'
import { dmOf, group } from '../bots/telegram/run-bot.ts'
import { signWithWallet } from './sign-with-wallet.ts'
import { startVouch, type Vouch } from './start-vouch.ts'
import { createVouchClient, type VouchClient } from './vouch-client.ts'
import { eventually } from './eventually.ts'

const erin: User = { id: 71, is_bot: false, first_name: 'Erin', username: 'erin_writes' }
const frank: User = { id: 72, is_bot: false, first_name: 'Frank', username: 'Frank_Fixes' }
const FRANKS_ADDRESS = '0x00000000000000000000000000000000000f4a4c'

let api: Awaited<ReturnType<typeof createBotApi>>
let vouch: Vouch
let client: VouchClient
beforeAll(async () => {
  api = await createBotApi()
  vouch = await startVouch({ env: { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: api.url } })
  client = createVouchClient(vouch.url)
})
afterAll(async () => {
  await vouch.stop()
  await api.close()
})

const titlesIn = (chatId: number) => () => api.shown(chatId).map(({ text }) => text.split('\n')[0])

test('a tip in a Telegram group, signed with a wallet that nobody knew, claimed by somebody who never met the bot', async () => {
  api.say(erin, group, '/tip @Frank_Fixes 2 usdc for the fix')
  await eventually(titlesIn(group.id)).toEqual([
    expect.stringMatching(/Tip 2 USDC to @frank_fixes/),
  ])
  const [card] = api.shown(group.id)
  const url = card?.buttons.find(({ text }) => text === 'Sign')
  const id = url?.url?.split('/').at(-1) ?? ''

  const { token, node } = await signWithWallet(client, id, 'david')
  await eventually(titlesIn(group.id)).toEqual([
    expect.stringMatching(/@frank_fixes can claim 2 USDC/),
  ])
  expect(api.shown(group.id)).toHaveLength(1) // one card, edited in place

  api.say(frank, dmOf(frank), '/start')
  await eventually(titlesIn(frank.id)).toContainEqual(expect.stringMatching(/2 USDC/))
  api.say(frank, dmOf(frank), `/claim 1 to base ${FRANKS_ADDRESS}`)
  await eventually(titlesIn(frank.id)).toContainEqual(expect.stringMatching(/Paid: 2 USDC/))
  const balanceOf = { abi: erc20Abi, functionName: 'balanceOf', args: [FRANKS_ADDRESS] } as const
  expect(await node.readContract({ address: getAddress(token), ...balanceOf })).toBe(2_000_000n)
  await eventually(titlesIn(group.id)).toEqual([
    expect.stringMatching(/@frank_fixes was paid 2 USDC/),
  ])
})

test('bad input in a group is answered there, and somebody without a username can be answered', async () => {
  api.say(erin, group, '/tip @frank_fixes 5,0 usdc')
  await eventually(() => api.shown(group.id).at(-1)?.text).toMatch(/5,0/)
  const nameless: User = { id: 73, is_bot: false, first_name: 'No <b>name</b>' }
  api.say(nameless, dmOf(nameless), '/balance')
  await eventually(() => api.shown(nameless.id).length).toBeGreaterThan(0)
  expect(api.shown(nameless.id).at(-1)?.text).not.toContain('went wrong')
})

test('nothing unexpected reached Telegram or the log', () => {
  expect(api.unexpected).toEqual([])
  expect(vouch.warnings()).toEqual([])
})
