import type { LocalGeneration } from '../local-generation.ts'
import { answers } from './answers.ts'
import { claims } from './claims.ts'
import { messages, metaMessages } from './messages.ts'
import { createMetaTransaction } from './meta-transaction.ts'

export const interfaceContracts: LocalGeneration = {
  name: 'interface',
  messages,
  metaMessages,
  metaContract: createMetaTransaction,
  routerMessages: () => ({}),
  mostPending: { ofUser: 10, ofChain: 1000 },
  claims,
  answers,
  firstDeposit: (to) => ({ recipient: to }),
  firstPool: (pool) => pool,
}
