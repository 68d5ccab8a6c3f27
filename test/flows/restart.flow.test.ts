import { describe, expect, test } from 'vitest'

import { startVouch, type Vouch } from './vouch-process.ts'
import { cardOf, createVouchClient, signIdOf } from './vouch-client.ts'

const USDC = 1_000_000n

type Way = 'kill' | 'stop'

/** Ends the process and starts it again on the same data. */
async function again(vouch: Vouch, how: Way): Promise<Vouch> {
  const code = await vouch[how]()
  if (how === 'stop') expect(code).toBe(0)
  return startVouch({ dataDir: vouch.dataDir })
}

/** A tip of alice's, taken step by step over whichever process runs. */
function tipTo(name: string, amount: bigint, running: () => Vouch) {
  const client = () => createVouchClient(running().url)
  const usdcOf = (persona: string) => client().balance(persona, 'base', 'usdc')
  const shown = `${amount / USDC} USDC`
  let signId = ''
  let cardId = ''
  let before = 0n
  const title = async () => (await client().message('lobby', cardId)).card?.title
  return {
    async ask() {
      before = await usdcOf(name)
      const answer = await client().say('alice', 'lobby', `/tip @${name} ${amount / USDC} usdc`)
      signId = signIdOf(answer)
      cardId = cardOf(answer).id
    },
    isAsked: async () => expect(await title()).toBe(`Tip ${shown} to @${name}`),
    sign: () => client().sign('alice', signId),
    becomesClaimable: async () => await expect.poll(title).toBe(`@${name} can claim ${shown}`),
    isClaimable: async () => expect(await title()).toBe(`@${name} can claim ${shown}`),
    redeem: () => client().say(name, `dm:${name}`, '/claim all to base'),
    isPaid: async () => await expect.poll(title).toContain(`was paid ${shown}`),
    async hasMovedOnce() {
      expect(await usdcOf(name)).toBe(before + amount)
      expect((await client().wallets(name)).vouchers).toEqual([])
      const more = await client().say(name, `dm:${name}`, '/claim all to base')
      expect(cardOf(more).text).toMatch(/nothing/i)
    },
  }
}

// One network for the whole file: starting again on it is what is tried here.
describe('ending the process between the steps of a tip', () => {
  let vouch: Vouch
  const running = () => vouch

  test.each(['kill', 'stop'] as const)(
    'by %s: it goes on where it was, and the money moves once',
    async (how) => {
      vouch ??= await startVouch()
      const end = async () => void (vouch = await again(vouch, how))
      const usdcOfAlice = () => createVouchClient(vouch.url).balance('alice', 'base', 'usdc')
      const before = await usdcOfAlice()
      // Two tips, one some steps ahead of the other, so that each end meets two steps.
      const ahead = tipTo('bobby', 5n * USDC, running)
      const behind = tipTo('carol', 3n * USDC, running)

      await ahead.ask()
      await behind.ask()
      await ahead.sign()
      await end() // one asked for, one signed
      await behind.isAsked()
      await ahead.becomesClaimable()

      await behind.sign()
      await behind.becomesClaimable()
      await ahead.redeem()
      await end() // one claimable, one redeemed
      await behind.isClaimable()
      await ahead.isPaid()

      await behind.redeem()
      await behind.isPaid()
      if (how === 'kill') await end() // both paid
      await ahead.isPaid()
      await behind.isPaid()
      await ahead.hasMovedOnce()
      await behind.hasMovedOnce()
      expect(await usdcOfAlice()).toBe(before - 8n * USDC)
    },
  )

  test('a transaction that was sent but never reported is found on the chain', async () => {
    vouch ??= await startVouch()
    const client = createVouchClient(vouch.url)
    const answer = await client.say('alice', 'lobby', '/tip @carol 1 usdc')
    const { build } = await client.ok<{ build: object }>('GET', `/api/v1/sign/${signIdOf(answer)}`)
    await client.ok('POST', '/playground/api/broadcast', { from: 'alice', build })
    await expect
      .poll(async () => (await client.message('lobby', cardOf(answer).id)).card?.title)
      .toBe('@carol can claim 1 USDC')
    expect(
      await client.failure('POST', '/playground/api/sign', {
        from: 'alice',
        sign_id: signIdOf(answer),
      }),
    ).toMatchObject({ status: 410 })
  })

  test('a second process on the same data refuses to start, and says why', async () => {
    vouch ??= await startVouch()
    await expect(startVouch({ dataDir: vouch.dataDir })).rejects.toThrow(
      /Another Vouch process is running/,
    )
  })

  test('npm start passes a stop on, so the process ends in order and leaves its data free', async () => {
    vouch ??= await startVouch()
    await vouch.stop()
    const { dataDir } = vouch
    const byNpm = await startVouch({ command: ['npm', 'start'], dataDir })
    await byNpm.stop()
    await expect(fetch(byNpm.url)).rejects.toThrow('fetch failed')
    vouch = await startVouch({ dataDir }) // it would refuse while the old one runs
    await expect.poll(async () => (await fetch(`${vouch?.url}/ready`)).status).toBe(200)
  })
})
