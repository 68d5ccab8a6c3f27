import { hashMessage, isHex, recoverPublicKey } from 'viem'

import type {
  MetaBuild,
  MetaExecuteRequest,
  VoucherSwapRequest,
} from '../../core/payloads/meta-transaction.ts'
import type { Network } from '../../core/terms/network.ts'
import {
  buildMetaExecute,
  parseMetaExecute,
  type SignedMeta,
} from '../../core/payloads/meta-execute.ts'
import {
  metaSign,
  metaSwap,
  metaTransfer,
  metaWithdraw,
  type MetaMove,
  type MetaSignAnswer,
  type MetaSignRequest,
  type MetaSwapRequest,
  type MetaTransferRequest,
  type MetaWithdrawRequest,
} from '../../core/payloads/meta-calls.ts'
import { buildVoucherSwap, parseVoucherSwap } from '../../core/payloads/voucher-swap.ts'
import type { CosmWasmBuild } from '../../core/terms/shapes.ts'
import { ContractSignatureError, WrongSignatureError } from '../../core/wallets/errors.ts'
import { checkSignature, type AskContract } from '../wallets/check-signature.ts'

/** The interface's request in, its answer out. Each throws the `DomainError`s of its `parse…` and `build…` functions. */
export type MetaTransactions = {
  /** What an owner of vouchers signs to swap them. */
  swap(request: VoucherSwapRequest): MetaBuild
  /** Moves, one by one, and the text in which their owner signs them together. */
  moves: {
    swap(request: MetaSwapRequest): MetaMove
    transfer(request: MetaTransferRequest): MetaMove
    withdraw(request: MetaWithdrawRequest): MetaMove
    sign(request: MetaSignRequest): MetaSignAnswer
  }
  /** The hub's transaction for what was signed. */
  execute(request: MetaExecuteRequest): Promise<CosmWasmBuild>
}

/** How long a signature is good for: long enough to sign and bring it, and short for a price. */
const LIFE_SEC = 10 * 60

export function createMetaTransactions({
  network,
  newNonce,
  now,
  takesSignature,
}: {
  network: Network
  takesSignature: AskContract
  /** Text that no owner of vouchers has used before. */
  newNonce: () => string
  now: () => Date
}): MetaTransactions {
  return {
    swap(request) {
      const swap = parseVoucherSwap(network, request)
      const expirySec = Math.floor(now().getTime() / 1000) + LIFE_SEC
      return buildVoucherSwap(network, swap, { expirySec, nonce: newNonce() })
    },
    moves: {
      swap: (request) => metaSwap(network, request),
      transfer: (request) => metaTransfer(network, request),
      withdraw: (request) => metaWithdraw(network, request),
      sign: (request) => metaSign(network, request, { nowMs: now().getTime(), nonce: newNonce() }),
    },
    async execute(request) {
      const signed = parseMetaExecute(network, request, now().getTime())
      return buildMetaExecute(network, signed, await signingKey(signed, takesSignature))
    },
  }
}

/**
 * The key that signed, as the hub is told it. An EVM wallet gives its signature alone, and the key follows from it; a Cosmos wallet's is
 * compressed.
 * @throws {WrongSignatureError} another key than the address's, or another text
 * @throws {ContractSignatureError} it is a contract's, and the hub takes those of keys alone
 */
export async function signingKey(signed: SignedMeta, takes: AskContract): Promise<string> {
  const { chain, address, text, signature } = signed
  const checked = await checkSignature(signed).catch(async (error: unknown) => {
    const isContracts =
      error instanceof WrongSignatureError &&
      chain.family === 'evm' &&
      (await takes(chain.chain_uid, { address, text, signature }))
    throw isContracts ? new ContractSignatureError(address) : error
  })
  if (chain.family !== 'evm') return checked
  if (!isHex(signature)) throw new Error('a signature that was checked is no hex')
  return recoverPublicKey({ hash: hashMessage(text), signature })
}
