import { readFileSync, globSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import * as dispatchErrors from '../../../src/bots/dispatch/errors.ts'
import { withoutMoments } from '../../../src/core/terms/moment.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { OddAnswerError, TooLongAnswerError } from '../../../src/chains/nodes/json-rpc.ts'
import * as claimErrors from '../../../src/claims/errors.ts'
import * as routeErrors from '../../../src/core/routing/route-errors.ts'
import * as coreErrors from '../../../src/core/terms/errors.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { chainOf } from '../../../src/core/terms/network.ts'
import { UnpayableAddressError } from '../../../src/core/terms/payable-address.ts'
import { BelowPayoutFeeError, ChainLockedError } from '../../../src/core/terms/payout-terms.ts'
import * as walletErrors from '../../../src/core/wallets/errors.ts'
import { InvoiceClosedError } from '../../../src/services/bills/errors.ts'
import { GaslessPausedError, GaslessUsedUpError } from '../../../src/services/relaying/relay.ts'
import {
  ContractElsewhereError,
  VouchersGoneError,
} from '../../../src/services/signing/take-out.ts'
import { ALICE_EVM, sampleNetwork } from '../../core/sample-network.ts'

const AT = new Date('2026-01-15T09:00:00Z')
const NOW = new Date('2026-01-14T09:00:00Z')
const BOBBY = { platform: 'telegram', handle: 'bobby' } as const
const base = chainOf(sampleNetwork, 'base')
const HASH = `0x${'5c'.repeat(32)}`
/** What a node may say, and what nobody is to read in a chat. */
const NODE = 'its node refused: {"code":-32000,"data":"0x08c379a0"}'

/** Every error that a caller can meet, each as it comes. */
const SAMPLES: readonly coreErrors.DomainError[] = [
  new dispatchErrors.UnknownCommandError('tpi', ['tip']),
  new dispatchErrors.UnreadableCommandError('Which token?', ['5'], 'Name one.'),
  new dispatchErrors.RoleAloneError(),
  new dispatchErrors.UnseenPersonError(),
  new dispatchErrors.UnclearWordError('How much is "1.000"?', 'Press what you mean.', {
    word: '1.000',
    meanings: [],
  }),
  new dispatchErrors.InsufficientBalanceError('5 USDC', ['3 USDC on Base']),
  new dispatchErrors.NoWalletError('You have no wallet.', 'Link one with /wallet link.'),
  new dispatchErrors.PinMissingError('A PIN is needed.', 'Ask the sender for it.'),
  new VouchersGoneError('USDC'),
  new ContractElsewhereError('Base', 'Arbitrum'),
  new InvoiceClosedError('paid'),
  new InvoiceClosedError('unseen'),
  new GaslessUsedUpError(AT, NOW),
  new GaslessUsedUpError(AT, NOW, { isTextAlone: true }),
  new GaslessPausedError(),
  new GaslessPausedError({ isTextAlone: true }),
  new claimErrors.ClaimBusyError('8000'),
  new claimErrors.ClaimFrozenError('8000'),
  new claimErrors.ClaimClosedError('8000'),
  new claimErrors.ClaimClosedError('8000', 'sender'),
  new claimErrors.ClaimGoingBackError('8000'),
  new claimErrors.ClaimWentBackError('8000'),
  new claimErrors.ClaimWentBackError('8000', 'sender'),
  new claimErrors.ClaimExpiredError('8000', AT),
  new claimErrors.NothingWaitsError(),
  new claimErrors.NoShareError('taken'),
  new claimErrors.NotGivenBackError(true),
  new claimErrors.NotTakenBackError('share'),
  new claimErrors.NotTakenBackError('bill'),
  new claimErrors.ClaimHeldError(BOBBY, 'changed'),
  new claimErrors.ClaimCoolingError(AT, NOW),
  new claimErrors.KeyNotHeldError(),
  new claimErrors.ProofRequiredError(),
  new claimErrors.PinRequiredError(),
  new claimErrors.WrongPinError(),
  new claimErrors.WrongPinError('sender'),
  new claimErrors.WrongSenderSignatureError('Take back what I sent.'),
  new claimErrors.WrongCodeError(),
  new claimErrors.SignInFailedError('unknown', 'X'),
  new claimErrors.PlatformUnavailableError('X', NODE, { answered: true }),
  new claimErrors.TooManyTriesError('claim'),
  new claimErrors.ClaimsPausedError(),
  new claimErrors.PayOutHeldError('over_limit', 4000),
  new claimErrors.ClaimTooLargeError('1000'),
  new claimErrors.ClaimWithoutPriceError('euclid'),
  new claimErrors.ReturnQuotaError(AT, NOW),
  new claimErrors.RateLimitedError('Codes are asked for', 42),
  new routeErrors.SameTokenError('usdc'),
  new routeErrors.NoRouteError('usdc', 'eth'),
  new routeErrors.SwapRefusedError('the pool is locked'),
  new routeErrors.PoolsOutdatedError(61_000, 1_234_567_890),
  new walletErrors.WalletLinkClosedError('has expired'),
  new walletErrors.WrongSignatureError(ALICE_EVM),
  new walletErrors.ContractSignatureError(ALICE_EVM),
  new walletErrors.PasskeySendsNothingError(ALICE_EVM),
  new walletErrors.PasskeySendsNothingError(ALICE_EVM, 10),
  new walletErrors.TooManyWalletsError(20),
  new ChainLockedError(base),
  new BelowPayoutFeeError('usdc', base),
  new BelowPayoutFeeError('usdc', base, { isWhole: true }),
  new UnpayableAddressError(ALICE_EVM, base, 'contract'),
  new coreErrors.InvalidAmountError('1e3', 'is no plain decimal number', 'Write it in digits.'),
  new coreErrors.ClaimTooSmallError('0.001 USDC', '0.01 USDC'),
  new coreErrors.InvalidRequestError('The quote', 'is too old', 'Press Refresh.'),
  new coreErrors.InvalidAddressError('0x12', 'base', 'a 0x address of 40 hex digits'),
  new coreErrors.InvalidHandleError('a b', 'Telegram', 'a handle'),
  new coreErrors.IdentityOffError('X handles', ['Telegram']),
  new coreErrors.UnknownChainError('moon', ['base']),
  new coreErrors.UnknownPersonaError('mallory', ['alice']),
  new coreErrors.UnknownTokenError('gold', ['usdc']),
  new coreErrors.UnknownDenominationError('USDC', 'Base', ['Neuron']),
  new coreErrors.ChainUnavailableError('base', NODE),
  new coreErrors.ChainUndecidedError('base'),
  new OddAnswerError('base', NODE),
  new TooLongAnswerError('base', NODE),
  new coreErrors.ChainForkError('base', 1234567890, ['one']),
  new coreErrors.ChainContradictionError('base', 'block 1234567890', ['one', 'two']),
  new coreErrors.StoreUnavailableError(new Error('SQLITE_FULL: database or disk is full')),
  new coreErrors.NotFoundError('There is no such claim.', 'Open the link again.'),
  new coreErrors.NotYoursError('This is for @bobby.', 'Leave it to them.'),
  new coreErrors.SignRequestClosedError('has expired'),
  new coreErrors.SignRequestClosedError('is not needed any more'),
  new coreErrors.SignRequestReplacedOftenError(),
  new coreErrors.TransactionMismatchError(HASH),
  new coreErrors.TransactionCountedError(HASH),
  new coreErrors.TransactionFailedError('contract paused'),
  new coreErrors.StoppingError(),
  new coreErrors.AnswerLostError(),
  new coreErrors.IdempotencyKeyReusedError(),
  new coreErrors.IdempotencyKeyBusyError(),
]

/** The classes of the code that others can throw, from `DomainError` down. */
function classes(): string[] {
  const found = new Map<string, string>()
  for (const path of globSync('src/**/*.ts')) {
    const declared = readFileSync(path, 'utf8').matchAll(/^export class (\w+) extends (\w+)/gm)
    for (const [, name = '', parent = ''] of declared) found.set(name, parent)
  }
  const isDomain = (name: string | undefined): boolean =>
    name === 'DomainError' || (name !== undefined && isDomain(found.get(name)))
  return [...found.keys()].filter(isDomain)
}

test('the table has every error of the code', () => {
  const sampled = new Set(SAMPLES.map((error) => error.constructor.name))
  expect(classes().filter((name) => !sampled.has(name))).toEqual([])
  expect(classes().length).toBeGreaterThan(60)
})

/** What is for programs: each with what it looks like. Addresses and hashes are people's own matter. */
const FOR_PROGRAMS = {
  json: /[{[]"|"\s*:/,
  'base units or unix seconds': /(?<![\dA-Za-z])\d{7,}(?!\w)/,
  'a time as programs write it': /\d{4}-\d\d-\d\dT/,
  'a word of a contract or of the interface': /`|\b[a-z]+_[a-z_]+\b|SQLITE/,
  'an id': /(?<!0x)\b(?=[a-f]*\d)[0-9a-f]{16,}\b|\bclaim \d+/i,
}

describe.each(LANGUAGES)('in %s', (language) => {
  test('an unknown claim is no matter of a command: callers over HTTP and readers of mails have none', () => {
    expect(wordsIn(language).errors.say(claimErrors.claimNotFound()).fix).not.toContain('/')
  })

  test.each(SAMPLES.map((error) => ({ name: error.constructor.name, error })))(
    '$name says nothing that is for programs',
    ({ error }) => {
      const { message, fix } = wordsIn(language).errors.say(error)
      const said = withoutMoments(`${message} ${fix}`)
      const found = Object.entries(FOR_PROGRAMS).flatMap(([what, form]) =>
        form.test(said) ? [`${what}: ${said}`] : [],
      )
      expect(found).toEqual([])
    },
  )
})
