import { beforeAll, describe } from 'vitest'

import { billFlow } from './bill-flow.ts'
import { faucetFlow } from './faucet-flow.ts'
import { gaslessFlow } from './gasless-flow.ts'
import { graphqlFlow } from './graphql-flow.ts'
import { openapiFlow } from './openapi-flow.ts'
import { peopleFlow } from './people-flow.ts'
import { quoteFlow } from './quote-flow.ts'
import { reactionFlow } from './reaction-flow.ts'
import { refusalsFlow } from './refusals-flow.ts'
import { routesFlow } from './routes-flow.ts'
import { tipFlow } from './tip-flow.ts'
import { trackFlow } from './track-flow.ts'
import { startVouch, type Vouch } from './vouch-process.ts'
import { withdrawFlow } from './withdraw-flow.ts'
import type { GenerationName } from '../../src/core/terms/network.ts'

/** The service as an integrator and a playground user meet it. `more` is what only this generation has. */
export function serviceFlow(
  generation: GenerationName,
  more: Record<string, (running: () => Vouch) => void> = {},
): void {
  // One process serves them all, one after the other: a start, and a process that is cold, cost more than most of them do. The order
  // matters: pools are as they were made for graphql, nobody has sent anything before the refusals, and nobody has vouchers or
  // another wallet than their own before tips, whose own vouchers are put away again.
  let vouch: Vouch
  beforeAll(async () => {
    vouch = await startVouch({ env: { DEVNET_GENERATION: generation } })
  })
  const running = () => vouch

  describe('graphql', () => {
    graphqlFlow(running)
  })
  describe('refusals', () => {
    refusalsFlow(running)
  })
  describe('the faucet', () => {
    faucetFlow(running)
  })
  describe('tips', () => {
    tipFlow(running)
  })
  describe('withdrawals', () => {
    withdrawFlow(running)
  })
  describe.each(Object.entries(more))('%s', (_, flow) => {
    flow(running)
  })
  describe('moves without gas', () => {
    gaslessFlow(generation, running)
  })
  describe('bills', () => {
    billFlow(running)
  })
  describe('reactions', () => {
    reactionFlow(running)
  })
  describe('statistics', () => {
    peopleFlow(running)
  })
  describe('quotes', () => {
    quoteFlow(running)
  })
  describe('routes', () => {
    routesFlow(running)
  })
  describe('the API document', () => {
    openapiFlow(generation, running)
  })
  describe('tracking', () => {
    trackFlow(generation, running)
  })
}
