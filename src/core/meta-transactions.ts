import { refuseLostFields } from './lost-fields.ts'
import { MetaExecuteRequest, VoucherSwapRequest, type MetaBuild } from './meta-calls.ts'
import type { Network } from './network.ts'
import { buildMetaExecute, parseMetaExecute } from './payloads/meta-execute.ts'
import { buildVoucherSwap, parseVoucherSwap } from './payloads/voucher-swap.ts'
import { parseRequest } from './request.ts'
import type { CosmWasmBuild } from './shapes.ts'

/** JSON of the interface in, its answer out. Each throws the `DomainError`s of its `parse…` and `build…` functions. */
export type MetaTransactions = {
  /** What an owner of vouchers signs to swap them. */
  swap(request: unknown): MetaBuild
  /** The hub's transaction for what was signed. */
  execute(request: unknown): Promise<CosmWasmBuild>
}

/** How long a signature is good for: long enough to sign and bring it, and short for a price. */
const LIFE_SEC = 10 * 60

export function createMetaTransactions({
  network,
  newNonce,
  now,
}: {
  network: Network
  /** Text that no owner of vouchers has used before. */
  newNonce: () => string
  now: () => Date
}): MetaTransactions {
  return {
    swap(request) {
      refuseLostFields(Object.keys(VoucherSwapRequest.shape), request)
      const swap = parseVoucherSwap(network, parseRequest(VoucherSwapRequest, request))
      const expirySec = Math.floor(now().getTime() / 1000) + LIFE_SEC
      return buildVoucherSwap(network, swap, { expirySec, nonce: newNonce() })
    },
    async execute(request) {
      refuseLostFields(Object.keys(MetaExecuteRequest.shape), request)
      const asked = parseRequest(MetaExecuteRequest, request)
      return buildMetaExecute(network, await parseMetaExecute(network, asked, now().getTime()))
    },
  }
}
