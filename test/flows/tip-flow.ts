import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { until } from '../until.ts'
import type { Vouch } from './vouch-process.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'

const USDC = 1_000_000n
const ETH = 10n ** 18n

export function tipFlow(running: () => Vouch): void {
  let vouch: Vouch
  let client: VouchClient
  beforeAll(() => {
    vouch = running()
    client = createVouchClient(vouch.url)
  })

  const titleIn = (chat: string, id: string) => async () =>
    (await client.message(chat, id)).card?.title
  const newestTitleIn = (chat: string) => async () =>
    (await client.messages(chat)).at(-1)?.card?.title
  const vouchersOf = async (...personas: string[]) =>
    (
      await Promise.all(personas.map(async (persona) => (await client.wallets(persona)).vouchers))
    ).flat()

  // What they took back stays theirs as vouchers, which would pay for what they do next.
  afterAll(() => Promise.all(['alice', 'carol', 'david'].map(putAway)))

  /** Alice tips and signs; ends when the recipient can claim. */
  async function tipAndSign(text: string) {
    const answer = await client.say('alice', 'lobby', text)
    await client.sign('alice', signIdOf(answer))
    const { id } = cardOf(answer)
    await expect.poll(titleIn('lobby', id)).toMatch(/can claim/)
    return id
  }

  describe('a tip in a group', () => {
    test('in usdc: five leave her wallet, five arrive in his, and the hub keeps nothing', async () => {
      const before = {
        alice: await client.balance('alice', 'base', 'usdc'),
        bobby: await client.balance('bobby', 'base', 'usdc'),
      }
      const card = await tipAndSign('/tip @bobby 5 usdc for the fix')
      expect((await client.message('lobby', card)).card?.title).toBe('@bobby can claim 5 USDC')

      await client.say('bobby', 'lobby', '/claim all to base')
      await expect.poll(newestTitleIn('dm:bobby')).toMatch(/^Paid: 5 USDC/)

      expect(await client.balance('alice', 'base', 'usdc')).toBe(before.alice - 5n * USDC)
      expect(await client.balance('bobby', 'base', 'usdc')).toBe(before.bobby + 5n * USDC)
      expect(await vouchersOf('alice', 'bobby')).toEqual([])
      await expect.poll(titleIn('lobby', card)).toBe('@bobby was paid 5 USDC on Base (local)')
    })

    test('in eth, by replying to his message instead of naming him', async () => {
      const before = {
        alice: await client.balance('alice', 'base', 'eth'),
        bobby: await client.balance('bobby', 'base', 'eth'),
      }
      const [words] = await client.say('bobby', 'lobby', 'it works now')
      const answer = await client.say('alice', 'lobby', '/tip 0.25 eth', words?.id)
      await client.sign('alice', signIdOf(answer))
      await expect
        .poll(titleIn('lobby', cardOf(answer).id))
        .toMatch(/^@bobby can claim 0\.25 ETH \(\$\d+\)$/)

      await client.say('bobby', 'dm:bobby', '/claim all to base')
      await expect.poll(newestTitleIn('dm:bobby')).toMatch(/^Paid: 0.25 ETH/)

      expect(await client.balance('bobby', 'base', 'eth')).toBe(before.bobby + ETH / 4n)
      const spent = before.alice - (await client.balance('alice', 'base', 'eth'))
      expect(spent).toBeGreaterThan(ETH / 4n) // and the gas
      expect(spent).toBeLessThan(ETH / 4n + ETH / 100n)
      expect(await vouchersOf('alice', 'bobby')).toEqual([])
    })

    test('to two people at once: one signature, and each claims a share', async () => {
      const before = await client.balance('carol', 'base', 'usdc')
      const answer = await client.say('alice', 'lobby', '/tip @bobby and @carol 1 usdc each')
      const { id, card } = cardOf(answer)
      expect(card.title).toBe('Tip of 2 USDC in all to 2 people')
      await client.sign('alice', signIdOf(answer))
      const claimed = (count: number) => `${card.title}: ${count} of 2 people have claimed`
      await expect.poll(titleIn('lobby', id)).toBe(claimed(0))
      for (const who of ['bobby', 'carol']) await client.say(who, `dm:${who}`, '/claim all to base')
      await expect.poll(titleIn('lobby', id)).toBe(claimed(2))
      await expect.poll(() => client.balance('carol', 'base', 'usdc')).toBe(before + USDC)
    })

    test('to a wallet by its address: vouchers pay tokens out there, and nobody has to claim', async () => {
      const deposited = await client.say('alice', 'dm:alice', '/deposit 1 usdc')
      await client.sign('alice', signIdOf(deposited))
      await expect.poll(() => vouchersOf('alice')).toEqual([{ token: 'usdc', amount: `${USDC}` }])
      const before = await client.balance('david', 'base', 'usdc')
      const address = await client.address('david', 'base')
      const answer = await client.say('alice', 'lobby', `/send ${address} 1 usdc on base`)
      await client.sign('alice', signIdOf(answer))
      await expect.poll(() => client.balance('david', 'base', 'usdc')).toBe(before + USDC)
      await expect.poll(titleIn('lobby', cardOf(answer).id)).toBe('1 USDC arrived on Base (local)')
    })

    test('the recipient is told in private, and the Claim button leads there', async () => {
      const card = await tipAndSign('/tip @carol 1 usdc')
      await expect.poll(newestTitleIn('dm:carol')).toMatch(/1 USDC/)
      const claim = (await client.message('lobby', card)).card?.blocks.find(
        ({ label }) => label === 'Claim',
      )
      const shown = await client.press('carol', card, claim?.action ?? '')
      const choice = cardOf(shown).card.blocks.find(({ label }) => label?.includes('Base'))
      const before = await client.balance('carol', 'base', 'usdc')
      await client.press('carol', cardOf(shown).id, choice?.action ?? '')
      await expect.poll(() => client.balance('carol', 'base', 'usdc')).toBe(before + USDC)
      expect(await vouchersOf('carol')).toEqual([])
    })
  })

  describe('a deposit over REST', () => {
    test('to a telegram handle is claimed in the chat, to an address that the recipient names', async () => {
      const sender = await client.address('alice', 'neuron')
      const david = await client.address('david', 'neuron')
      const before = await client.balance('david', 'neuron', 'euclid')
      const build = await client.ok<{ claimer: { otp: string; _id: string } }>(
        'POST',
        '/api/v1/execute/token/deposit',
        {
          amount_in: '3000000',
          asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
          sender: { chain_uid: 'neuron', address: sender },
          recipient: { social: { telegram: '@bobby' } },
        },
      )
      expect(build.claimer).toMatchObject({
        public_secret: expect.stringMatching(/^BA|^B[A-P]/),
        otp: expect.stringMatching(/^[A-Za-z0-9]{6}$/),
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/),
        social: { telegram: '@bobby' },
        sender: { chain_uid: 'neuron', address: sender },
      })
      await client.ok('POST', '/playground/api/broadcast', { from: 'alice', build })
      await expect.poll(newestTitleIn('dm:bobby')).toMatch(/3 EUCLID/)
      await client.say('bobby', 'dm:bobby', `/claim 1 to neuron ${david}`)
      await expect.poll(() => client.balance('david', 'neuron', 'euclid')).toBe(before + 3_000_000n)
    })

    test('from base to another account makes vouchers, which can be tipped on without touching the wallet', async () => {
      const sender = await client.address('alice', 'base')
      const david = await client.address('david', 'base')
      const { network } = await usdcOnBase()
      const build = await client.ok<object>('POST', '/api/v1/execute/token/deposit', {
        amount_in: '7000000',
        asset_in: { token: 'usdc', token_type: network },
        sender: { chain_uid: 'base', address: sender },
        recipient: { chain_uid: 'base', address: david },
      })
      expect(build).toMatchObject({
        type: 'evm',
        claimer: { _id: '', otp: '', public_secret: '', created_at: '0001-01-01T00:00:00Z' },
      })
      await client.ok('POST', '/playground/api/broadcast', { from: 'alice', build })
      await expect.poll(() => vouchersOf('david')).toEqual([{ token: 'usdc', amount: '7000000' }])

      const before = {
        david: await client.balance('david', 'base', 'usdc'),
        bobby: await client.balance('bobby', 'base', 'usdc'),
      }
      const answer = await client.say('david', 'lobby', '/tip @bobby 7 usdc')
      await client.sign('david', signIdOf(answer))
      await expect.poll(titleIn('lobby', cardOf(answer).id)).toBe('@bobby can claim 7 USDC')
      await client.say('bobby', 'lobby', '/claim all to base')
      await expect
        .poll(() => client.balance('bobby', 'base', 'usdc'))
        .toBe(before.bobby + 7n * USDC)
      expect(await client.balance('david', 'base', 'usdc')).toBe(before.david)
      expect(await vouchersOf('david', 'bobby')).toEqual([])
    })
  })

  describe('what nobody has claimed', () => {
    test('is taken back over HTTP by whoever has the payload’s PIN, and by nobody else', async () => {
      const { network } = await usdcOnBase()
      const build = await client.ok<{ claimer: { _id: string; otp: string } }>(
        'POST',
        '/api/v1/execute/token/deposit',
        {
          amount_in: '2000000',
          asset_in: { token: 'usdc', token_type: network },
          sender: { chain_uid: 'base', address: await client.address('david', 'base') },
          recipient: { social: { email: 'nobody@example.com' } },
        },
      )
      const { _id, otp } = build.claimer
      const cancel = (pin: string) =>
        client.call<{ tx_hash?: string }>('POST', `/api/v1/claims/${_id}/cancel`, { otp: pin })
      expect(await cancel(otp)).toMatchObject({
        status: 409,
        body: { error: { code: 'CLAIM_NOT_READY' } },
      })
      await client.ok('POST', '/playground/api/broadcast', { from: 'david', build })
      expect(await cancel('wrong1')).toMatchObject({
        status: 403,
        body: { error: { code: 'WRONG_CODE' } },
      })
      await expect.poll(async () => (await cancel(otp)).status).toBe(200)
      await expect.poll(() => vouchersOf('david')).toEqual([{ token: 'usdc', amount: '2000000' }])
      await expect
        .poll(async () => (await cancel(otp)).body)
        .toMatchObject({
          error: { code: 'CLAIM_CLOSED' },
        })
    })

    test('is taken back by its sender in the chat, after a look at what that means', async () => {
      const tip = await tipAndSign('/tip @carol 3 usdc')
      const [list] = (await client.say('alice', 'dm:alice', '/sent')).slice(-1)
      if (!list) throw new Error('no list')
      const press = async (messageId: string, starts: string) => {
        const { card } = await client.message('dm:alice', messageId)
        const button = card?.blocks.find(({ action }) => action?.startsWith(starts))
        return client.press('alice', messageId, button?.action ?? `no ${starts}`)
      }
      const [question] = (await press(list.id, 'cancel:')).slice(-1)
      expect(question?.card?.title).toBe('Take it back?')
      await press(question?.id ?? '', 'cancel-yes:')

      await expect.poll(titleIn('lobby', tip)).toBe('3 USDC for @carol went back')
      await expect.poll(() => vouchersOf('alice')).toEqual([{ token: 'usdc', amount: '3000000' }])
      // The list that came last is the one that stays.
      await expect
        .poll(async () => JSON.stringify((await client.messages('dm:alice')).at(-1)?.card))
        .toContain('you took it back')
    })

    test('stands in the statement that its sender downloads, and in nobody else’s', async () => {
      const download = async (who: string) => {
        const [card] = (await client.say(who, `dm:${who}`, '/export')).slice(-1)
        const url = card?.card?.blocks.find(({ kind }) => kind === 'link')?.url
        const answer = await fetch(url ?? 'no link')
        expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
        return answer.text()
      }
      expect(await download('alice')).toMatch(/,sent,cancelled,3,usdc,.*,'@carol,/)
      expect(await download('carol')).not.toContain('cancelled')
    })
  })

  describe('an amount that several share', () => {
    const buttonOf = async (chat: string, id: string, name: string) =>
      (await client.message(chat, id)).card?.blocks.find(({ action }) => action?.startsWith(name))
        ?.action ?? `no ${name}`

    /** Shares it out and signs; ends with the card's id when the shares are there. */
    async function shareOut(from: string, text: string, arrived: RegExp) {
      const answer = await client.say(from, 'lobby', text)
      await client.sign(from, signIdOf(answer))
      const { id } = cardOf(answer)
      await expect.poll(titleIn('lobby', id)).toMatch(arrived)
      return id
    }

    test('an airdrop: who presses first gets a share and is paid, and the rest goes back', async () => {
      const before = {
        carol: await client.balance('carol', 'base', 'usdc'),
        bobby: await client.balance('bobby', 'base', 'usdc'),
      }
      const card = await shareOut(
        'carol',
        '/airdrop 8 usdc for 4 on base',
        /4 of 4 shares are free/,
      )
      expect(await client.balance('carol', 'base', 'usdc')).toBe(before.carol - 8n * USDC)
      const take = await buttonOf('lobby', card, 'take-share:')
      await client.press('bobby', card, take)
      await client.press('david', card, take)
      await client.press('bobby', card, take) // has one already
      const [refused] = await client.press('carol', card, take)
      expect(JSON.stringify(refused?.card)).toContain('These shares are from you')
      await expect.poll(titleIn('lobby', card)).toMatch(/2 of 4 shares are free/)

      const takeBack = await buttonOf('lobby', card, 'take-back:')
      const [question] = await client.press('carol', card, takeBack)
      const yes = question?.card?.blocks.find(({ action }) => action?.startsWith('take-back-yes:'))
      await client.press('carol', question?.id ?? '', yes?.action ?? '')
      await client.say('bobby', 'lobby', '/claim all to base')
      await expect.poll(() => vouchersOf('carol')).toEqual([{ token: 'usdc', amount: '4000000' }])
      await expect
        .poll(() => client.balance('bobby', 'base', 'usdc'))
        .toBe(before.bobby + 2n * USDC)
      await expect.poll(titleIn('lobby', card)).toMatch(/2 of 4 shares were taken/)
    })

    test('rain over those who spoke here, from a chain whose messages name one recipient', async () => {
      for (const name of ['alice', 'carol', 'david'])
        await client.say(name, 'lobby', 'good morning')
      const card = await shareOut('bobby', '/rain 3 osmo', /0 of 3 people have claimed/)
      for (const name of ['alice', 'carol', 'david'])
        await expect.poll(newestTitleIn(`dm:${name}`)).toMatch(/^@bobby sent you 1 OSMO/)
      expect(await buttonOf('lobby', card, 'take-share:')).toMatch(/^take-share:/)
    })

    test('50 people in one transaction of an EVM wallet, over REST', async () => {
      // Carol makes no other claim: what one sender may make in a minute is limited, however fast these tests are.
      const sender = { chain_uid: 'base', address: await client.address('carol', 'base') }
      const before = await client.balance('carol', 'base', 'usdc')
      const { network } = await usdcOnBase()
      const shares = Array.from({ length: 50 }, (_, index) => ({
        to: { social: { telegram: `@stranger_${index}` } },
        amount: '1000',
      }))
      const build = await client.ok<{ claim_group_id: string }>(
        'POST',
        '/api/v1/execute/token/deposit',
        {
          amount_in: '50000',
          asset_in: { token: 'usdc', token_type: network },
          sender,
          recipient: { shares },
        },
      )
      const { tx_hash } = await client.ok<{ tx_hash: string }>(
        'POST',
        '/playground/api/broadcast',
        {
          from: 'carol',
          build,
        },
      )
      const track = () =>
        client.ok<{ response: { is_completed: boolean; tx_status: string } }>(
          'POST',
          '/api/v1/txn/track',
          { chain: 'base', tx_hash },
        )
      await expect
        .poll(async () => (await track()).response)
        .toMatchObject({
          is_completed: true,
          tx_status: 'success',
        })
      expect(await client.balance('carol', 'base', 'usdc')).toBe(before - 50_000n)
    })
  })

  test('nothing unexpected was logged', () => {
    expect(vouch.warnings()).toEqual([])
  })

  /** Pays a persona's vouchers of USDC out into the wallet. */
  async function putAway(persona: string): Promise<void> {
    const answer = await client.say(persona, `dm:${persona}`, '/withdraw all usdc to base')
    await client.sign(persona, signIdOf(answer))
    const { chat, id } = cardOf(answer)
    await until(async () => expect(await titleIn(chat, id)()).toMatch(/arrived on Base/))
    expect(await vouchersOf(persona)).toEqual([])
  }

  /** The ERC-20's denomination, as the hub has it. */
  async function usdcOnBase(): Promise<{ network: object }> {
    const query = `{ router { token_denoms(token: "usdc") { denoms {
    chain_uid token_type { ... on SmartTokenType { smart { contract_address } } } } } } }`
    const { data } = await client.ok<{
      data: { router: { token_denoms: { denoms: { chain_uid: string; token_type: object }[] } } }
    }>('POST', '/graphql', { query })
    const home = data.router.token_denoms.denoms.find(({ chain_uid }) => chain_uid === 'base')
    if (!home) throw new Error('usdc has no home on base')
    return { network: home.token_type }
  }
}
