import { balance } from './en/balance.ts'
import { privateAnswers } from './en/private-answers.ts'

export const en = { language: 'en' as const, balance, privateAnswers }
