import { describe, expect, test } from 'vitest'

import { startVouch, type Vouch } from './vouch-process.ts'
import { cardOf, createVouchClient, signIdOf } from './vouch-client.ts'

const AMOUNT = 5_000_000n

/** Ends the process and starts it again on the same data. */
async function again(vouch: Vouch, how: 'kill' | 'stop'): Promise<Vouch> {
  const code = await vouch[how]()
  if (how === 'stop') expect(code).toBe(0)
  return startVouch({ dataDir: vouch.dataDir })
}

describe('ending the process between the steps of a tip', () => {
  test.each([
    { how: 'kill', steps: ['asked', 'signed', 'claimable', 'redeemed', 'paid'] },
    { how: 'stop', steps: ['signed', 'redeemed'] },
  ] as const)(
    'by $how: it goes on where it was, and the money moves once',
    async ({ how, steps }) => {
      let vouch = await startVouch()
      async function endAfter(step: (typeof steps)[number]): Promise<void> {
        if (steps.some((each) => each === step)) vouch = await again(vouch, how)
      }
      const client = () => createVouchClient(vouch.url)
      const before = {
        alice: await client().balance('alice', 'base', 'usdc'),
        bobby: await client().balance('bobby', 'base', 'usdc'),
      }

      const answer = await client().say('alice', 'lobby', '/tip @bobby 5 usdc')
      const cardId = cardOf(answer).id
      const tipTitle = async () => (await client().message('lobby', cardId)).card?.title
      await endAfter('asked')
      expect(await tipTitle()).toBe('Tip 5 USDC to @bobby')

      await client().sign('alice', signIdOf(answer))
      await endAfter('signed')
      await expect.poll(tipTitle).toBe('@bobby can claim 5 USDC')
      await endAfter('claimable')
      expect(await tipTitle()).toBe('@bobby can claim 5 USDC')

      await client().say('bobby', 'dm:bobby', '/claim all to base')
      await endAfter('redeemed')
      await expect.poll(tipTitle).toMatch(/was paid 5 USDC/)
      await endAfter('paid')

      expect(await client().balance('alice', 'base', 'usdc')).toBe(before.alice - AMOUNT)
      expect(await client().balance('bobby', 'base', 'usdc')).toBe(before.bobby + AMOUNT)
      expect((await client().wallets('bobby')).vouchers).toEqual([])
      expect(cardOf(await client().say('bobby', 'dm:bobby', '/claim all to base')).text).toMatch(
        /nothing/i,
      )
      await vouch.stop()
    },
  )

  test('a transaction that was sent but never reported is found on the chain', async () => {
    const vouch = await startVouch()
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
    await vouch.stop()
  })
})

test('a second process on the same data refuses to start, and says why', async () => {
  const vouch = await startVouch()
  await expect(startVouch({ dataDir: vouch.dataDir })).rejects.toThrow(
    /Another Vouch process is running/,
  )
  await vouch.stop()
})

test('npm start passes a stop on, so the process ends in order and leaves its data free', async () => {
  const vouch = await startVouch({ command: ['npm', 'start'] })
  await vouch.stop()
  await expect(fetch(vouch.url)).rejects.toThrow('fetch failed')
  const next = await startVouch({ dataDir: vouch.dataDir }) // it would refuse while the old one runs
  expect((await fetch(`${next.url}/ready`)).status).toBe(200)
  await next.stop()
})
