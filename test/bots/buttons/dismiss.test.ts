import { beforeEach, expect, test } from 'vitest'

import { dismissAction } from '../../../src/bots/buttons/dismiss.ts'
import { moveView } from '../../../src/bots/cards/move.ts'
import { shareOutView } from '../../../src/bots/cards/share-out.ts'
import { swapView } from '../../../src/bots/cards/swap.ts'
import { tipView } from '../../../src/bots/cards/tip.ts'
import { airdrop } from '../../../src/bots/commands/airdrop.ts'
import { deposit } from '../../../src/bots/commands/deposit.ts'
import { swap } from '../../../src/bots/commands/quote.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import {
  audience,
  createStandInServices,
  HASH,
  ON_BASE,
  speaker,
} from '../commands/stand-in-services.ts'
import { actionsOf } from '../read-card.ts'

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  stand.known.wallets.set('id-alice', [ON_BASE])
  stand.known.balances.set('base/usdc', 9_000_000n)
})

test.each([
  {
    what: 'tip',
    view: tipView,
    run: () => tip.run('@bobby 5 usdc', speaker('alice'), stand.services),
  },
  {
    what: 'shared amount',
    view: shareOutView,
    run: () => airdrop.run('5 usdc for 2', speaker('alice'), stand.services),
  },
  {
    what: 'swap',
    view: swapView,
    run: () => swap.run('5 usdc eth', speaker('alice'), stand.services),
  },
  {
    what: 'deposit',
    view: moveView,
    run: () => deposit.run('5 usdc', speaker('alice'), stand.services),
  },
])('an unsigned $what is put away by its owner alone, and for good', async ({ view, run }) => {
  const { services } = stand
  const { card } = await run()
  const buttons = actionsOf(card)
  expect(buttons).toContain('dismiss:s1')
  const press = (who: string) => dismissAction.run('s1', speaker(who), services)
  await expect(press('bobby')).rejects.toMatchObject({ code: 'NOT_YOURS' })
  expect(await press('alice')).toBeUndefined()
  const away = await view('s1', services, audience())
  expect(JSON.stringify(away)).toContain('You dismissed this request. Nothing was sent.')
  expect(JSON.stringify(away)).not.toContain('/sign/')
  const anew = await dismissAction.cardAnew?.('s1', speaker('alice'), services)
  expect([anew?.audience, anew?.card]).toEqual(['asker', away?.card])
  const closed = 'This sign request was dismissed.'
  await expect(press('alice')).rejects.toThrow(closed)
  await expect(services.signRequests.prepare('s1', ON_BASE.address)).rejects.toThrow(closed)
})

test('what is signed cannot be put away any more', async () => {
  const { services } = stand
  await tip.run('@bobby 5 usdc', speaker('alice'), services)
  await services.signRequests.sent('s1', HASH)
  await expect(dismissAction.run('s1', speaker('alice'), services)).rejects.toThrow(
    'This sign request was signed already.',
  )
})
