import {
  CancelRequest,
  ClaimSession,
  ClaimView,
  DocumentAnswer,
  DocumentRequest,
  OtherClaims,
  ProofAnswer,
  ProofRequest,
  RedeemAnswer,
  RedeemRequest,
  VerifyRequest,
} from '../../calls/claim-calls.ts'
import type { Network } from '../../core/terms/network.ts'
import { PrepareRequest, ReportRequest, SignView } from '../../calls/sign-calls.ts'
import type { Endpoint } from './endpoint.ts'
import { placesOf } from './examples.ts'

const LINK_SECRET = {
  'x-claim-secret': { description: "The secret of the claim's link: what stands behind its `#`." },
}
const SESSION = {
  authorization: {
    description:
      '`Bearer <session>`, with the session of a proof. Without it, the cookie of that proof counts.',
    isOptional: true as const,
    pattern: '^Bearer [\\w-]{1,128}$',
  },
}

/** What the claim page and the sign page call, and any other front end can. */
export const pageEndpoints: Endpoint[] = [
  {
    id: 'getClaim',
    tag: 'Claims',
    method: 'get',
    path: '/api/v1/claims/{id}',
    summary: 'What whoever has the link may see of a claim.',
    headers: LINK_SECRET,
    answer: ClaimView,
    errors: ['NOT_FOUND', 'CHAIN_UNAVAILABLE', 'INVALID_REQUEST'],
  },
  {
    id: 'getProvenClaim',
    tag: 'Claims',
    method: 'get',
    path: '/api/v1/claims/{id}/proven',
    summary: 'The same for whoever proved to be the recipient.',
    description: 'The proof may have been for another claim of the same account.',
    headers: SESSION,
    answer: ClaimView,
    errors: ['NOT_FOUND', 'PROOF_REQUIRED', 'CLAIM_NOT_READY', 'CHAIN_UNAVAILABLE'],
  },
  {
    id: 'getOtherClaims',
    tag: 'Claims',
    method: 'get',
    path: '/api/v1/claims/{id}/others',
    summary: 'What else waits for the account that proved itself for this claim.',
    description: 'Each can be redeemed with the same session, under its own id.',
    headers: SESSION,
    answer: OtherClaims,
    errors: ['PROOF_REQUIRED', 'NOT_FOUND', 'CHAIN_UNAVAILABLE'],
  },
  {
    id: 'startProof',
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/proof',
    summary: 'Send a verification code, or begin a sign-in at the platform of the recipient.',
    description:
      "A code goes to the recipient's own chat or mailbox, with the same answer whether it could be delivered or not. For a sign-in, send the person to `sign_in.url`, in the browser that keeps the `receipt`; they come back to `/proof/<kind>` of this server.",
    headers: LINK_SECRET,
    request: ProofRequest,
    answer: ProofAnswer,
    status: 202,
    errors: ['NOT_FOUND', 'KEY_NOT_HELD', 'IDENTITY_OFF', 'RATE_LIMITED'],
    examples: () => ({
      'a Telegram account': { kind: 'telegram' },
      'an X account': { kind: 'twitter', by: 'sign_in' },
      'an e-mail address': { kind: 'email' },
    }),
  },
  {
    id: 'verifyProof',
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/proof/verify',
    summary: 'Exchange a code, an ended sign-in, or data that the platform signed for a session.',
    description:
      'Where the server is reached over https, the session also comes as a `__Host-` cookie. Over plain http there is no cookie, only the answer.',
    headers: LINK_SECRET,
    request: VerifyRequest,
    answer: ClaimSession,
    errors: [
      'NOT_FOUND',
      'WRONG_CODE',
      'TOO_MANY_TRIES',
      'SIGN_IN_FAILED',
      'NOT_YOURS',
      'CLAIM_NOT_READY',
      'IDENTITY_OFF',
      'PLATFORM_UNAVAILABLE',
    ],
    examples: () => ({
      'a code': { code: 'ABCD2345' },
      'a sign-in': {
        sign_in: { receipt: 'a'.repeat(43), returned: `code=x&state=${'b'.repeat(43)}` },
      },
      'a Mini App': { signed_data: 'auth_date=1767225600&user=%7B%22id%22%3A42%7D&hash=00' },
    }),
  },
  {
    id: 'redeemClaim',
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/redeem',
    summary: 'Pay one claim out to any chain.',
    headers: SESSION,
    request: RedeemRequest,
    answer: RedeemAnswer,
    errors: [
      'PROOF_REQUIRED',
      'PIN_REQUIRED',
      'WRONG_CODE',
      'TOO_MANY_TRIES',
      'NOT_FOUND',
      'NOT_YOURS',
      'CLAIM_NOT_READY',
      'CLAIM_BUSY',
      'CLAIM_FROZEN',
      'CLAIM_CLOSED',
      'KEY_NOT_HELD',
      'PAY_OUT_HELD',
      'UNKNOWN_CHAIN',
      'UNKNOWN_TOKEN',
      'UNKNOWN_DENOMINATION',
      'INVALID_ADDRESS',
      'TRANSACTION_FAILED',
      'CHAIN_UNAVAILABLE',
    ],
    examples: (network) => redeemExamples(network),
  },
  {
    id: 'claimDocument',
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/document',
    summary: 'What the holder of a `pub_key` signs to redeem the claim, and where it goes.',
    description: 'Nothing is signed or sent here, and nothing changes.',
    headers: LINK_SECRET,
    request: DocumentRequest,
    answer: DocumentAnswer,
    errors: ['NOT_FOUND', 'UNKNOWN_CHAIN', 'INVALID_ADDRESS'],
    examples: (network) => redeemExamples(network),
  },
  {
    id: 'cancelClaim',
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/cancel',
    summary: 'Take back what nobody has claimed, as vouchers of the wallet that paid.',
    description:
      'The `otp` proves to be the sender, and so does a signature of the wallet that the payload was made for, under `<host of this server>: take back claim <claim_id> of <id>. It comes back as vouchers of the wallet that signs this.` After 5 wrong PINs a caller needs the signature. What nobody claims comes back by itself.',
    request: CancelRequest,
    answer: RedeemAnswer,
    errors: [
      'WRONG_CODE',
      'WRONG_SIGNATURE',
      'PIN_REQUIRED',
      'TOO_MANY_TRIES',
      'NOT_FOUND',
      'CLAIM_NOT_READY',
      'CLAIM_BUSY',
      'CLAIM_FROZEN',
      'CLAIM_CLOSED',
      'KEY_NOT_HELD',
      'PAY_OUT_HELD',
      'TRANSACTION_FAILED',
      'CHAIN_UNAVAILABLE',
    ],
    examples: () => ({ 'the only claim': { otp: 'aB3dE9' } }),
  },
  {
    id: 'getSignRequest',
    tag: 'Sign requests',
    method: 'get',
    path: '/api/v1/sign/{id}',
    summary: 'A transaction that waits for its wallet, and how far it is.',
    answer: SignView,
    errors: ['NOT_FOUND', 'CHAIN_UNAVAILABLE', 'INVALID_REQUEST'],
  },
  {
    id: 'prepareSignRequest',
    tag: 'Sign requests',
    method: 'post',
    path: '/api/v1/sign/{id}/prepare',
    summary: 'Build the transaction for the wallet that was connected.',
    request: PrepareRequest,
    answer: SignView,
    errors: [
      'NOT_FOUND',
      'NOT_YOURS',
      'SIGN_REQUEST_CLOSED',
      'INVALID_ADDRESS',
      'RATE_LIMITED',
      'CHAIN_UNAVAILABLE',
    ],
    examples: (network) =>
      Object.fromEntries(
        placesOf(network).map(({ family, user }) => [family, { address: user.address }]),
      ),
  },
  {
    id: 'reportSigned',
    tag: 'Sign requests',
    method: 'post',
    path: '/api/v1/sign/{id}/report',
    summary: 'Say under which hash it was sent.',
    description:
      'The transaction is compared with the payload on chain before it counts. Of a request that names no wallet it counts once it is in a block; until then the answer is `NOT_FOUND`.',
    request: ReportRequest,
    answer: SignView,
    errors: [
      'NOT_FOUND',
      'SIGN_REQUEST_CLOSED',
      'TRANSACTION_MISMATCH',
      'TRANSACTION_FAILED',
      'CHAIN_UNAVAILABLE',
    ],
    examples: () => ({ 'a hash': { tx_hash: `0x${'ab'.repeat(32)}` } }),
  },
]

function redeemExamples(network: Network): Record<string, object> {
  return Object.fromEntries(
    placesOf(network).map(({ family, user }) => [
      `to ${family}`,
      { recipient: user, release: true },
    ]),
  )
}
