import { balance } from './tr/balance.ts'
import { privateAnswers } from './tr/private-answers.ts'

export const tr = { language: 'tr' as const, balance, privateAnswers }
