import { balance } from './de/balance.ts'
import { privateAnswers } from './de/private-answers.ts'

export const de = { language: 'de' as const, balance, privateAnswers }
