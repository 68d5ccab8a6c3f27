import { expect, test } from 'vitest'

import { failureText } from '../../../src/chains/cosmwasm/failure-text.ts'
import { knownReason } from '../../../src/core/terms/known-reason.ts'

test.each([
  {
    name: 'wasmd in a block',
    log: 'failed to execute message; message index: 0: claim 5 not found: execute wasm contract failed',
    text: 'claim 5 not found',
  },
  {
    name: 'wasmd in a trial run',
    log: "rpc error: code = Unknown desc = failed to execute message; message index: 2: Unauthorized: execute wasm contract failed [CosmWasm/wasmd@v0.53.0/x/wasm/keeper/keeper.go:436] with gas used: '112233': unknown request",
    text: 'Unauthorized',
  },
  {
    name: 'a failing submessage',
    log: 'failed to execute message; message index: 0: dispatch: submessages: insufficient escrow: execute wasm contract failed',
    text: 'insufficient escrow',
  },
  {
    name: 'a contract’s words with colons',
    log: 'failed to execute message; message index: 0: limit: 5 < 6: not enough: execute wasm contract failed',
    text: 'limit: 5 < 6: not enough',
  },
  {
    name: 'the chain’s own words',
    log: 'account sequence mismatch, expected 4, got 3: incorrect account sequence',
    text: 'account sequence mismatch, expected 4, got 3: incorrect account sequence',
  },
  {
    name: 'nothing but wrapping',
    log: ': execute wasm contract failed',
    text: ': execute wasm contract failed',
  },
  { name: 'nothing', log: '', text: '' },
])('failureText: $name', ({ log, text }) => {
  expect(failureText(log)).toBe(text)
})

test.each([
  ['brackets', '['.repeat(100_000)],
  ['spaces', ' '.repeat(99_999) + 'x'],
  ['a reason', 'nonce '.repeat(20_000)],
])(
  'a megabyte of what a contract was told to repeat is cut before anything is looked for in it: %s',
  (_what, words) => {
    const text = failureText(
      `failed to execute message; message index: 0: unknown variant ${words}`,
    )
    expect(text.length).toBeLessThan(1_100)
    expect(knownReason(words)).toBeUndefined()
  },
)

test('words have no NUL, which PostgreSQL takes in no text', () => {
  expect(failureText('no such \0token')).toBe('no such token')
})
