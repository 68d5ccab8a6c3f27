import { balance } from './es/balance.ts'
import { privateAnswers } from './es/private-answers.ts'

export const es = { language: 'es' as const, balance, privateAnswers }
