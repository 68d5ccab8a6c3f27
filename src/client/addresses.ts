// Written by `npm run client:addresses` from the calls in src/calls.
import type { ClientCalls } from '../calls/calls.ts'
import type { AddressesOf } from './call.ts'

/** Method and path of each call, and the credential that it takes. */
export const ADDRESSES = {
  deposit: ['POST', '/api/v1/execute/token/deposit'],
  swap: ['POST', '/api/v1/execute/swap'],
  addLiquidity: ['POST', '/api/v1/execute/liquidity/add'],
  removeLiquidity: ['POST', '/api/v1/execute/liquidity/remove'],
  createPool: ['POST', '/api/v1/execute/pool/create'],
  withdrawVoucher: ['POST', '/api/v1/execute/vcoin/withdraw'],
  transferVoucher: ['POST', '/api/v1/execute/vcoin/transfer'],
  swapVouchers: ['POST', '/api/v1/execute/vcoin/swap'],
  executeMeta: ['POST', '/api/v1/execute/meta'],
  findRoutes: ['POST', '/api/v1/routes'],
  simulateSwap: ['POST', '/api/v1/simulate-swap'],
  track: ['POST', '/api/v1/txn/track'],
  trackSwap: ['POST', '/api/v1/txn/track/swap'],
  watch: ['POST', '/api/v1/txn/watch'],
  getClaim: ['GET', '/api/v1/claims/{id}', 'link'],
  getProvenClaim: ['GET', '/api/v1/claims/{id}/proven', 'session'],
  getOtherClaims: ['GET', '/api/v1/claims/{id}/others', 'session'],
  startProof: ['POST', '/api/v1/claims/{id}/proof', 'link'],
  verifyProof: ['POST', '/api/v1/claims/{id}/proof/verify', 'link'],
  redeemClaim: ['POST', '/api/v1/claims/{id}/redeem', 'session'],
  takeOutClaim: ['POST', '/api/v1/claims/{id}/take-out', 'link'],
  claimDocument: ['POST', '/api/v1/claims/{id}/document', 'link'],
  cancelClaim: ['POST', '/api/v1/claims/{id}/cancel'],
  getSignRequest: ['GET', '/api/v1/sign/{id}'],
  prepareSignRequest: ['POST', '/api/v1/sign/{id}/prepare'],
  reportSigned: ['POST', '/api/v1/sign/{id}/report'],
  handInSigned: ['POST', '/api/v1/sign/{id}/signature'],
  payOwnGas: ['POST', '/api/v1/sign/{id}/transaction'],
  getWalletLink: ['GET', '/api/v1/wallet-links/{id}'],
  walletLinkText: ['POST', '/api/v1/wallet-links/{id}/text'],
  linkWallet: ['POST', '/api/v1/wallet-links/{id}/link'],
} as const satisfies AddressesOf<ClientCalls>
