import { beforeEach, describe, expect, test } from 'vitest'

import { tipView } from '../../../src/bots/cards/tip.ts'
import { payBillAction } from '../../../src/bots/buttons/bill.ts'
import { standingsView } from '../../../src/bots/cards/standings.ts'
import { hideAction, privacy } from '../../../src/bots/commands/privacy.ts'
import { request } from '../../../src/bots/commands/request.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import { top } from '../../../src/bots/commands/top.ts'
import { quietCard, type Card } from '../../../src/bots/cards/card.ts'
import { createClaimStore } from '../../../src/store/claims/claim-store.ts'
import { claim, claimer, LIMIT } from '../../store/claim-rows.ts'
import {
  account,
  alone,
  audience,
  claimView,
  CLAIMER_ID,
  createStandInServices,
  HASH,
  ON_BASE,
  speaker,
} from './stand-in-services.ts'
import { fieldsOf, textsOf } from '../read-card.ts'

const GROUP = 'chat:stand-in:lobby'
const DAY_MIN = 24 * 60

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
})

let gifts = 0
/** A tip in the lobby that has arrived. */
async function give(from: string, to: string, usdCents?: number, id = `${(gifts += 1)}`) {
  const store = createClaimStore(stand.db)
  const record = claimer({
    id,
    recipient: { platform: 'telegram', handle: to },
    boundUserId: `id-${to}`,
    senderAccount: `telegram:id-${from}`,
    senderName: `@${from}`,
    recipientName: `@${to}`,
    createdAt: stand.clock.now(),
    askedIn: GROUP,
  })
  await store.addClaimers([record], undefined, LIMIT, () => true)
  const funded = claim({ claimId: id, claimerId: id, usdCents })
  await store.addClaims([{ claim: funded, claimer: record }], stand.clock.now())
}

const picture = ({ blocks }: Card) => blocks.find(({ kind }) => kind === 'picture')

describe('/top', () => {
  test('names who gave most in the last week, as a picture that says the same in words', async () => {
    await give('dora', 'bobby', 99_900)
    stand.clock.advanceMin(8 * DAY_MIN)
    await give('alice', 'bobby', 1250)
    await give('alice', 'carol', 1)
    await give('carol', 'bobby', 600)
    const { card, audience: readers } = await top.run('', speaker('bobby'), stand.services)
    expect(readers).toBe('everyone')
    expect(card.title).toBe('Who gave most in the last 7 days')
    expect(fieldsOf(card)).toEqual([
      '@alice: $12.51, 2 tips',
      '@carol: $6, 1 tip',
      'All together: $18.51, 3 tips',
    ])
    expect(picture(card)).toMatchObject({ alt: 'A bar for each: @alice $12.51, @carol $6' })
    expect(quietCard(card)).toEqual(card) // it is no card about money
    const received = await top.run('ever received', speaker('bobby'), stand.services)
    expect(fieldsOf(received.card)[0]).toBe('@bobby: $1017.50, 3 tips')
  })

  test('counts tips where no token has a price', async () => {
    await give('alice', 'bobby')
    const { card } = await top.run('', speaker('bobby'), stand.services)
    expect(fieldsOf(card)).toEqual(['@alice: 1 tip', 'All together: 1 tip'])
    expect(picture(card)).toMatchObject({ alt: 'A bar for each: @alice 1' })
  })

  test('says so where nobody tipped', async () => {
    const { card } = await top.run('month', speaker('bobby'), stand.services)
    expect(textsOf(card)[0]).toBe('Nobody has tipped here in this time.')
    expect(picture(card)).toBeUndefined()
  })

  test('shows in private what the asker alone gave and received', async () => {
    await give('alice', 'bobby', 1250)
    await give('bobby', 'carol', 40)
    const { card, audience: readers } = await top.run('', alone('bobby'), stand.services)
    expect(readers).toBe('asker')
    expect(fieldsOf(card)[0]).toBe('Last 7 days: given: $0.40, 1 tip; received: $12.50, 1 tip')
  })

  test.each(['year', 'week gifts'])('says how to write it instead of "%s"', async (written) => {
    const asked = top.run(written, speaker('alice'), stand.services)
    await expect(asked).rejects.toMatchObject({
      fix: 'Write it like this: /top month received',
    })
  })

  test('whoever leaves is in no list any more, nor in one that was drawn before', async () => {
    await give('alice', 'bobby', 1250)
    await give('carol', 'bobby', 600)
    const { live } = await top.run('', speaker('bobby'), stand.services)
    expect(live?.topics).toEqual([`standings:${GROUP}`])
    await hideAction.run('', speaker('alice'), stand.services)
    const again = await standingsView(live?.key ?? '', stand.services, audience())
    expect(JSON.stringify(again)).not.toMatch(/alice|12\.5/)
    expect(again && fieldsOf(again.card)).toEqual(['@carol: $6, 1 tip', 'All together: $6, 1 tip'])
    const kept = await privacy.run('', alone('alice'), stand.services)
    expect(kept.card.blocks).toContainEqual({
      kind: 'action',
      label: 'Rejoin the statistics',
      action: 'privacy-show',
    })
    await privacy.run('show', alone('alice'), stand.services)
    expect(await stand.services.people.standings.isListed(account('alice'))).toBe(true)
  })
})

describe('the number of a tip', () => {
  /** Bobby's second tip in the lobby, whose card is asked for. */
  async function cardOf(reader?: ReturnType<typeof account>) {
    stand.known.wallets.set('id-alice', [ON_BASE])
    stand.known.balances.set('base/usdc', 900_000_000n)
    await give('carol', 'bobby', 600)
    const { live } = await tip.run('@bobby 5 usdc', speaker('alice'), stand.services)
    const key = live?.key ?? ''
    await give('alice', 'bobby', 500, CLAIMER_ID)
    stand.known.claims.set(CLAIMER_ID, claimView())
    await stand.services.signRequests.sent(key, HASH)
    return { key, show: () => tipView(key, stand.services, audience(reader)) }
  }

  test('stands on its card in the group, until its sender or its recipient leaves', async () => {
    const { show } = await cardOf()
    const shown = await show()
    expect(shown && textsOf(shown.card)).toContain('@bobby’s 2nd tip here')
    expect(shown?.topics).toContain(`standings:${GROUP}`)
    await hideAction.run('', speaker('bobby'), stand.services)
    expect(JSON.stringify(await show())).not.toContain('tip here')
  })

  test('is not told in private, where there is no here', async () => {
    const { show } = await cardOf(account('alice'))
    expect(JSON.stringify(await show())).not.toContain('tip here')
  })
})

test('a tip counts in its group, what is owed and what is sent in private counts in none', async () => {
  for (const name of ['alice', 'bobby']) stand.known.wallets.set(`id-${name}`, [ON_BASE])
  stand.known.balances.set('base/usdc', 900_000_000n)
  const askedIn = async (key = '') => (await stand.services.signRequests.find(key)).askedIn
  const tipped = await tip.run('@bobby 5 usdc', speaker('alice'), stand.services)
  expect(await askedIn(tipped.live?.key)).toBe(GROUP)
  const apart = await tip.run('@bobby 5 usdc', alone('alice'), stand.services)
  expect(await askedIn(apart.live?.key)).toBeUndefined()
  await request.run('12 usdc from @bobby', speaker('alice'), stand.services)
  const paid = await payBillAction.run('b1', speaker('bobby'), stand.services)
  expect(await askedIn(paid?.live?.key)).toBeUndefined()
})
