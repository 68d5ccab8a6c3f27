/**
 * Why only the sender of a claim can say who is meant. `changed`: the handle had several accounts, or was given up by its only
 * one; `stale`: it was seen too long ago to be the same account's for sure.
 */
export const HANDLE_DOUBTS = ['changed', 'stale'] as const
export type HandleDoubt = (typeof HANDLE_DOUBTS)[number]

/**
 * What a failure is about, as data: chats say it in their reader's language, and cannot compile while a language lacks a kind.
 * Everybody else reads the error's own English.
 */
export type ErrorFacts =
  | { kind: 'not_decimal' | 'zero_amount'; text: string }
  | { kind: 'too_many_decimals'; text: string; given: number; token: string; allowed: number }
  | { kind: 'evm_address' | 'address_checksum'; address: string; chain: string }
  | { kind: 'nobodys_address' | 'contract_address'; address: string; chain: string }
  | { kind: 'bech32_address'; address: string; chain: string; prefix: string }
  | { kind: 'invalid_handle'; handle: string; place: string }
  | { kind: 'identity_off'; place: string; others: readonly string[] }
  | { kind: 'unknown_chain'; chain: string; known: readonly string[] }
  | { kind: 'unknown_token'; token: string; known: readonly string[] }
  | { kind: 'unknown_denomination'; token: string; chain: string; homes: readonly string[] }
  | { kind: 'chain_unavailable'; chain: string }
  | { kind: 'not_a_hash'; chain: string }
  | { kind: 'amount_too_large' | 'claims_paused' }
  | { kind: 'claim_too_small'; amount: string; least: string }
  | { kind: 'claim_too_large'; mostUsd: string }
  | {
      kind: 'pay_out_held'
      why: 'away' | 'paused' | 'over_limit' | 'needs_approval' | 'too_large'
    }
  | { kind: 'vouchers_not_swapped' | 'wallet_not_linked' }
  | { kind: 'unknown_sign_request' | 'sign_request_closed' }
  | { kind: 'transaction_failed'; reason: string }
  | { kind: 'same_token'; token: string }
  | { kind: 'no_route'; from: string; to: string }
  | { kind: 'swap_refused'; reason: string }
  | { kind: 'pools_outdated'; seconds: number }
  | { kind: 'unknown_quote' | 'foreign_quote' | 'old_quote' | 'bad_quote' }
  | { kind: 'unknown_claim' | 'claim_busy' | 'claim_frozen' | 'claim_paid' | 'nothing_arrived' }
  | { kind: 'foreign_claim'; who: string }
  | { kind: 'claim_held'; who: string; why: HandleDoubt }
  | { kind: 'claim_expired' | 'claim_cooling' | 'returns_used_up'; at: Date }
  | {
      kind: 'no_share'
      why: 'taken' | 'coming' | 'over' | 'closed' | 'named' | 'elsewhere' | 'own'
    }
  | { kind: 'paid_by_another' | 'bound_to_own_key' | 'key_not_held' }
  | { kind: 'proof_required' | 'pin_required' | 'wrong_pin' | 'wrong_code' }
  | { kind: 'too_many_tries'; of: 'code' | 'claim' | 'cancel' }
  | { kind: 'rate_limited'; retryAfterSec: number }
  | { kind: 'several_words'; value: string; field: string }
  | { kind: 'bot_named'; name: string }
  | { kind: 'unseen_person' | 'button_gone' }
  | { kind: 'unknown_command'; name: string; close: readonly string[] }
  /** The problem and the fix are in the reader's language already. */
  | { kind: 'unreadable'; problem: string; understood: readonly string[]; fix: string }
  | { kind: 'insufficient_balance'; asked: string; available: readonly string[] }
