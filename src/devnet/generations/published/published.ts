import { ruleMessages } from '../../hub/release-rules.ts'
import type { LocalGeneration } from '../local-generation.ts'
import { answers } from './answers.ts'
import { claims } from './claims.ts'
import { messages } from './messages.ts'
import { metaMessages, metaReceiver } from './meta-receive.ts'
import { createMetaTransaction } from './meta-transaction.ts'

export const publishedContracts: LocalGeneration = {
  name: 'published',
  messages,
  metaMessages,
  metaContract: createMetaTransaction,
  routerMessages: (config, parts) => ({ ...metaReceiver(config, parts), ...ruleMessages(config) }),
  mostPending: { ofUser: 50, ofChain: Infinity },
  claims,
  answers,
  firstDeposit: (to, amount) => ({
    recipients: [{ recipient: to, amount: { equal: `${amount}` }, denom: { voucher: {} } }],
    cross_chain_config: {},
  }),
  firstPool: ({ pair, pool_config }) => ({
    pair_with_denom_and_amount: pair,
    pool_config,
    cross_chain_config: {},
  }),
}
