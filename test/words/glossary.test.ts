import { expect, test } from 'vitest'

import { wordsIn } from '../../src/bots/words/words.ts'
import { LANGUAGES } from '../../src/core/terms/language.ts'
import { loadPageWords } from '../../src/words/page-words.ts'
import { writtenWordsIn } from '../../src/words/written-words.ts'
import { textsOf } from '../bots/words/texts-of.ts'

/** Chats, pages and mails call one thing by one name, and speak to everybody in the same way. */
test.each([
  { language: 'es', about: 'people are addressed as tú', never: /\b(?:usted|ustedes)\b/i },
  { language: 'es', about: 'a request is a solicitud', never: /petici(?:ón|ones)/i },
  {
    language: 'es',
    about: 'a wallet is a cartera',
    never: /\b(?:billetera|monedero)s?\b|(?<!\/)\bwallets?\b/i,
  },
  { language: 'es', about: 'a voucher is a vale', never: /\b(?:voucher|cup(?:ón|ones)|bono)s?\b/i },
  { language: 'de', about: 'people are addressed as du', never: /\b(?:Ihnen|Ihrem|Ihren|Ihres)\b/ },
  { language: 'de', about: 'a command to name somebody is nenne', never: /\bnenn\b/i },
  { language: 'de', about: 'a wallet is a Wallet', never: /Brieftasche|Geldbörse/i },
  { language: 'de', about: 'a voucher is a Gutschein', never: /\bVouchers?\b|Coupon/ },
  {
    language: 'tr',
    about: 'people are addressed as sen',
    never: /(?:[iıuü]n[iıuü]z|s[iıuü]n[iıuü]z)(?!\p{L})/u,
  },
  { language: 'tr', about: 'every command is one of tüm komutlar', never: /bütün komut/i },
  { language: 'tr', about: 'a voucher is a kupon', never: /voucher/i },
  { language: 'zh-Hans', about: 'people are addressed as 你', never: /您/ },
  { language: 'zh-Hans', about: 'who runs it is a 运营者', never: /运营方|运营商/ },
  { language: 'zh-Hans', about: 'a voucher is a 凭证', never: /代金券|优惠券/ },
  {
    language: 'zh-Hans',
    about: 'marks between Chinese words are Chinese',
    never: /\p{Script=Han} ?[,;:!?](?!\p{L})|\p{Script=Han}\.(?= |$)/u,
  },
  {
    language: 'zh-Hans',
    about: 'no space stands beside a Chinese mark',
    never: /[，。：；！？（）“”、] | [，。：；！？（）“”、]/,
  },
] as const)('$language: $about', async ({ language, never }) => {
  // What stops a transaction is said by chats as well.
  const { trouble: _, ...pages } = await loadPageWords(language)
  const texts = [
    ...textsOf(wordsIn(language)),
    ...textsOf({ pages, mails: writtenWordsIn(language) }),
  ]
  expect(texts.filter(([, text]) => never.test(text))).toEqual([])
})

/** Labels of buttons that stand alone in their row: a phone cuts what is longer. */
const LABELS = [
  'bills.decline',
  'bills.remind',
  'bills.withdraw',
  'giveaway.check',
  'giveaway.list',
  'privacy.erase',
  'privacy.hide',
  'privacy.show',
  'settings.turnQuietOff',
  'settings.turnQuietOn',
  'start.howTips',
  'start.link',
  'tipCard.showAddress',
  'tipCard.showLink',
  'wallet.recoveryWords',
]

test.each(LANGUAGES)('labels of buttons in %s are of 24 characters at most', (language) => {
  const texts = textsOf(wordsIn(language))
  const labels = LABELS.map((name) => texts.get(name) ?? `${name} is no text of the catalogue`)
  expect(labels.filter((label) => label.length > 24)).toEqual([])
})
