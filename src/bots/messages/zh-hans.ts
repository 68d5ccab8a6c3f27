import { balance } from './zh-hans/balance.ts'
import { privateAnswers } from './zh-hans/private-answers.ts'

export const zhHans = { language: 'zh-Hans' as const, balance, privateAnswers }
