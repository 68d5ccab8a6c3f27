import { expect, test } from 'vitest'

import {
  InsufficientBalanceError,
  UnknownCommandError,
  UnreadableCommandError,
} from '../../../src/bots/dispatch/errors.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import {
  ClaimBusyError,
  ClaimClosedError,
  ClaimCoolingError,
  ClaimFrozenError,
  ClaimExpiredError,
  ClaimHeldError,
  claimNotFound,
  KeyNotHeldError,
  NotGivenBackError,
  NothingWaitsError,
  notRecipient,
  PinRequiredError,
  ProofRequiredError,
  RateLimitedError,
  ReturnQuotaError,
  TooManyTriesError,
  WrongCodeError,
  WrongPinError,
} from '../../../src/claims/errors.ts'
import { parseAddress } from '../../../src/core/terms/address.ts'
import { parseAmount } from '../../../src/core/terms/amounts.ts'
import {
  ChainUnavailableError,
  DomainError,
  InvalidHandleError,
  NotFoundError,
  SignRequestClosedError,
  TransactionFailedError,
  UnknownChainError,
  UnknownDenominationError,
  UnknownTokenError,
} from '../../../src/core/terms/errors.ts'
import { refuseSwitchedOff } from '../../../src/core/terms/identity.ts'
import { chainOf } from '../../../src/core/terms/network.ts'
import {
  NoRouteError,
  PoolsOutdatedError,
  SameTokenError,
  SwapRefusedError,
} from '../../../src/core/routing/route-errors.ts'
import { checkSignable } from '../../../src/services/market/quotes.ts'
import { parseTxHash } from '../../../src/core/terms/tx-hash.ts'
import { sampleNetwork } from '../../core/sample-network.ts'

function thrownBy(run: () => unknown): DomainError {
  try {
    run()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

const USDC = { token: 'usdc', decimals: 6 }
const base = chainOf(sampleNetwork, 'base')
const hub = chainOf(sampleNetwork, 'neuron')
const quote = {
  id: 'q1',
  tokenIn: 'usdc',
  tokenOut: 'eth',
  amount: 1n,
  chain_uid: 'base',
  answer: { paths: [{ path: [], total_price_impact: '16.84' }], pools: { height: 1, age_ms: 0 } },
  quotedAt: new Date(0),
  isAskedAgain: false,
  ownerAccount: 'telegram:1',
  signId: undefined,
}
const BOBBY = { platform: 'telegram', handle: 'bobby' } as const

/** Each with what has to be in the message or the fix, in any language. */
const ERRORS: [DomainError, ...string[]][] = [
  [thrownBy(() => parseAmount('1e3', USDC)), '1e3'],
  [thrownBy(() => parseAmount('0', USDC)), '0'],
  [thrownBy(() => parseAmount('0.1234567', USDC)), '0.1234567', '7', '6', 'USDC'],
  [thrownBy(() => parseAddress(base, '0x12')), '0x12', base.name],
  [thrownBy(() => parseAddress(base, `0x${'aB'.repeat(20)}`)), base.name],
  [thrownBy(() => parseAddress(hub, 'cosmos1x')), 'cosmos1x', hub.name],
  [thrownBy(() => parseTxHash(base, 'abc', 'tx_hash')), base.name],
  [thrownBy(() => refuseSwitchedOff(new Set(['telegram']), { platform: 'twitter' })), 'Telegram'],
  [new InvalidHandleError('a b', 'telegram', 'a handle'), 'a b'],
  [new UnknownChainError('moon', ['base']), 'moon', 'base'],
  [new UnknownTokenError('gold', ['usdc']), 'gold', 'usdc'],
  [new UnknownDenominationError('usdc', 'polygon', ['base']), 'usdc', 'polygon', 'base'],
  [new ChainUnavailableError('base', 'it hangs'), 'base'],
  [new SignRequestClosedError('has expired')],
  [new TransactionFailedError('contract paused')],
  [new SameTokenError('usdc'), 'USDC'],
  [new NoRouteError('usdc', 'eth'), 'USDC', 'ETH'],
  [new SwapRefusedError('paused')],
  [thrownBy(() => checkSignable(quote, false, new Date(0))), '16', '84', '10'],
  [thrownBy(() => checkSignable(quote, false, new Date(60_000)))],
  [new PoolsOutdatedError(61_000, 7), '61'],
  [claimNotFound()],
  [notRecipient(BOBBY), '@bobby'],
  [new ClaimBusyError('1')],
  [new ClaimFrozenError('1')],
  [
    new ReturnQuotaError(new Date('2026-01-15T09:00:00Z'), new Date('2026-01-14T10:00:00Z')),
    '15',
    '2026',
  ],
  [new ClaimClosedError('1')],
  [new ClaimExpiredError('1', new Date('2026-01-15T09:00:00Z')), '15', '2026'],
  [new NothingWaitsError()],
  [new NotGivenBackError(true)],
  [new NotGivenBackError(false)],
  [new ClaimHeldError(BOBBY, 'changed'), '@bobby', '/sent'],
  [new ClaimHeldError(BOBBY, 'stale'), '@bobby', '/sent'],
  [
    new ClaimCoolingError(new Date('2026-01-15T09:00:00Z'), new Date('2026-01-14T09:00:00Z')),
    '15',
    '2026',
    '/sent',
  ],
  [new KeyNotHeldError()],
  [new ProofRequiredError()],
  [new PinRequiredError(), 'PIN'],
  [new WrongPinError(), 'PIN'],
  [new WrongCodeError()],
  [new TooManyTriesError('code')],
  [new TooManyTriesError('claim')],
  [new TooManyTriesError('cancel')],
  [new TooManyTriesError('link')],
  [new RateLimitedError('Codes are asked for', 42), '42'],
  [new UnknownCommandError('tpi', ['tip']), '/tpi', '/tip', '/help'],
  [new InsufficientBalanceError('5 USDC', ['3 USDC']), '5 USDC', '3 USDC'],
]
const OTHERS = LANGUAGES.filter((language) => language !== 'en')

test.each(ERRORS.map(([error, ...facts]) => ({ name: error.message, error, facts })))(
  'in every language: $name',
  ({ error, facts }) => {
    const { message, fix } = wordsIn('en').errors.say(error)
    for (const language of OTHERS) {
      const said = wordsIn(language).errors.say(error)
      expect(said.message).not.toBe(message)
      expect(said.fix).not.toBe(fix)
      for (const fact of facts) expect(`${said.message} ${said.fix}`).toContain(fact)
    }
  },
)

test('words that are in the language already are said as they are', () => {
  const error = new UnreadableCommandError('Der Token fehlt.', ['5'], 'Nenne einen.')
  expect(wordsIn('de').errors.say(error)).toEqual({
    message: 'Der Token fehlt.',
    fix: 'Nenne einen.',
  })
})

test('an error without facts keeps its own words, under a translated title', () => {
  const { errors } = wordsIn('tr')
  const error = new NotFoundError('There is no such thing.', 'Look again.')
  expect(errors.say(error)).toEqual({ message: error.message, fix: error.fix })
  expect(errors.title).toBe('Bu yapılamadı')
})
