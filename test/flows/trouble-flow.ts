import { afterEach, beforeAll, describe, expect, test } from 'vitest'

import { startVouch } from './vouch-process.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'
import type { GenerationName } from '../../src/core/terms/network.ts'

/** What happens to gifts while the network is in trouble. */
export function troubleFlow(generation: GenerationName): void {
  const USDC = 1_000_000n
  const TROUBLE = '/devnet/api/trouble'

  let client: VouchClient
  beforeAll(async () => {
    client = createVouchClient((await startVouch({ env: { DEVNET_GENERATION: generation } })).url)
  })
  afterEach(() => client.ok('DELETE', TROUBLE))

  type List = { active: object[]; held_packets: object[] }
  const list = () => client.ok<List>('GET', TROUBLE)
  const start = (trouble: object) => client.ok<{ id: string }>('POST', TROUBLE, trouble)

  /** Alice tips and signs; the card that follows it. */
  async function tip(words: string) {
    const answer = await client.say('alice', 'lobby', words)
    const { id } = cardOf(answer)
    await client.sign('alice', signIdOf(answer))
    return {
      title: async () => (await client.message('lobby', id)).card?.title,
      card: async () => JSON.stringify((await client.message('lobby', id)).card),
    }
  }
  const usdcOnBase = () => client.balance('alice', 'base', 'usdc')

  describe('a tip', () => {
    test('while the hub stands still, waits, and ends well once that is over', async () => {
      const before = await client.balance('bobby', 'base', 'usdc')
      const { id } = await start({ kind: 'stall_chain', chain_uid: 'neuron' })
      const { title, card } = await tip('/tip @bobby 2 usdc')
      // It has left alice's wallet for good, and goes no further.
      await expect.poll(card).toMatch(/"state":"done"/)
      expect(await title()).not.toMatch(/can claim/)
      expect((await list()).active).toMatchObject([{ id }])

      await client.ok('DELETE', `${TROUBLE}/${id}`)
      await expect.poll(title).toBe('@bobby can claim 2 USDC')
      await client.say('bobby', 'lobby', '/claim all to base')
      await expect.poll(() => client.balance('bobby', 'base', 'usdc')).toBe(before + 2n * USDC)
    })

    test('whose deposit times out says so, and the money is back', async () => {
      const before = await usdcOnBase()
      await start({ kind: 'time_out_packets', chain_uid: 'base', times: 1 })
      const { title, card } = await tip('/tip @bobby 3 usdc')
      await expect
        .poll(async () => (await list()).held_packets)
        .toMatchObject([{ chain_uid: 'base', direction: 'to_hub', held_by: 'time_out_packets' }])
      expect(await usdcOnBase()).toBe(before - 3n * USDC)
      await start({ kind: 'advance_clock', by_ms: 65_000 })
      await expect.poll(title).toMatch(/was refunded/)
      expect(await card()).toMatch(/it did not arrive in time/)
      expect(await usdcOnBase()).toBe(before)
    })

    test('whose pay-out its chain refuses leaves vouchers, and a button brings them as tokens on another', async () => {
      const { title } = await tip('/tip @bobby 2 usdc')
      await expect.poll(title).toBe('@bobby can claim 2 USDC')
      const before = await client.balance('bobby', 'polygon', 'usdc')
      await start({ kind: 'refuse_packets', chain_uid: 'base', direction: 'from_hub', times: 1 })
      const claim = cardOf(await client.say('bobby', 'dm:bobby', '/claim all to base'))
      const card = async () => (await client.message('dm:bobby', claim.id)).card
      await expect.poll(async () => (await card())?.title).toBe('2 USDC arrived as vouchers')
      const address = await client.address('bobby', 'base')
      expect(JSON.stringify(await card())).toContain(`address ${address.slice(0, 6)}…`)
      expect(await title()).toBe('@bobby was paid 2 USDC as vouchers')
      expect((await client.wallets('bobby')).vouchers).toEqual([
        { token: 'usdc', amount: `${2n * USDC}` },
      ])

      const button = (await card())?.blocks.find(({ label }) =>
        label?.startsWith('Take out on Poly'),
      )
      const withdrawal = await client.press('bobby', claim.id, button?.action ?? '')
      await client.sign('bobby', signIdOf(withdrawal))
      await expect.poll(() => client.balance('bobby', 'polygon', 'usdc')).toBe(before + 2n * USDC)
      expect((await client.wallets('bobby')).vouchers).toEqual([])
    })

    test('survives nodes that answer with HTML, and a packet that somebody has to relay', async () => {
      await start({ kind: 'lose_packets', chain_uid: 'base', times: 1 })
      const { title } = await tip('/tip @bobby 1 usdc')
      await expect.poll(async () => (await list()).held_packets.length).toBe(1)
      await start({ kind: 'break_rpc', answer: 'html', times: 20 })
      await expect.poll(async () => (await list()).active).toEqual([])
      expect(await title()).not.toMatch(/can claim/)
      await client.ok('POST', `${TROUBLE}/relay`, {})
      await expect.poll(title).toBe('@bobby can claim 1 USDC')
    })
  })
}
