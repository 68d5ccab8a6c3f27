import type { Network } from './network.ts'
import { buildDeposit, parseDeposit } from './payloads/deposit.ts'
import type { Recipient } from './payloads/recipient.ts'
import { buildVoucherTransfer, parseVoucherTransfer } from './payloads/voucher-transfer.ts'
import { parseRequest } from './request.ts'
import {
  DepositRequest,
  VoucherTransferRequest,
  type Claimer,
  type CrossChainUser,
  type TransactionBuild,
} from './shapes.ts'

/** Who asked for an operation, where a chat knows it: goes into the claimer's record and to the recipient. */
export type Origin = {
  /** `telegram:<immutable user id>` of the sender's account. */
  account: string
  /** How the sender is shown to the recipient, for example `@alice`. */
  name: string
  /** The sender's own words, as plain text. */
  note: string | undefined
}

/** What the core asks of claims: a fresh record, with its own key pair unless the caller brought a public key. */
export type Claimers = {
  create(request: {
    recipient: Extract<Recipient, { kind: 'social' }>
    sender: CrossChainUser
    token: string
    amount: bigint
    origin: Origin | undefined
  }): Promise<Claimer>
}

/** The service's operations: JSON of the interface in, an unsigned transaction out. */
export type Operations = {
  deposit(request: unknown, origin?: Origin): Promise<TransactionBuild>
  transferVoucher(request: unknown, origin?: Origin): Promise<TransactionBuild>
}

export type OperationName = keyof Operations

/**
 * Everything is checked before a claimer is made, so a refused request leaves nothing behind.
 * Every operation throws the `DomainError`s of its `parse…` function.
 */
export function createOperations({
  network,
  claimers,
  now,
}: {
  network: Network
  claimers: Claimers
  now: () => Date
}): Operations {
  async function claimerFor(
    {
      recipient,
      sender,
      token,
      amount,
    }: { recipient: Recipient; sender: CrossChainUser; token: string; amount: bigint },
    origin: Origin | undefined,
  ): Promise<Claimer | undefined> {
    return recipient.kind === 'social'
      ? claimers.create({ recipient, sender, token, amount, origin })
      : undefined
  }

  return {
    async deposit(request, origin) {
      const deposit = parseDeposit(network, parseRequest(DepositRequest, request))
      const claimer = await claimerFor({ ...deposit, token: deposit.asset.token }, origin)
      return buildDeposit(network, deposit, claimer)
    },
    async transferVoucher(request, origin) {
      const transfer = parseVoucherTransfer(
        network,
        parseRequest(VoucherTransferRequest, request),
        now().getTime(),
      )
      return buildVoucherTransfer(network, transfer, await claimerFor(transfer, origin))
    },
  }
}
