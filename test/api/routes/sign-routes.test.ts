import { pino } from 'pino'
import { expect, test } from 'vitest'

import { signRoutes } from '../../../src/api/routes/sign-routes.ts'
import { createApi } from '../../../src/api/server.ts'
import { SignView } from '../../../src/calls/sign-calls.ts'
import { createStandInServices } from '../../bots/commands/stand-in-services.ts'
import { ALICE_EVM } from '../../core/sample-network.ts'

const LIFETIME_MS = 60 * 60_000

/** A request of alice's wallet, and what whoever has its link reads. */
async function setUp() {
  const { services, clock } = createStandInServices()
  const { network, signRequests, tracker, now } = services
  const asked = {
    operation: 'deposit',
    ownerAccount: 'telegram:42',
    ownerName: '@alice',
    chain_uid: 'base',
    senderAddress: ALICE_EVM,
    note: undefined,
    request: {
      amount_in: 5_000_000n,
      asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
      recipient: { social: { telegram: '@bobby' } },
    },
  } as const
  const { id } = await signRequests.create(asked)
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      signRoutes({
        network,
        signRequests,
        tracker,
        languageOf: async () => undefined,
        payoutTerms: services.market.payoutTerms,
        prices: async () => new Map(),
        now,
      }),
    ],
  })
  const read = async () => {
    const { body } = await server.inject({ method: 'GET', url: `/api/v1/sign/${id}` })
    return { view: SignView.parse(JSON.parse(body)), body }
  }
  return { signRequests, clock, id, asked, read }
}
type It = Awaited<ReturnType<typeof setUp>>

test('the link of a request names its wallet while that can sign', async () => {
  const { read } = await setUp()
  expect((await read()).view).toMatchObject({ status: 'open', sender_address: ALICE_EVM })
})

test.each([
  ['has expired', async ({ clock }: It) => clock.advanceMs(LIFETIME_MS)],
  ['was dismissed', ({ signRequests, id }: It) => signRequests.dismiss(id)],
  ['was replaced', ({ signRequests, id, asked }: It) => signRequests.replace(id, asked)],
] as const)('the link of a request that %s names no wallet', async (_how, end) => {
  const it = await setUp()
  await end(it)
  const { view, body } = await it.read()
  expect(view).toMatchObject({ status: 'expired', sender_address: null, build: null })
  expect(body.toLowerCase()).not.toContain(ALICE_EVM.toLowerCase().slice(2))
})
