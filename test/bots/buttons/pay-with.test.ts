import { beforeEach, expect, test } from 'vitest'

import type { Card } from '../../../src/bots/cards/card.ts'
import { payWithAction } from '../../../src/bots/buttons/pay-with.ts'
import { swap } from '../../../src/bots/commands/quote.ts'
import { send } from '../../../src/bots/commands/send.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import { tipView } from '../../../src/bots/cards/tip.ts'
import { CW20, USDC } from '../../core/sample-network.ts'
import {
  alone,
  audience,
  createStandInServices,
  HASH,
  ON_BASE,
  ON_HUB,
  speaker,
} from '../commands/stand-in-services.ts'
import { labelsOf } from '../read-card.ts'

const alice = alone('alice')
let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  stand.known.wallets.set('id-alice', [ON_BASE, ON_HUB])
  stand.known.balances.set('base/usdc', 9_000_000n)
  stand.known.balances.set('neuron/usdc', 9_000_000n)
  stand.known.vouchers.set('base', [{ token: 'usdc', amount: 9_000_000n }])
})

const press = (action: string, by = alice) => payWithAction.run(action, by, stand.services)
async function shown(): Promise<Card> {
  const rendered = await tipView('s1', stand.services, audience(alice.account))
  if (!rendered) throw new Error('no card')
  return rendered.card
}

test('the card offers every other way, and a press makes the same tip paid that way', async () => {
  const { card } = await tip.run('@bobby 5 usdc for the fix', alice, stand.services)
  expect(labelsOf(card)).toEqual([
    'Pay from Base, wallet 0x887e…b2e1',
    expect.stringMatching(/^Pay from Neuron/),
    'Dismiss',
  ])
  expect(await press('s1:1')).toBeUndefined()
  const social = { social: { telegram: '@bobby' } }
  expect(await stand.services.signRequests.current('s1')).toMatchObject({
    id: 's2',
    operation: 'deposit',
    chain_uid: 'neuron',
    senderAddress: ON_HUB.address,
    note: 'for the fix',
    request: {
      amount_in: 5_000_000n,
      asset_in: { token: 'usdc', token_type: { smart: { contract_address: CW20 } } },
      recipient: social,
    },
  })
  const after = await shown()
  const anew = await payWithAction.cardAnew?.('s1:1', alice, stand.services)
  expect([anew?.audience, anew?.card]).toEqual(['asker', after])
  expect(after.blocks).toContainEqual(
    expect.objectContaining({ kind: 'link', url: 'https://vouch.example/sign/s2' }),
  )
  expect(JSON.stringify(after)).toContain('you chose it')
  expect(labelsOf(after)).toEqual([
    'Pay from Base, wallet 0x887e…b2e1',
    'Pay with vouchers of Base, wallet 0x887e…b2e1',
    'Dismiss',
  ])

  await press('s2:1') // and back to the vouchers
  expect(await stand.services.signRequests.current('s1')).toMatchObject({
    id: 's3',
    operation: 'transferVoucher',
    request: { amount: 5_000_000n, token: 'usdc', recipient_address: { user: social } },
  })
})

test("what was sent to a wallet of one's own goes there still, whichever other one pays", async () => {
  stand.known.vouchers.clear()
  await send.run(`${ON_BASE.address} 5 usdc on base`, alice, stand.services)
  await press('s1:0')
  expect(await stand.services.signRequests.current('s1')).toMatchObject({
    chain_uid: 'neuron',
    request: { recipient: ON_BASE },
  })
})

test('a button works once, for the sender alone, and while nothing is signed', async () => {
  await tip.run('@bobby 5 usdc', alice, stand.services)
  await expect(press('s1:0', speaker('bobby'))).rejects.toMatchObject({ code: 'NOT_YOURS' })
  await expect(press('s1:7')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const presses = await Promise.allSettled([press('s1:0'), press('s1:1'), press('s1:0')])
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(press('s1:0')).rejects.toMatchObject({ code: 'SIGN_REQUEST_CLOSED' })

  const { id } = await stand.services.signRequests.current('s1')
  await stand.requestStore.setTxHash(id, HASH, stand.clock.now())
  await expect(press(`${id}:0`)).rejects.toMatchObject({ code: 'SIGN_REQUEST_CLOSED' })
})

test('what was replaced is not prepared any more, but its transaction still counts', async () => {
  await tip.run('@bobby 5 usdc', alice, stand.services)
  await press('s1:0')
  await expect(stand.services.signRequests.prepare('s1', ON_BASE.address)).rejects.toMatchObject({
    code: 'SIGN_REQUEST_CLOSED',
  })
  await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
  expect(await stand.services.signRequests.current('s1')).toMatchObject({ id: 's1', txHash: HASH })
})

test('what was signed although another took its place is what every card of both shows', async () => {
  await tip.run('@bobby 5 usdc', alice, stand.services)
  await press('s1:0')
  await stand.requestStore.setTxHash('s1', HASH, stand.clock.now())
  const [one, other] = await Promise.all(
    ['s1', 's2'].map((id) => tipView(id, stand.services, audience(alice.account))),
  )
  expect(other?.card).toEqual(one?.card)
  expect(other?.topics).toEqual(['sign:s2', ...(one?.topics ?? [])])
  expect(JSON.stringify(other?.card)).not.toContain('sign/s2')
  await expect(press('s2:0')).rejects.toMatchObject({ code: 'SIGN_REQUEST_CLOSED' })
})

test('an expired request is not made anew', async () => {
  await tip.run('@bobby 5 usdc', alice, stand.services)
  stand.clock.advanceMin(60)
  await expect(press('s1:0')).rejects.toMatchObject({ code: 'SIGN_REQUEST_CLOSED' })
})

test('a swap that is paid from elsewhere still pays out where it would have', async () => {
  stand.known.balances.set('base/usdc', 2_000_000_000n)
  stand.known.balances.set('neuron/usdc', 2_000_000_000n)
  await swap.run('1000 usdc eth', alice, stand.services)
  await press('s1:0')
  expect(await stand.services.signRequests.current('s1')).toMatchObject({
    operation: 'swap',
    chain_uid: 'neuron',
    request: {
      asset_in: { token: 'usdc', token_type: { smart: { contract_address: CW20 } } },
      cross_chain_addresses: [{ user: ON_BASE }],
    },
  })
  expect(USDC).not.toBe(CW20)
})
