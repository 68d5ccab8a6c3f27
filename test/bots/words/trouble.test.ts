import { expect, test } from 'vitest'

import { chainsWords, sayReason } from '../../../src/words/say-reason.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { OwnReason, OWN_REASONS } from '../../../src/core/terms/known-reason.ts'
import { sayNotice, type Notice } from '../../../src/core/tracking/notice.ts'
import { englishIn } from './english-in.ts'

const OTHERS = LANGUAGES.filter((language) => language !== 'en')
const chain_uid = 'base'
const payout = { chain_uid, token: 'usdc' }

const inUtc = (time: Date) => time.toISOString()

/** One of each kind. */
const NOTICES: { [Kind in Notice['kind']]: Extract<Notice, { kind: Kind }> } = {
  stalled: { kind: 'stalled', chain_uid, since: '09:30' },
  behind: { kind: 'behind', chain_uid, blocks: 1000 },
  replaced: { kind: 'replaced', chain_uid },
  unknown_to_hub: { kind: 'unknown_to_hub', chain_uid },
  hub_too_late: { kind: 'hub_too_late', chain_uid },
  hub_silent: { kind: 'hub_silent', chain_uid },
  refund_missing: { kind: 'refund_missing', chain_uid, reason: 'contract paused' },
  refund_unseen: { kind: 'refund_unseen', chain_uid, reason: 'contract paused' },
  answer_missing: { kind: 'answer_missing', chain_uid },
  payout_too_late: { kind: 'payout_too_late', ...payout },
  payout_silent: { kind: 'payout_silent', ...payout },
  refusal_missing: { kind: 'refusal_missing', ...payout },
  unsettled: { kind: 'unsettled', chain_uid },
  not_included: { kind: 'not_included', chain_uid },
  text_ran: { kind: 'text_ran', chain_uid },
  text_expired: { kind: 'text_expired', chain_uid },
}

test.each(Object.values(NOTICES))('in every language, with what it is about: $kind', (notice) => {
  const { kind: _, chain_uid: uid, ...told } = notice
  // What only the chain can say stands elsewhere.
  const facts = Object.entries(told).flatMap(([name, fact]) => (name === 'reason' ? [] : [fact]))
  const nameOf = (known: string) => (known === uid ? 'Basis' : '?')
  const inEnglish = sayNotice(notice, nameOf)
  expect(englishIn('en', [inEnglish])).not.toEqual([])
  for (const language of OTHERS) {
    const said = wordsIn(language).trouble.notice(notice, nameOf, inUtc)
    expect(englishIn(language, [said])).toEqual([])
    const named = inEnglish.includes('Basis') ? ['Basis'] : []
    for (const fact of [...named, ...facts]) expect(said).toContain(`${fact}`)
    expect(said).not.toMatch(/[.。]{2}$/)
  }
})

/** Whose the vouchers of a failed payout are is for the order to say, and no notice knows the order. */
const RECIPIENTS = /recipient|Empfänger|destinatario|alıcı|收款人/
test.each(['payout_too_late', 'refusal_missing'] as const)(
  '%s names nobody as the owner of its vouchers',
  (kind) => {
    for (const language of LANGUAGES) {
      const said = wordsIn(language).trouble.notice(NOTICES[kind], () => 'Basis', inUtc)
      expect(said).toMatch(/voucher|Gutschein|vales|kupon|凭证/)
      expect(said).not.toMatch(RECIPIENTS)
    }
  },
)

test('the time of a notice is written as whoever shows it does', () => {
  const stalled = { ...NOTICES.stalled, since_sec: Date.UTC(2026, 0, 1, 9, 30) / 1000 }
  for (const language of LANGUAGES) {
    const said = wordsIn(language).trouble.notice(stalled, () => 'Basis', inUtc)
    expect(said).toContain('2026-01-01T09:30:00.000Z')
    expect(said).not.toContain('UTC')
  }
  expect(sayNotice(stalled, () => 'Basis')).toContain('since 09:30 UTC')
})

/** As the SDK, tokens, the live protocol and the local one say it. */
const KNOWN = [
  'Slippage has not been tolerated for set amount, amount: 4, min_amount_out: 5',
  'the swap yields 4 usdc, which is less than the minimum of 5',
  'spendable balance 1uosmo is smaller than 2uosmo: insufficient funds',
  'ERC20InsufficientBalance (sender 0x1, balance 1, needed 2)',
  'ERC20: transfer amount exceeds balance',
  'Overflow: Cannot Sub with 1 and 2',
  'base:0x1 has 1 usdc in vouchers, which is less than 2',
  'ERC20InsufficientAllowance (spender 0x1, allowance 1, needed 2)',
  'No allowance for this account',
  'out of gas in location: wasm contract; gasWanted: 1, gasUsed: 2',
  'Packet timed out: 1 < 2',
  'PacketTimedOut',
]
test.each(KNOWN)('what is known by its words is said in the reader’s: %s', (words) => {
  for (const language of OTHERS) {
    const said = wordsIn(language).trouble.because(words)
    expect(said).not.toContain(words)
    expect(englishIn(language, [said])).toEqual([])
  }
  const inEnglish = wordsIn('en').trouble.because(words)
  expect(inEnglish).toMatch(/^[a-z ,:]+$/)
  expect(inEnglish).not.toContain(words)
})

test.each(OwnReason.options)('what Vouch itself says is said in the reader’s: %s', (own) => {
  const words = OWN_REASONS[own]
  for (const language of OTHERS) {
    const said = sayReason(wordsIn(language).trouble, words, own)
    expect(said).not.toContain(words)
    expect(englishIn(language, [said])).toEqual([])
  }
  expect(sayReason(wordsIn('en').trouble, words, own)).toBe(words)
})

test('what only the chain can say stands in no sentence, and apart as its words', () => {
  for (const language of LANGUAGES) {
    const { because, quoted, notice } = wordsIn(language).trouble
    expect(because('contract paused')).not.toContain('contract paused')
    expect(quoted('contract paused')).toMatch(/^[«„“]contract paused[»“”]$/)
    for (const told of [NOTICES.refund_missing, NOTICES.refund_unseen])
      expect(notice(told, () => 'Basis', inUtc)).not.toContain('contract paused')
  }
  expect(chainsWords('contract paused', undefined)).toBe('contract paused')
  for (const words of KNOWN) expect(chainsWords(words, undefined)).toBe('')
  expect(chainsWords(OWN_REASONS.unexplained, 'unexplained')).toBe('')
})
