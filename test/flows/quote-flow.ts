import { beforeAll, expect, test } from 'vitest'

import type { Vouch } from './vouch-process.ts'
import {
  cardOf,
  createVouchClient,
  signIdOf,
  type Message,
  type VouchClient,
} from './vouch-client.ts'

export function quoteFlow(running: () => Vouch): void {
  let vouch: Vouch
  let client: VouchClient
  beforeAll(() => {
    vouch = running()
    client = createVouchClient(vouch.url)
  })

  const card = async (id: string) => (await client.message('lobby', id)).card
  const titleOf = (id: string) => async () => (await card(id))?.title
  const labels = (blocks: { kind: string; label?: string }[] = []) =>
    blocks.flatMap(({ kind, label }) => (kind === 'action' ? [label] : []))
  const buttonOf = (message: Message, label: string) =>
    message.card?.blocks.find((block) => block.kind === 'action' && block.label === label)
      ?.action ?? ''
  async function press(from: string, id: string, label: string): Promise<Message[]> {
    return client.press(from, id, buttonOf(await client.message('lobby', id), label))
  }
  /** What a swap is to pay, in base units: the title of its quote has no more than six digits of it. */
  async function expectedBy(swap: Message[], title: string | undefined): Promise<bigint> {
    const path = `/api/v1/sign/${signIdOf(swap)}`
    const { receive } = await client.ok<{ receive: { expected: string } }>('GET', path)
    const [, about = ''] = /^≈?([\d.]+) /.exec(title ?? '') ?? []
    expect(receive.expected).toMatch(new RegExp(`^${about.replace('.', '').replace(/^0+/, '')}`))
    return BigInt(receive.expected)
  }

  test('a quote in a group is refreshed, flipped, signed by its owner alone, and pays exactly what it said', async () => {
    const { id, card: first } = cardOf(await client.say('alice', 'lobby', '/quote 100 usdc eth'))
    expect(first.title).toMatch(/^≈0\.0\d+ ETH for 100 USDC \(1 ETH = \$[\d,.]+\)$/)
    expect(labels(first.blocks)).toEqual(['Sign', 'Exactly', 'Refresh', 'Flip'])

    const refused = await press('bobby', id, 'Sign')
    expect(refused.map(({ chat }) => chat)).toEqual(['dm:bobby'])
    expect((await card(id))?.title).toBe(first.title)

    expect(await press('alice', id, 'Flip')).toEqual([])
    await expect.poll(titleOf(id)).toMatch(/^≈99\.\d+ USDC for ≈0\.0\d+ ETH /)
    await press('alice', id, 'Flip')
    await expect.poll(titleOf(id)).toMatch(/^≈0\.0\d+ ETH for ≈99\.\d+ USDC /)
    await press('alice', id, 'Refresh')
    expect((await client.message('lobby', id)).edited).toBe(true)

    const title = (await card(id))?.title
    const bySwap = await press('alice', id, 'Sign')
    const offered = await expectedBy(bySwap, title)
    const before = {
      alice: await client.balance('alice', 'base', 'usdc'),
      eth: await client.balance('alice', 'base', 'eth'),
    }
    await client.sign('alice', signIdOf(bySwap))
    const live = cardOf(bySwap)
    await expect.poll(titleOf(live.id)).toMatch(/^Swapped 99\.\d+ USDC for ETH$/)
    const usdcSpent = before.alice - (await client.balance('alice', 'base', 'usdc'))
    expect(live.card.title).toContain(
      `Swap 99.${`${usdcSpent - 99_000_000n}`.padStart(6, '0').replace(/0+$/, '')} USDC`,
    )
    // The same wallet paid its gas in this token; the next test has none in the way.
    const gained = (await client.balance('alice', 'base', 'eth')) - before.eth
    expect(offered - gained).toBeGreaterThanOrEqual(0n)
    expect(offered - gained).toBeLessThan(offered / 20n)
  })

  test('without gas in the way, the owner gets exactly the quoted amount, on the chain where it exists', async () => {
    const { id, card: quoted } = cardOf(
      await client.say('carol', 'lobby', '/quote 250 osmo to pol'),
    )
    const before = await client.balance('carol', 'polygon', 'pol')
    const swap = await press('carol', id, 'Sign')
    const offered = await expectedBy(swap, quoted.title)
    await client.sign('carol', signIdOf(swap))
    await expect.poll(titleOf(cardOf(swap).id)).toBe('Swapped 250 OSMO for POL')
    expect((await client.balance('carol', 'polygon', 'pol')) - before).toBe(offered)
  })

  test('a wallet on a Cosmos chain signs the whole split that is drawn, and gets exactly what it said', async () => {
    const asked = '/quote 1000 usdc to euclid on osmosis'
    const { id, card: quoted } = cardOf(await client.say('bobby', 'lobby', asked))
    const [picture] = quoted.blocks
    const [, drawn = ''] = / you get (.+) EUCLID: \d/.exec(picture?.alt ?? '') ?? []
    const swap = await press('bobby', id, 'Sign')
    const live = cardOf(swap)
    expect(live.card.title).toBe(`Swap 1000 USDC for ${drawn} EUCLID`)
    const offered = await expectedBy(swap, `${drawn.replaceAll(',', '')} EUCLID`)
    const before = await client.balance('bobby', 'osmosis', 'euclid')
    await client.sign('bobby', signIdOf(swap))
    await expect.poll(titleOf(live.id)).toBe('Swapped 1000 USDC for EUCLID')
    const gained = (await client.balance('bobby', 'osmosis', 'euclid')) - before
    expect(gained).toBe(offered)
  })

  test('/swap goes straight to the signature, and a bad price is asked about first', async () => {
    const straight = await client.say('david', 'lobby', '/swap 10 usdt usdc')
    expect(signIdOf(straight)).not.toBe('')

    const { id, card: bad } = cardOf(await client.say('david', 'lobby', '/swap 600 pol usdc'))
    expect(bad.tone).toBe('warning')
    expect(await press('david', id, 'Sign')).toEqual([])
    await expect
      .poll(async () => labels((await card(id))?.blocks))
      .toEqual(['Sign anyway', 'Exactly', 'Refresh', 'Flip'])
    expect(signIdOf(await press('david', id, 'Sign anyway'))).not.toBe('')

    const { card: awful } = cardOf(await client.say('david', 'lobby', '/quote 5000 pol usdc'))
    expect(awful.tone).toBe('error')
    expect(labels(awful.blocks)).toEqual(['Exactly', 'Refresh', 'Flip'])
  })

  test('nothing unexpected was logged', () => {
    expect(vouch.warnings()).toEqual([])
  })
}
