import type {
  CancelRequestJson,
  ClaimSession,
  ClaimView,
  DocumentAnswer,
  DocumentRequestJson,
  OtherClaims,
  ProofAnswer,
  ProofRequestJson,
  RedeemAnswer,
  RedeemRequestJson,
  VerifyRequestJson,
} from '../calls/claim-calls.ts'
import type {
  MetaBuild,
  MetaExecuteRequestJson,
  VoucherSwapRequestJson,
} from '../core/payloads/meta-transaction.ts'
import type { DepositRequestJson } from '../core/payloads/deposit.ts'
import type { LiquidityAddRequestJson } from '../core/payloads/liquidity-add.ts'
import type { LiquidityRemoveRequestJson } from '../core/payloads/liquidity-remove.ts'
import type { PoolCreateRequestJson } from '../core/payloads/pool-create.ts'
import type { SwapRequestJson } from '../core/payloads/swap.ts'
import type { VoucherTransferRequestJson } from '../core/payloads/voucher-transfer.ts'
import type { VoucherWithdrawRequestJson } from '../core/payloads/voucher-withdraw.ts'
import type {
  RoutesAnswer,
  RoutesRequestJson,
  SimulateSwapAnswer,
  SimulateSwapRequestJson,
} from '../calls/route-calls.ts'
import type { CosmWasmBuild, CrossChainUser, TransactionBuild } from '../core/terms/shapes.ts'
import type { SignView } from '../calls/sign-calls.ts'
import type { TrackAnswer, TrackRequest } from '../core/tracking/tracking-record.ts'
import type { WatchAnswer, WatchRequest } from '../calls/track-calls.ts'
import type { LinkRequestJson, LinkText, WalletLinkView } from '../calls/wallet-calls.ts'
import { createCall, type CallOptions, type ClientOptions } from './call.ts'

// A package's entry: what it names is what its users can name.
export { VouchError } from './vouch-error.ts'
export type { CallOptions, ClientOptions } from './call.ts'
export type { ClaimView } from '../calls/claim-calls.ts'
export type { MetaBuild } from '../core/payloads/meta-transaction.ts'
export type { RouteLeg, RoutePath, RoutesAnswer, RouteStep } from '../calls/route-calls.ts'
export type {
  Claimer,
  CrossChainUser,
  TokenWithDenom,
  TransactionBuild,
} from '../core/terms/shapes.ts'
export type { SignView } from '../calls/sign-calls.ts'
export type { TrackingRecord } from '../core/tracking/tracking-record.ts'

export type VouchClient = ReturnType<typeof createVouchClient>

/**
 * A typed client of Vouch's REST interface, for browsers and servers. Amounts are strings of base units.
 * Every method throws `VouchError` for a refused or failed call.
 * @example
 * const vouch = createVouchClient({ baseUrl: 'http://127.0.0.1:8787' })
 * const { msgs } = await vouch.deposit({ amount_in: '5', asset_in, sender, recipient: { social: { telegram: '@bobby' } } })
 */
export function createVouchClient(options: ClientOptions) {
  const call = createCall(options)
  const execute = <Answer = TransactionBuild>(
    operation: string,
    body: object,
    callOptions: CallOptions = {},
  ) => call<Answer>('POST', `/api/v1/execute/${operation}`, { body, ...callOptions })
  const claim = (id: string) => `/api/v1/claims/${encodeURIComponent(id)}`
  const sign = (id: string) => `/api/v1/sign/${encodeURIComponent(id)}`
  const walletLink = (id: string) => `/api/v1/wallet-links/${encodeURIComponent(id)}`
  /** The secret of a claim's link goes in a header, never in an address. */
  const linked = (secret: string) => ({ headers: { 'x-claim-secret': secret } })

  const proven = (session: string) => ({ headers: { authorization: `Bearer ${session}` } })

  return {
    deposit: (request: DepositRequestJson, callOptions?: CallOptions) =>
      execute('token/deposit', request, callOptions),
    swap: (request: SwapRequestJson, callOptions?: CallOptions) =>
      execute('swap', request, callOptions),
    addLiquidity: (request: LiquidityAddRequestJson, callOptions?: CallOptions) =>
      execute('liquidity/add', request, callOptions),
    removeLiquidity: (request: LiquidityRemoveRequestJson, callOptions?: CallOptions) =>
      execute<TransactionBuild | TrackAnswer>('liquidity/remove', request, callOptions),
    createPool: (request: PoolCreateRequestJson, callOptions?: CallOptions) =>
      execute('pool/create', request, callOptions),
    withdrawVoucher: (request: VoucherWithdrawRequestJson, callOptions?: CallOptions) =>
      execute('vcoin/withdraw', request, callOptions),
    transferVoucher: (request: VoucherTransferRequestJson, callOptions?: CallOptions) =>
      execute('vcoin/transfer', request, callOptions),
    swapVouchers: (request: VoucherSwapRequestJson, callOptions?: CallOptions) =>
      execute<MetaBuild>('vcoin/swap', request, callOptions),
    executeMeta: (request: MetaExecuteRequestJson, callOptions?: CallOptions) =>
      execute<CosmWasmBuild>('meta', request, callOptions),

    track: (request: TrackRequest, callOptions?: CallOptions) =>
      call<TrackAnswer>('POST', '/api/v1/txn/track', { body: request, ...callOptions }),
    trackSwap: (request: TrackRequest, callOptions?: CallOptions) =>
      call<TrackAnswer>('POST', '/api/v1/txn/track/swap', { body: request, ...callOptions }),
    watch: (request: WatchRequest, callOptions?: CallOptions) =>
      call<WatchAnswer>('POST', '/api/v1/txn/watch', { body: request, ...callOptions }),

    findRoutes: (request: RoutesRequestJson, callOptions?: CallOptions) =>
      call<RoutesAnswer>('POST', '/api/v1/routes', { body: request, ...callOptions }),
    simulateSwap: (request: SimulateSwapRequestJson, callOptions?: CallOptions) =>
      call<SimulateSwapAnswer>('POST', '/api/v1/simulate-swap', { body: request, ...callOptions }),

    getClaim: (id: string, linkSecret: string) =>
      call<ClaimView>('GET', claim(id), linked(linkSecret)),
    /** As `getClaim`, for whoever proved to be its recipient, by this claim or by another one of the same account. */
    getProvenClaim: (id: string, session: string) =>
      call<ClaimView>('GET', `${claim(id)}/proven`, proven(session)),
    getOtherClaims: (id: string, session: string) =>
      call<OtherClaims>('GET', `${claim(id)}/others`, proven(session)),
    startProof: (id: string, linkSecret: string, body: ProofRequestJson) =>
      call<ProofAnswer>('POST', `${claim(id)}/proof`, { body, ...linked(linkSecret) }),
    verifyProof: (id: string, linkSecret: string, body: VerifyRequestJson) =>
      call<ClaimSession>('POST', `${claim(id)}/proof/verify`, { body, ...linked(linkSecret) }),
    redeemClaim: (
      id: string,
      session: string,
      body: RedeemRequestJson,
      callOptions?: CallOptions,
    ) =>
      call<RedeemAnswer>('POST', `${claim(id)}/redeem`, {
        body,
        ...proven(session),
        ...callOptions,
      }),

    claimDocument: (
      id: string,
      linkSecret: string,
      body: DocumentRequestJson,
      callOptions?: CallOptions,
    ) =>
      call<DocumentAnswer>('POST', `${claim(id)}/document`, {
        body,
        ...linked(linkSecret),
        ...callOptions,
      }),
    cancelClaim: (id: string, body: CancelRequestJson, callOptions?: CallOptions) =>
      call<RedeemAnswer>('POST', `${claim(id)}/cancel`, { body, ...callOptions }),

    getSignRequest: (id: string) => call<SignView>('GET', sign(id)),
    prepareSignRequest: (id: string, address: string, callOptions?: CallOptions) =>
      call<SignView>('POST', `${sign(id)}/prepare`, { body: { address }, ...callOptions }),
    reportSigned: (id: string, txHash: string, callOptions?: CallOptions) =>
      call<SignView>('POST', `${sign(id)}/report`, { body: { tx_hash: txHash }, ...callOptions }),

    getWalletLink: (id: string) => call<WalletLinkView>('GET', walletLink(id)),
    walletLinkText: (id: string, user: CrossChainUser, callOptions?: CallOptions) =>
      call<LinkText>('POST', `${walletLink(id)}/text`, { body: user, ...callOptions }),
    linkWallet: (id: string, proof: LinkRequestJson, callOptions?: CallOptions) =>
      call<WalletLinkView>('POST', `${walletLink(id)}/link`, { body: proof, ...callOptions }),
  }
}
