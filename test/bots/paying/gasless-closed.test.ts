import { beforeEach, describe, expect, test } from 'vitest'

import { againAction } from '../../../src/bots/buttons/again.ts'
import { payWithAction } from '../../../src/bots/buttons/pay-with.ts'
import { tipView } from '../../../src/bots/cards/tip.ts'
import { airdrop } from '../../../src/bots/commands/airdrop.ts'
import { deposit } from '../../../src/bots/commands/deposit.ts'
import { giveaway } from '../../../src/bots/commands/giveaway.ts'
import { swap } from '../../../src/bots/commands/quote.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import { withdraw } from '../../../src/bots/commands/withdraw.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { englishIn } from '../words/english-in.ts'
import { shownOn } from '../commands/shown-on.ts'
import {
  account,
  audience,
  createStandInServices,
  ON_BASE,
  ON_HUB,
  speaker,
} from '../commands/stand-in-services.ts'
import { textOf } from '../read-card.ts'

let stand = createStandInServices()
let opensAt = new Date(0)
beforeEach(() => {
  stand = createStandInServices()
  stand.known.wallets.set('id-alice', [ON_BASE, ON_HUB])
  stand.known.vouchers.set('base', [{ token: 'usdc', amount: 9_000_000_000n }])
  opensAt = new Date(stand.clock.now().getTime() + 3_600_000)
  stand.known.closed = { why: 'used_up', at: opensAt }
})

const alice = speaker('alice')
const made = () => stand.services.signRequests.find('s1')
const nothingIsMade = async () => {
  await expect(made()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(stand.asked.claimers).toBe(0)
}

describe('an account of a passkey, while nothing moves without gas', () => {
  beforeEach(() => void stand.known.passkeys.add('id-alice'))

  const MOVES = {
    'a tip': () => tip.run('@bobby 5 usdc', alice, stand.services),
    'a tip to a wallet': () =>
      tip.run('0x2222222222222222222222222222222222222222 on base 5 usdc', alice, stand.services),
    'an airdrop': () => airdrop.run('10 usdc for 5', alice, stand.services),
    'a giveaway': () => giveaway.run('10 usdc for 5 in 2 hours', alice, stand.services),
    'a withdrawal': () => withdraw.run('5 usdc', alice, stand.services),
    'a swap': () => swap.run('1000 usdc eth', alice, stand.services),
  }

  test.each(Object.entries(MOVES))(
    '%s is refused before anything is made, and says from when it goes again',
    async (_name, move) => {
      await expect(move()).rejects.toMatchObject({
        facts: { kind: 'gasless_used_up', at: opensAt, isTextAlone: true },
        retryAfterSec: 3600,
      })
      await nothingIsMade()
    },
  )

  test.each(['empty', 'off'] as const)(
    'is refused without a time where there is none: %s',
    async (why) => {
      stand.known.closed = { why }
      await expect(MOVES['a tip']()).rejects.toMatchObject({
        facts: { kind: 'gasless_paused', isTextAlone: true },
      })
      await nothingIsMade()
    },
  )

  test('leaves a tip to a wallet to another one that has the tokens', async () => {
    stand.known.balances.set('neuron/usdc', 9_000_000n)
    await MOVES['a tip to a wallet']()
    expect(await made()).toMatchObject({ operation: 'deposit', senderAddress: ON_HUB.address })
  })

  test('leaves it to another wallet that is enough, and says why', async () => {
    stand.known.balances.set('neuron/usdc', 9_000_000n)
    await MOVES['a tip']()
    expect(await made()).toMatchObject({
      operation: 'deposit',
      senderAddress: ON_HUB.address,
      terms: { why: 'first', closed: { why: 'used_up', at: opensAt }, others: [] },
    })
  })
})

describe('an account of a passkey', () => {
  beforeEach(() => {
    stand.known.passkeys.add('id-alice')
    stand.known.closed = undefined
  })

  test('signs a text while that is taken', async () => {
    await tip.run('@bobby 5 usdc', alice, stand.services)
    const request = await made()
    expect(request.build).toMatchObject({ type: 'meta' })
    expect(await stand.services.signRequests.isOfPasskey(request)).toBe(true)
  })

  test('is asked for no transaction of its tokens: another wallet pays, or none', async () => {
    stand.known.balances.set('base/usdc', 9_000_000n)
    await expect(deposit.run('5 usdc', alice, stand.services)).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    })
    stand.known.balances.set('neuron/usdc', 9_000_000n)
    await deposit.run('5 usdc', alice, stand.services)
    const request = await made()
    expect(request).toMatchObject({ senderAddress: ON_HUB.address, terms: { others: [] } })
    expect(await stand.services.signRequests.isOfPasskey(request)).toBe(false)
  })

  test('shares among no more than one text can', async () => {
    await expect(airdrop.run('11 usdc for 11', alice, stand.services)).rejects.toMatchObject({
      facts: { kind: 'passkey_sends_nothing', most: 10 },
    })
    await nothingIsMade()
  })

  test('is given no transaction in the place of its text', async () => {
    await tip.run('@bobby 5 usdc', alice, stand.services)
    await expect(stand.services.signRequests.payOwnGas('s1')).rejects.toMatchObject({
      facts: { kind: 'passkey_sends_nothing', most: undefined },
    })
    expect(await made()).toMatchObject({ replacedBy: undefined })
  })
})

describe('any other wallet, while nothing moves without gas', () => {
  const shown = async () => {
    const rendered = await tipView('s1', stand.services, audience(account('alice')))
    return rendered ? shownOn(rendered.card).join(' ') : ''
  }
  const ask = () => tip.run('@bobby 5 usdc', alice, stand.services)

  test('pays its gas, and its owner reads why and until when', async () => {
    await ask()
    expect((await made()).build).toMatchObject({ type: 'evm' })
    expect(await shown()).toContain('Network gas only, paid by your wallet')
    expect(await shown()).toContain('is used up: from 1 January 2026 at 01:00 UTC on')
  })

  test('reads no more of it in a group than before', async () => {
    const { card: inGroup } = await ask()
    expect(textOf(inGroup)).not.toContain('used up')
  })

  test('reads nothing of it where this service never pays', async () => {
    stand.known.closed = { why: 'off' }
    await ask()
    expect(await shown()).not.toMatch(/signature|used up/)
  })

  test('swaps no vouchers, which only go so, and reads from when', async () => {
    await expect(swap.run('1000 usdc eth', alice, stand.services)).rejects.toMatchObject({
      facts: { kind: 'gasless_used_up', at: opensAt, isTextAlone: true },
    })
    await nothingIsMade()
  })

  test('swaps tokens in their place, and its owner reads why', async () => {
    stand.known.balances.set('base/usdc', 9_000_000_000n)
    await swap.run('1000 usdc eth', alice, stand.services)
    expect(await made()).toMatchObject({
      build: { type: 'evm' },
      terms: { why: 'first', closed: { why: 'used_up', at: opensAt } },
    })
  })

  test('reads nothing of it once it is paid for again: by another way, or asked for anew', async () => {
    stand.known.balances.set('base/usdc', 9_000_000n)
    await ask()
    stand.known.closed = undefined
    await payWithAction.run('s1:0', alice, stand.services)
    const paid = await stand.services.signRequests.current('s1')
    expect([paid.operation, paid.terms?.closed]).toEqual(['deposit', undefined])
    stand.clock.advanceMin(61)
    await againAction.run(paid.id, alice, stand.services)
    const { askedAgain = '' } = await stand.services.signRequests.find(paid.id)
    expect((await stand.services.signRequests.find(askedAgain)).terms?.closed).toBe(undefined)
  })

  test.each([{ why: 'empty' as const }, { why: 'used_up' as const }])(
    'reads why in their own language: $why',
    async ({ why }) => {
      stand.known.closed = why === 'empty' ? { why } : { why, at: opensAt }
      await ask()
      for (const language of LANGUAGES.filter((each) => each !== 'en')) {
        const reader = { reader: account('alice'), words: wordsIn(language) }
        const rendered = await tipView('s1', stand.services, reader)
        expect(englishIn(language, rendered ? shownOn(rendered.card) : [])).toEqual([])
      }
    },
  )
})
