import { expect, test } from 'vitest'

import { balance } from '../../../src/bots/commands/balance.ts'
import { createStandInServices, ON_BASE, ON_HUB, speaker } from './stand-in-services.ts'

test('shows every wallet and its vouchers in human amounts, to the asker only', async () => {
  const { services, known } = createStandInServices()
  known.wallets.set('id-alice', [ON_BASE, ON_HUB])
  known.balances.set('base/usdc', 5_250_000n)
  known.balances.set('base/eth', 10n ** 17n)
  known.vouchers.set('base', [{ token: 'usdc', amount: 1n }])
  expect(await balance.run('', speaker('alice'), services)).toEqual({
    audience: 'asker',
    card: {
      title: 'Your balance',
      tone: 'info',
      blocks: [
        { kind: 'field', label: 'Base, wallet 0x887e…b2e1', value: '0.1 ETH, 5.25 USDC' },
        { kind: 'field', label: 'Base, wallet 0x887e…b2e1, vouchers', value: '0.000001 USDC' },
        { kind: 'field', label: 'Neuron, wallet euclid1kn4…79t6', value: 'empty' },
      ],
    },
  })
})

test('shows the other chains when one is away', async () => {
  const { services, known } = createStandInServices()
  known.wallets.set('id-alice', [ON_BASE])
  known.vouchers.set('base', [{ token: 'usdc', amount: 2_000_000n }])
  known.away.add('base')
  const { card } = await balance.run('', speaker('alice'), services)
  expect(card.blocks).toMatchObject([{ value: 'cannot be read right now' }, { value: '2 USDC' }])
})

test('says how to go on without a linked wallet', async () => {
  const { services } = createStandInServices()
  await expect(balance.run('', speaker('alice'), services)).rejects.toMatchObject({
    code: 'NO_WALLET',
  })
})
