import { beforeEach, expect, test } from 'vitest'

import { priceReachedView } from '../../../src/bots/cards/price-alert.ts'
import { alert, alertsAction, removeAlertAction } from '../../../src/bots/commands/alert.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { writeReached } from '../../../src/services/market/price-alerts.ts'
import { alone, audience, createStandInServices, speaker } from './stand-in-services.ts'
import { actionsOf, linesOf } from '../read-card.ts'

const DOLLAR = 10n ** 18n

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices() // 1 ETH is $2,500
})

const set = (written: string, who = alone('alice')) => alert.run(written, who, stand.services)

test.each([
  { written: 'eth above 3000', row: 'ETH/USD: above $3000' },
  { written: 'ETH over $12,500', row: 'ETH/USD: above $12,500' },
  { written: 'eth/usd < 1999.5', row: 'ETH/USD: below $1999.50' },
  { written: 'usdc/eth below 0.0003', row: 'USDC/ETH: below 0.0003 ETH' },
  { written: 'eth/usdc above 3000 usdc', row: 'ETH/USDC: above 3000 USDC' },
  { written: 'eth > 3k', row: 'ETH/USD: above $3000' },
  { written: 'eth>3000', row: 'ETH/USD: above $3000' },
  { written: 'eth<2000$', row: 'ETH/USD: below $2000' },
  { written: 'eth above 3000 usdc', row: 'ETH/USD: above $3000' },
  { written: 'eth above 3 000 dollars', row: 'ETH/USD: above $3000' },
  // From where it is now, $2500.
  { written: 'eth 3000', row: 'ETH/USD: above $3000' },
  { written: 'eth $2,000', row: 'ETH/USD: below $2000' },
])('/alert $written waits for $row', async ({ written, row }) => {
  const { card, audience: readers } = await set(written)
  expect(readers).toBe('asker')
  expect(card).toMatchObject({ title: 'I will tell you', tone: 'success' })
  const list = await set('')
  expect(linesOf(list.card)[0]).toBe(`1. ${row}`)
})

test('a German’s 3.000 is three thousand', async () => {
  await set('eth above 3.000', { ...alone('alice'), words: wordsIn('de') })
  const [kept] = await stand.services.market.alerts.of(alone('alice').account)
  expect(kept?.target).toBe(3000n * DOLLAR)
})

test('a price that may mean two things is asked about by the word that was written', async () => {
  const german = { ...alone('alice'), words: wordsIn('de') }
  await expect(set('eth above $3,000 usd', german)).rejects.toMatchObject({
    word: '$3,000',
    meanings: [{ word: '$3' }, { word: '$3000' }],
  })
})

test.each([
  { written: 'eth above 2000', says: 'This price is reached already: 1 ETH = $2500.' },
  { written: 'eth below 3000', says: 'This price is reached already: 1 ETH = $2500.' },
  { written: 'eth/eth above 2', says: 'Both are the same token.' },
  { written: 'eth constructor 1', says: 'I cannot read "eth constructor 1".' },
  { written: 'eth 2500', says: 'This price is reached already: 1 ETH = $2500.' },
  { written: 'usdc/eth below $0.0003', says: 'I cannot read "usdc/eth below $0.0003".' },
  { written: 'eth above 3000 €', says: 'I cannot read "eth above 3000 €".' },
  { written: 'eth above', says: 'At which price?' },
  { written: 'eth', says: 'At which price?' },
  { written: 'eth above 3000 euclid', says: 'I cannot read "eth above 3000 euclid".' },
  { written: 'gold above 3000', says: /gold/ },
  { written: 'eth above much', says: /much/ },
  { written: 'eth above 0', says: /0/ },
])('/alert $written is refused: $says', async ({ written, says }) => {
  await expect(set(written)).rejects.toMatchObject({
    message: says instanceof RegExp ? expect.stringMatching(says) : says,
  })
  expect(await stand.services.market.alerts.of(alone('alice').account)).toEqual([])
})

test('the list removes them one by one, its owner’s alone', async () => {
  await set('eth above 3000')
  await set('eth above 4000')
  const list = await alertsAction.run('', alone('alice'), stand.services)
  expect(list && actionsOf(list.card)).toEqual(['alert-remove:b1', 'alert-remove:b2'])
  const others = removeAlertAction.run('b1', speaker('bobby'), stand.services)
  await expect(others).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const after = await removeAlertAction.run('b1', alone('alice'), stand.services)
  expect(after && linesOf(after.card)[0]).toBe('1. ETH/USD: above $4000')
})

test('nobody waits for more than twenty prices', async () => {
  for (let index = 0; index < 20; index += 1) await set(`eth above ${3000 + index}`)
  await expect(set('eth above 5000')).rejects.toMatchObject({
    message: 'You wait for 20 prices already.',
  })
})

test('a price that is reached is told with what was waited for', async () => {
  const [target, price] = [3000n * DOLLAR, 3010n * DOLLAR + DOLLAR / 2n]
  const key = writeReached({ token: 'eth', other: undefined, side: 'above', target, price })
  const card = (await priceReachedView(key, stand.services, audience()))?.card
  expect(card?.title).toBe('1 ETH = $3010.50')
  expect(card && linesOf(card)[0]).toBe('You waited for ETH to be worth $3000 or more.')
})
