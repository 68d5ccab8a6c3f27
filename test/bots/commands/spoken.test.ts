import { beforeEach, expect, test } from 'vitest'

import { cancel } from '../../../src/bots/commands/cancel.ts'
import type { Card } from '../../../src/bots/cards/card.ts'
import { claim, claimAction } from '../../../src/bots/commands/claim.ts'
import { claims } from '../../../src/bots/commands/claims.ts'
import type { Reply, Speaker } from '../../../src/bots/dispatch/command.ts'
import { quote } from '../../../src/bots/commands/quote.ts'
import { send } from '../../../src/bots/commands/send.ts'
import { newLinkAction, sent, thisIsAction, whoIsAction } from '../../../src/bots/commands/sent.ts'
import { start } from '../../../src/bots/commands/start.ts'
import { tipDetailsAction } from '../../../src/bots/buttons/tip-details.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import { claimableView } from '../../../src/bots/cards/claimable.ts'
import { heldView } from '../../../src/bots/cards/held.ts'
import { redemptionKey, redemptionView } from '../../../src/bots/cards/redemption.ts'
import { tipView } from '../../../src/bots/cards/tip.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import type { WaitingClaim } from '../../../src/claims/claims.ts'
import { CLAIM_STATES, type ClaimState } from '../../../src/calls/claim-calls.ts'
import { DomainError } from '../../../src/core/terms/errors.ts'
import { Outcome, type Hop } from '../../../src/core/tracking/progress.ts'
import { englishIn } from '../words/english-in.ts'
import { shownOn } from './shown-on.ts'
import {
  account,
  CHANGED_HANDS,
  CLAIMER_ID,
  claimView,
  createStandInServices,
  HASH,
  ON_BASE,
  ON_HUB,
  speaker,
} from './stand-in-services.ts'

const UNTIL = new Date('2026-01-15T09:00:00Z')
const PAY_HASH = 'CD'.repeat(32)

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  stand.known.wallets.set('id-alice', [ON_BASE])
  stand.known.balances.set('base/usdc', 900_000_000n)
})

/** Names, amounts and commands are the same everywhere, several words are not. */
const SEVERAL_WORDS = /\p{L}{2,} \p{Ll}{2,}/u

const hop = (kind: Hop['kind'], chain_uid: string, state: Hop['state'], detail = ''): Hop => ({
  kind,
  chain_uid,
  state,
  tx_hash: HASH,
  detail,
})
const item = (status: ClaimState, claimId = '7') => ({
  claimId,
  token: 'usdc',
  amount: 5_000_000n,
  status,
  expiresAt: UNTIL,
  isFrozen: false,
})

type Say = (by: (name: string) => Speaker) => Promise<(Card | undefined)[]>
const cardsOf = async (...replies: Promise<Reply | undefined>[]) =>
  (await Promise.all(replies)).map((reply) => reply?.card)

const keyOf = ({ live }: Reply) => live?.key ?? ''

/** A signed tip as a group sees it. */
async function signedTip(by: (name: string) => Speaker): Promise<Card | undefined> {
  const { services, requestStore, clock } = stand
  const id = keyOf(await tip.run('@bobby 5 usdc', by('alice'), services))
  const hash = `0x${id.replace('s', '').padStart(64, '0')}`
  const followed = stand.known.progress.get(`base/${HASH}`)
  if (followed) stand.known.progress.set(`base/${hash}`, followed)
  await requestStore.setTxHash(id, hash, clock.now())
  return rendered(tipView, id, by)
}

async function rendered(view: typeof tipView, key: string, by: (name: string) => Speaker) {
  const { words } = by('bobby')
  return (await view(key, stand.services, { reader: undefined, words }))?.card
}

function waitsForBobby(more: Partial<WaitingClaim> = {}): void {
  const waiting = {
    claimerId: CLAIMER_ID,
    token: 'usdc',
    amount: 5_000_000n,
    senderAccount: 'telegram:id-alice',
    senderName: '@alice',
    note: undefined,
    fundedAt: UNTIL,
    needsPin: false,
    isHeld: false,
    isFrozen: false,
    coolingEndsAt: undefined,
    ...more,
  }
  const both = ['7', '8'].map((claimId) => ({ ...waiting, claimId }))
  stand.known.waiting.set('id-bobby', both)
}

const SAID: Record<string, Say> = {
  'a greeting': (by) => cardsOf(start.run('', by('alice'), stand.services)),
  'an open tip': (by) => cardsOf(tip.run('@bobby 5 usdc', by('alice'), stand.services)),
  'an open tip without a wallet': (by) =>
    cardsOf(tip.run('@bobby 5 usdc', by('carol'), stand.services)),
  'an open tip by mail, and its details': async (by) => {
    const { services } = stand
    const open = await send.run('hello@example.com 500 usdc', by('alice'), services)
    const details = await tipDetailsAction.run(keyOf(open), by('alice'), services)
    return [open.card, details?.card]
  },
  'a tip that was not signed': async (by) => {
    const open = await tip.run('@bobby 5 usdc', by('alice'), stand.services)
    stand.clock.advanceMs(86_400_000)
    return [await rendered(tipView, keyOf(open), by)]
  },
  ...Object.fromEntries(
    Outcome.options.map((outcome): [string, Say] => [
      `a tip whose way is ${outcome}`,
      async (by) => {
        const hops = [
          hop('submit', 'base', outcome === 'failed' ? 'failed' : 'done'),
          hop('settle', 'vsl', outcome === 'refunded' ? 'failed' : 'waiting', 'x'),
        ]
        stand.known.progress.set(`base/${HASH}`, { outcome, txId: '', hops })
        return [await signedTip(by)]
      },
    ]),
  ),
  ...Object.fromEntries(
    CLAIM_STATES.map((status): [string, Say] => [
      `what is ${status}`,
      async (by) => {
        const { services, known } = stand
        const claimed = claimView({
          items: [item(status)],
          redemptions: [
            {
              claimId: '7',
              recipient: ON_BASE,
              purpose: 'redeem',
              release: true,
              txHash: PAY_HASH,
              status: status === 'funded' ? 'failed' : 'included',
              error: undefined,
            },
          ],
        })
        known.claims.set(CLAIMER_ID, claimed)
        known.sent.set('id-alice', [claimed])
        const { words } = by('bobby')
        const claimable = { reader: account('bobby'), words }
        return [
          await signedTip(by),
          (await claimableView(CLAIMER_ID, services, claimable))?.card,
          await rendered(
            redemptionView,
            redemptionKey([{ claimerId: CLAIMER_ID, claimId: '7' }]),
            by,
          ),
          ...(await cardsOf(sent.run('', by('alice'), services))),
        ]
      },
    ]),
  ),
  'two claims': async (by) => {
    waitsForBobby()
    stand.known.wallets.set('id-bobby', [ON_BASE, ON_HUB])
    stand.known.claims.set(CLAIMER_ID, claimView({ items: [item('funded'), item('funded', '8')] }))
    const { services } = stand
    return cardsOf(
      claims.run('', by('bobby'), services),
      claimAction.run(CLAIMER_ID, by('bobby'), services),
      claims.run('', by('carol'), services),
      claim.run('all to base', by('bobby'), services),
    )
  },
  'a claim for a reader without a wallet, and for one with a key': async (by) => {
    waitsForBobby()
    const { services, known } = stand
    known.claims.set(CLAIMER_ID, claimView({ items: [item('funded')] }))
    const shown = await cardsOf(claimAction.run(CLAIMER_ID, by('bobby'), services))
    known.claims.set(CLAIMER_ID, claimView({ items: [item('funded')], keyHeld: false }))
    return [...shown, ...(await cardsOf(claimAction.run(CLAIMER_ID, by('bobby'), services)))]
  },
  ...Object.fromEntries(
    [
      { name: 'it changed hands', doubt: 'changed' as const },
      { name: 'it was not seen for long', doubt: 'stale' as const },
      {
        name: 'it cools off',
        boundUserId: 'id-bobby',
        coolingEndsAt: new Date('2026-01-02T09:00:00Z'),
      },
      { name: 'another was confirmed', boundUserId: '99' },
      { name: 'another was paid', boundUserId: '99', items: [item('paid')] },
    ].map(({ name, ...open }): [string, Say] => [
      `a claim by a handle that is nobody's for sure: ${name}`,
      async (by) => {
        const { services, known } = stand
        const view = claimView({
          items: [{ ...item('funded'), expiresAt: new Date('2026-01-15T09:00:00Z') }],
          ...open,
        })
        known.claims.set(CLAIMER_ID, view)
        known.sent.set('id-alice', [view])
        known.candidates.set(CLAIMER_ID, CHANGED_HANDS)
        const bobby = { reader: account('bobby'), words: by('bobby').words }
        const alice = { reader: account('alice'), words: by('alice').words }
        waitsForBobby({ isHeld: 'doubt' in open, coolingEndsAt: open.coolingEndsAt })
        return [
          await signedTip(by),
          (await claimableView(CLAIMER_ID, services, bobby))?.card,
          (await heldView(CLAIMER_ID, services, alice))?.card,
          ...(await cardsOf(
            claims.run('', by('bobby'), services),
            sent.run('', by('alice'), services),
          )),
        ]
      },
    ]),
  ),
  'a list of what was sent, and its buttons': async (by) => {
    const { services, known } = stand
    known.sent.clear()
    const nothing = await cardsOf(sent.run('', by('alice'), services))
    known.sent.set('id-alice', [claimView({ items: [item('funded')], doubt: 'changed' })])
    known.candidates.set(CLAIMER_ID, CHANGED_HANDS)
    return [
      ...nothing,
      ...(await cardsOf(
        sent.run('', by('alice'), services),
        cancel.run('1', by('alice'), services),
        whoIsAction.run(CLAIMER_ID, by('alice'), services),
        thisIsAction.run(`${CLAIMER_ID}:99`, by('alice'), services),
        newLinkAction.run(CLAIMER_ID, by('alice'), services),
      )),
    ]
  },
  'a new link for whoever wants no mails': async (by) => {
    const { services, known } = stand
    const recipient = { platform: 'email' as const, handle: 'hello@example.com' }
    known.claims.set(CLAIMER_ID, claimView({ recipient, items: [item('funded')] }))
    known.optedOut.add(CLAIMER_ID)
    return cardsOf(newLinkAction.run(CLAIMER_ID, by('alice'), services))
  },
}

test.each(Object.entries(SAID))('%s is said in every language', async (_name, say) => {
  const inEnglish = new Set<string>()
  for (const language of LANGUAGES) {
    const words = wordsIn(language)
    const cards = await say((name) => speaker(name, { words }))
    expect(cards).not.toContain(undefined)
    const texts = cards.flatMap((card) => (card ? shownOn(card) : []))
    if (language === 'en') {
      for (const text of texts) inEnglish.add(text)
      expect(englishIn('en', texts)).not.toEqual([])
    } else {
      const same = texts.filter((text) => inEnglish.has(text) && SEVERAL_WORDS.test(text))
      expect({ language, same, left: englishIn(language, texts) }).toEqual({
        language,
        same: [],
        left: [],
      })
    }
  }
})

const REFUSED: Record<string, (by: Speaker) => Promise<unknown>> = {
  'a claim that cannot be read': (by) => claim.run('what?', by, stand.services),
  'a number that there is not': (by) => claim.run('9 to base', by, stand.services),
  'a claim without a wallet': (by) => claim.run('1 to base', by, stand.services),
  'an unknown claim': (by) => claimAction.run('nothing', by, stand.services),
  'a cancel that cannot be read': (by) => cancel.run('what?', by, stand.services),
  'a cancel of nothing': (by) => cancel.run('9', by, stand.services),
  'what is held for nobody': (by) => whoIsAction.run('nothing', by, stand.services),
  'a tip without an amount': (by) => tip.run('@alice', by, stand.services),
  'a tip without a token': (by) => tip.run('@alice 5', by, stand.services),
  'a tip to nobody': (by) => tip.run('5 usdc', by, stand.services),
  'a tip to a word': (by) => tip.run('alice 5 usdc', by, stand.services),
  'a tip to an unknown platform': (by) => tip.run('icq:alice 5 usdc', by, stand.services),
  'a tip to oneself': (by) => tip.run('@bobby 5 usdc', by, stand.services),
  'a tip to the bot': (by) => tip.run('@vouch 5 usdc', by, stand.services),
  'a quote of nothing': (by) => quote.run('', by, stand.services),
  'a quote for nothing': (by) => quote.run('5 usdc', by, stand.services),
  'a note with a link': (by) => tip.run('@alice 5 usdc see evil.com', by, stand.services),
  'a note that mentions': (by) => tip.run('@alice 5 usdc hi @carol', by, stand.services),
  'a note that is too long': (by) =>
    tip.run(`@alice 5 usdc ${'x'.repeat(201)}`, by, stand.services),
}

test.each(Object.entries(REFUSED))('%s is refused in every language', async (_name, ask) => {
  waitsForBobby()
  for (const language of LANGUAGES) {
    const words = wordsIn(language)
    const asked = async () => ask(speaker('bobby', { words }))
    const error: unknown = await asked().catch((thrown: unknown) => thrown)
    if (!(error instanceof DomainError)) throw new Error('it was not refused')
    const { message, fix } = words.errors.say(error)
    const left = englishIn(language, [message, fix])
    expect({ language, left }).toEqual({
      language,
      left: language === 'en' ? [message, fix] : [],
    })
  }
})
