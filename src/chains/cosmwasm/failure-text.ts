import { shortWords } from '../../core/terms/known-reason.ts'

/**
 * A CosmWasm chain's words for a failure, without what the SDK and wasmd wrap around the contract's own, and as much of them as `shortWords` leaves. Pure.
 * @example failureText('failed to execute message; message index: 0: claim 5 is gone: execute wasm contract failed')
 * // 'claim 5 is gone'
 */
export function failureText(log: string): string {
  const words = shortWords(log)
  const own = words
    .replace(
      /^(?:rpc error: code = \w+ desc = )?(?:failed to execute message; message index: \d+: )?/,
      '',
    )
    .replace(/\s*(?:\[[^\]]*\]\s*)?with gas (?:wanted|used): '\d+'.*$/is, '')
    .replace(/(?:: (?:execute|query) wasm contract failed)(?::.*)?$/s, '')
    .replace(/^(?:dispatch: )?(?:submessages: )?/, '')
    .trim()
  return own === '' ? words : own
}
