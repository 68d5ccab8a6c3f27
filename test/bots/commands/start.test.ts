import { expect, test } from 'vitest'

import { start } from '../../../src/bots/commands/start.ts'
import {
  alone,
  createStandInServices,
  ON_BASE,
  speaker,
  waitingClaim,
} from './stand-in-services.ts'
import { actionsOf } from '../read-card.ts'

const waiting = waitingClaim()

test.each([
  { name: 'claim what waits', waits: [waiting], wallets: [ON_BASE], first: 'claims' },
  { name: 'claim, before any wallet', waits: [waiting], wallets: [], first: 'claims' },
  { name: 'link a wallet', waits: [], wallets: [], first: 'wallet-link' },
  { name: 'tip', waits: [], wallets: [ON_BASE], first: 'help:give' },
])('the next step of a newcomer comes first: $name', async ({ waits, wallets, first }) => {
  const { services, known } = createStandInServices()
  known.waiting.set('id-bobby', waits)
  known.wallets.set('id-bobby', wallets)
  for (const who of [alone('bobby'), speaker('bobby')]) {
    const { card, audience } = await start.run('', who, services)
    expect(audience).toBe('asker') // what waits is nobody else's
    const [button] = actionsOf(card)
    expect(button).toBe(first)
  }
})
