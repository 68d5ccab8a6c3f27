import type { LocalGeneration } from '../local-generation.ts'
import { answers } from './answers.ts'
import { claims } from './claims.ts'
import { messages, metaMessages } from './messages.ts'

export const interfaceContracts: LocalGeneration = {
  name: 'interface',
  messages,
  metaMessages,
  claims,
  answers,
  firstDeposit: (to) => ({ recipient: to }),
  firstPool: (pool) => pool,
}
