import { beforeAll, describe, expect, test } from 'vitest'

import type { Vouch } from './vouch-process.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'

export function refusalsFlow(running: () => Vouch): void {
  let vouch: Vouch
  let client: VouchClient
  beforeAll(() => {
    vouch = running()
    client = createVouchClient(vouch.url)
  })

  /** Everything that belongs to anybody, to show that a refusal moved nothing. */
  const everything = async () =>
    JSON.stringify(await Promise.all(['alice', 'bobby', 'carol', 'david'].map(client.wallets)))
  const balanceOfBobby = () => client.balance('bobby', 'base', 'usdc')

  async function fundedTip(text: string) {
    const answer = await client.say('alice', 'lobby', text)
    await client.sign('alice', signIdOf(answer))
    const { id } = cardOf(answer)
    await expect
      .poll(async () => (await client.message('lobby', id)).card?.title)
      .toMatch(/can claim/)
    return { cardId: id, signId: signIdOf(answer) }
  }

  describe('a command that cannot be', () => {
    test.each([
      ['an unknown token', '/tip @bobby 5 gold', /gold/],
      ['an unknown chain', '/tip @bobby 5 usdc on mars', /mars/],
      ['an amount that means two things', '/tip @bobby 5.000 usdc', /5\.000/],
      ['commas that mean nothing', '/tip @bobby 5,0,0 usdc', /5,0,0/],
      ['an exponent', '/tip @bobby 1e3 usdc', /1e3/],
      ['too many decimals', '/tip @bobby 5.0000001 usdc', /7 decimals.*6/],
      ['zero', '/tip @bobby 0 usdc', /zero/],
      ['a negative amount', '/tip @bobby -5 usdc', /-5/],
      ['a handle that cannot exist', '/tip @b! 5 usdc', /b!/],
      ['nobody', '/tip', /\/tip @bobby 5 usdc/],
      ['oneself', '/tip @alice 5 usdc', /yourself/],
      ['the bot', '/tip @vouch 5 usdc', /bot/],
      ['more than the balance', '/tip @bobby 10000000 usdc', /10000|9999|10,000/],
      ['a token that is not on the chain', '/tip @bobby 5 euclid on base', /base/i],
      ['an unknown command', '/tp @bobby 5 usdc', /\/tip/],
      ['a claim with nothing to claim', '/claim all to base', /nothing|Nothing/],
      ['tracking something that is no hash', '/track base 0x12', /0x12/],
    ])('%s is answered with what to do, and moves nothing', async (_what, text, says) => {
      const before = await everything()
      const answers = (await client.say('alice', 'dm:alice', text)).filter(({ card }) => card)
      expect(answers).toHaveLength(1)
      expect(answers[0]?.text).toMatch(says)
      expect(answers[0]?.card?.blocks.some(({ kind }) => kind === 'link')).toBe(false)
      expect(await everything()).toBe(before)
    })
  })

  describe("what is somebody else's", () => {
    test('a sign link: refused for another persona and another wallet, and still good for its owner', async () => {
      const signId = signIdOf(await client.say('alice', 'lobby', '/tip @bobby 1 usdc'))
      expect(
        await client.failure('POST', '/playground/api/sign', { from: 'carol', sign_id: signId }),
      ).toMatchObject({
        status: 403,
        body: {
          error: {
            code: 'NOT_YOURS',
            message: expect.stringContaining('@alice'),
            fix: expect.any(String),
          },
        },
      })
      const address = await client.address('carol', 'base')
      expect(
        await client.failure('POST', `/api/v1/sign/${signId}/prepare`, { address }),
      ).toMatchObject({ status: 403, body: { error: { code: 'NOT_YOURS' } } })
      expect(await client.sign('alice', signId)).toMatchObject({ chain_uid: 'base' })
    })

    test('a claim: its button is refused politely, and nothing of it is shown', async () => {
      const { cardId } = await fundedTip('/tip @bobby 2 usdc')
      const claim = (await client.message('lobby', cardId)).card?.blocks.find(
        ({ label }) => label === 'Claim',
      )
      const before = await everything()
      const answers = await client.press('carol', cardId, claim?.action ?? '')
      expect(cardOf(answers).text).toMatch(/@bobby/)
      expect(cardOf(await client.say('carol', 'dm:carol', '/claim all to base')).text).toMatch(
        /nothing/i,
      )
      expect(await everything()).toBe(before)
    })

    test('a private chat', async () => {
      expect(
        await client.failure('POST', '/playground/api/messages', {
          from: 'carol',
          chat: 'dm:bobby',
          text: '/claim',
        }),
      ).toMatchObject({ status: 403 })
    })
  })

  describe('a claim that waits', () => {
    test.each([
      ['to an unknown chain', '/claim all to mars', /mars/],
      ['to an address that is none', '/claim 1 to base 0x123', /0x123/],
      ['to a chain where the token has no form', '/claim 1 to neuron', /base/i],
      ['by a number that is not listed', '/claim 9 to base', /9/],
    ])('%s is answered with what to do, and still waits', async (_what, text, says) => {
      const before = await everything()
      expect(cardOf(await client.say('bobby', 'dm:bobby', text)).text).toMatch(says)
      expect(cardOf(await client.say('bobby', 'dm:bobby', '/claim')).text).toMatch(/USDC/)
      expect(await everything()).toBe(before)
    })
  })

  describe('twice', () => {
    test('a sign request is signed once', async () => {
      const answer = await client.say('alice', 'lobby', '/tip @david 1 usdc')
      const sign = { from: 'alice', sign_id: signIdOf(answer) }
      const before = await client.balance('alice', 'base', 'usdc')
      const tries = await Promise.all(
        [1, 2, 3].map(() => client.call('POST', '/playground/api/sign', sign)),
      )
      expect(tries.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '410', '410'])
      expect(await client.failure('POST', '/playground/api/sign', sign)).toMatchObject({
        status: 410,
        body: { error: { code: 'SIGN_REQUEST_CLOSED' } },
      })
      await expect
        .poll(async () => (await client.message('lobby', cardOf(answer).id)).card?.title)
        .toMatch(/can claim/)
      expect(await client.balance('alice', 'base', 'usdc')).toBe(before - 1_000_000n)
    })

    test('a claim is paid once, however many ask for it at the same moment', async () => {
      await expect
        .poll(async () => cardOf(await client.say('bobby', 'dm:bobby', '/claim')).text)
        .toMatch(/1 USDC[^]*2 USDC/)
      const before = await balanceOfBobby()
      const total = 3_000_000n // from the tips above that he has not claimed yet
      await Promise.all(
        ['a', 'b', 'c', 'd'].map(() => client.say('bobby', 'dm:bobby', '/claim all to base')),
      )
      await expect.poll(balanceOfBobby).toBe(before + total)
      expect(cardOf(await client.say('bobby', 'dm:bobby', '/claim all to base')).text).toMatch(
        /nothing/i,
      )
      // A tip goes all its way: whatever else were on its way to him has come by then.
      const other = await client.say('alice', 'lobby', '/tip @david 1 usdc')
      await client.sign('alice', signIdOf(other))
      await expect
        .poll(async () => (await client.message('lobby', cardOf(other).id)).card?.title)
        .toBe('@david can claim 1 USDC')
      expect(await balanceOfBobby()).toBe(before + total)
    })
  })

  describe('requests that cannot be', () => {
    const build = { type: 'evm', msgs: [] }
    test.each([
      [
        'an unknown persona',
        'POST',
        '/playground/api/messages',
        { from: 'mallory', chat: 'lobby', text: 'x' },
        400,
      ],
      [
        'an unknown chat',
        'POST',
        '/playground/api/messages',
        { from: 'alice', chat: 'attic', text: 'x' },
        404,
      ],
      [
        'an unknown message',
        'POST',
        '/playground/api/actions',
        { from: 'alice', message_id: '99999', action: 'x' },
        404,
      ],
      [
        'an unknown sign request',
        'POST',
        '/playground/api/sign',
        { from: 'alice', sign_id: 'nope' },
        404,
      ],
      ['an empty build', 'POST', '/playground/api/broadcast', { from: 'alice', build }, 400],
      ['an unknown claim', 'GET', '/api/v1/claims/000000000000000000000000', undefined, 404],
      [
        'a redeem without a proof',
        'POST',
        '/api/v1/claims/000000000000000000000000/redeem',
        { claim_id: '1', recipient: { chain_uid: 'base', address: '0x1' } },
        401,
      ],
    ])('%s gets a clear error body', async (_what, method, path, body, status) => {
      expect(await client.failure(method, path, body)).toEqual({
        status,
        body: {
          error: {
            code: expect.any(String),
            message: expect.any(String),
            fix: expect.any(String),
            request_id: expect.any(String),
          },
        },
      })
    })
  })

  test('nothing unexpected was logged', () => {
    expect(vouch.warnings()).toEqual([])
  })
}
