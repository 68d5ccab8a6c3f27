import type { Network } from '../../core/network.ts'
import { DepositRequest } from '../../core/payloads/deposit.ts'
import { VoucherTransferRequest } from '../../core/payloads/voucher-transfer.ts'
import { TransactionBuild } from '../../core/shapes.ts'
import type { ApiErrorCode } from '../error-body.ts'
import type { Endpoint } from './endpoint.ts'
import { named, placesOf } from './examples.ts'

const PERSON = { social: { telegram: '@bobby' } }

/** What any operation can refuse. */
const ERRORS = [
  'INVALID_AMOUNT',
  'INVALID_ADDRESS',
  'UNKNOWN_CHAIN',
  'UNKNOWN_TOKEN',
  'UNKNOWN_DENOMINATION',
] as const satisfies ApiErrorCode[]
/** And what one that may pay a person can refuse beside them. */
const SOCIAL_ERRORS = ['INVALID_HANDLE', 'RATE_LIMITED'] as const satisfies ApiErrorCode[]

const SIGN_IN_ORDER =
  'Sign and send the `msgs` of the answer in order, unchanged; a token that needs an approval has it first.'

/** `POST /api/v1/execute/…`: a new operation is one more entry. */
export const operationEndpoints: Endpoint[] = [
  {
    id: 'deposit',
    tag: 'Transactions',
    method: 'post',
    path: '/api/v1/execute/token/deposit',
    summary: 'Turn tokens into vouchers, for an address or for a person.',
    description: `${SIGN_IN_ORDER} For a person the answer has a \`claimer\`, whose \`otp\` is the sender's PIN.`,
    request: DepositRequest,
    answer: TransactionBuild,
    errors: [...ERRORS, ...SOCIAL_ERRORS],
    examples: depositExamples,
  },
  {
    id: 'transferVoucher',
    tag: 'Transactions',
    method: 'post',
    path: '/api/v1/execute/vcoin/transfer',
    summary: 'Move vouchers to an address or to a person.',
    description: SIGN_IN_ORDER,
    request: VoucherTransferRequest,
    answer: TransactionBuild,
    errors: [...ERRORS, ...SOCIAL_ERRORS],
    examples: transferExamples,
  },
]

function depositExamples(network: Network): Record<string, object> {
  return named(
    placesOf(network).flatMap(({ family, user, native, smart }) => [
      [`${family}, native token to a person`, native && deposit(native, user, PERSON)],
      [`${family}, native token to oneself`, native && deposit(native, user, user)],
      [`${family}, token contract to a person`, smart && deposit(smart, user, PERSON)],
    ]),
  )
}

const deposit = (asset_in: object, sender: object, recipient: object) => ({
  amount_in: '1000000',
  asset_in,
  sender,
  recipient,
  timeout: '60',
})

function transferExamples(network: Network): Record<string, object> {
  return named(
    placesOf(network).flatMap(({ family, user, native, smart }) =>
      [PERSON, user].map((to) => {
        const token = (native ?? smart)?.token
        const amount = '1000000'
        const name = `${family}, to ${to === PERSON ? 'a person' : 'an address'}`
        return [
          name,
          token === undefined
            ? undefined
            : { amount, token, sender: user, recipient_address: { user: to }, timeout: '60' },
        ] as const
      }),
    ),
  )
}
