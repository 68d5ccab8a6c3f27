import type { LocalGeneration } from '../local-generation.ts'
import { answers } from './answers.ts'
import { messages, metaMessages } from './messages.ts'

export const interfaceContracts: LocalGeneration = {
  name: 'interface',
  messages,
  metaMessages,
  answers,
  firstDeposit: (to) => ({ recipient: to }),
  firstPool: (pool) => pool,
}
