import { erc20Abi, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createDiscordApi, TOKEN } from '../bots/discord/discord-api.ts'
import { eventually } from './eventually.ts'
import { signWithWallet } from './sign-with-wallet.ts'
import { startVouch, type Vouch } from './start-vouch.ts'
import { createVouchClient, type VouchClient } from './vouch-client.ts'

const erin = { id: '71', username: 'erin.writes' }
const frank = { id: '72', username: 'frank_fixes' }
const lobby = { id: '500', context: 0 as const }
const FRANKS_ADDRESS = '0x00000000000000000000000000000000000f4a4d'

let api: Awaited<ReturnType<typeof createDiscordApi>>
let vouch: Vouch
let client: VouchClient
beforeAll(async () => {
  api = await createDiscordApi()
  api.join(lobby.id)
  vouch = await startVouch({ env: { DISCORD_BOT_TOKEN: TOKEN, DISCORD_API_ROOT: api.url } })
  client = createVouchClient(vouch.url)
})
afterAll(async () => {
  await vouch.stop()
  await api.stop()
})

const titlesIn = (channel: string, reader?: typeof erin) => () =>
  api.shown(channel, reader).map(({ text }) => text.split('\n')[0])

test('a tip in a Discord server, signed, claimed with its button and command, and tracked', async () => {
  const tip = { to: frank, amount: '2', token: 'usdc', note: 'for the fix' }
  const given = api.command(erin, lobby, 'tip', tip)
  api.dispatch(given)
  api.dispatch(given) // Discord may say it twice
  await eventually(titlesIn(lobby.id)).toEqual([
    expect.stringMatching(/Tip 2 USDC to @frank_fixes/),
  ])
  const [card] = api.shown(lobby.id)
  const sign = card?.buttons.find(({ label }) => label === 'Sign')
  if (!sign || !('url' in sign)) throw new Error('there is no button "Sign"')
  const { hash, token, node } = await signWithWallet(
    client,
    sign.url.split('/').at(-1) ?? '',
    'david',
  )
  await eventually(titlesIn(lobby.id)).toEqual([
    expect.stringMatching(/@frank_fixes can claim 2 USDC/),
  ])

  // Who it is for is who claims it, without leaving the chat.
  api.dispatch(api.press(erin, lobby, card, 'Claim'))
  await eventually(titlesIn(lobby.id, erin)).toContainEqual('That did not work')
  api.dispatch(api.press(frank, lobby, card, 'Claim'))
  await eventually(titlesIn(lobby.id, frank)).toContainEqual(
    expect.stringMatching(/@erin.writes sent you 2 USDC/),
  )
  const typing = api.command(frank, lobby, 'claim', { which: '' }, 'which')
  api.dispatch(typing)
  await eventually(() => api.first(typing)).toMatchObject({
    type: 8,
    data: { choices: [{ name: '1: 2 USDC from @erin.writes', value: '1' }] },
  })
  const where = { which: '1', chain: 'base', address: FRANKS_ADDRESS }
  const claim = api.command(frank, lobby, 'claim', where)
  api.dispatch(claim)
  api.dispatch(claim)
  await eventually(titlesIn(lobby.id, frank)).toContainEqual(expect.stringMatching(/Paid: 2 USDC/))
  const balanceOf = { abi: erc20Abi, functionName: 'balanceOf', args: [FRANKS_ADDRESS] } as const
  expect(await node.readContract({ address: getAddress(token), ...balanceOf })).toBe(2_000_000n)
  await eventually(titlesIn(lobby.id)).toEqual([
    expect.stringMatching(/@frank_fixes was paid 2 USDC/),
  ])

  api.dispatch(api.command(frank, lobby, 'track', { hash, chain: 'base' }))
  await eventually(() => api.shown(lobby.id)[1]?.text).toMatch(/^Completed\n.*\n✅/)
})

test('private answers are hidden, and what nobody can read is answered', async () => {
  const before = api.shown(lobby.id).length
  api.dispatch(api.command(frank, lobby, 'balance'))
  await eventually(() => api.shown(lobby.id, frank).at(-1)?.text).toMatch(/No wallet is linked/)
  expect(api.shown(lobby.id)).toHaveLength(before)
  api.dispatch(api.command(erin, lobby, 'tip', { to: frank, amount: '5,0', token: 'usdc' }))
  await eventually(() => api.shown(lobby.id).at(-1)?.text).toMatch(/5,0/)
})

test('nothing unexpected reached Discord or the log', () => {
  expect(api.unexpected).toEqual([])
  expect(vouch.warnings()).toEqual([])
})
