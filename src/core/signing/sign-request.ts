import { z } from 'zod'

import { ChatDepositRequest } from '../payloads/deposit.ts'
import { ChatVoucherTransferRequest } from '../payloads/voucher-transfer.ts'
import { VoucherWithdrawRequest } from '../payloads/voucher-withdraw.ts'
import { TokenId } from '../terms/network.ts'
import { ChatSwapRequest, type SignableBuild } from '../payloads/meta-transaction.ts'
import type { PaymentTerms } from './payment-terms.ts'

const question = <Operation extends string, Request extends z.ZodType>(
  operation: Operation,
  request: Request,
) => z.object({ operation: z.literal(operation), request })

/**
 * What a chat asks a wallet to sign, and the sign page explains: an operation and its request of the interface, without its sender.
 * Amounts are base units.
 */
export const SignQuestion = z.discriminatedUnion('operation', [
  question('deposit', ChatDepositRequest.omit({ sender: true })),
  question('transferVoucher', ChatVoucherTransferRequest.omit({ sender: true })),
  question(
    'withdrawVoucher',
    VoucherWithdrawRequest.omit({ sender: true }).extend({ token: TokenId }),
  ),
  question('swap', ChatSwapRequest.omit({ sender: true })),
])
export type SignQuestion = z.infer<typeof SignQuestion>
export type SignableOperation = SignQuestion['operation']

/** How an amount is shared: by whoever comes first, by lot, by who was active lately, by the people who have a role, or by those who were named. */
export type ShareOut =
  | {
      kind: 'airdrop'
      sizes: 'equal' | 'random'
      /** The chat that it was asked for in, as `chatKey` writes it. */
      chat: string
    }
  /** `chat` stands in the place of one: nobody presses there, so the draw alone gives shares away. */
  | { kind: 'giveaway'; id: string; chat: string }
  /** `wanted`: how many its sender wrote, where fewer were there. */
  | { kind: 'rain'; wanted?: number }
  | { kind: 'role'; name: string }
  | { kind: 'people' }

/** An unsigned transaction, or a text in place of one, that waits for its sender's wallet. */
export type SignRequest = SignFacts & SignQuestion

type SignFacts = {
  id: string
  /**
   * `platform:userId` of the one person whom it belongs to, and how they are shown to the recipient; `undefined` and empty where nobody's account is known: whoever
   * opened the page of an invoice.
   */
  ownerAccount: string | undefined
  ownerName: string
  chain_uid: string
  note: string | undefined
  /** How it is shared, where several people get it. */
  shareOut: ShareOut | undefined
  /**
   * The group that a tip was given in, as `groupSubject` writes it: one to people counts in its statistics. `undefined` for what was asked for in private, or
   * is no tip.
   */
  askedIn?: string | undefined
  /** The bill of which it pays a share: it is asked for again by that alone. */
  billId?: string | undefined
  /** The `key` of the left vouchers that it takes out: they are asked for again by that alone. */
  takesOut?: string | undefined
  /** The wallet that must sign, or that has signed; `undefined` while any wallet may. */
  senderAddress: string | undefined
  /** As it was made, but for the PINs of its claimers: once stored, `pinOf` alone tells them. */
  build: SignableBuild | undefined
  txHash: string | undefined
  /** The chain that its transaction is on: the wallet's own, or the hub where a text is signed and we bring it there. */
  sentOn: string
  /** How it is paid and why, where a chat chose; the request that took its place when its owner chose another way. */
  terms: PaymentTerms | undefined
  replacedBy: string | undefined
  /** What its owner asked for in its place once it had come to nothing: a request, or the quote of a swap. No other is asked for while that can be signed. */
  askedAgain?: string | undefined
  createdAt: Date
  expiresAt: Date
  /** When its owner put it away unsigned; it expired then, too. */
  dismissedAt?: Date | undefined
}

/**
 * Whether a request can be signed (`open`), was (`signed`), or cannot be any more. `unseen`: a transaction that was made for it, or for what it took the place
 * of, may have been sent at the last moment, and be in no final block that was read; or what it took the place of was signed. Of a signed one it is said while the
 * transaction that was asked for beside its text, of which nothing came, may have been sent, and where another transaction has taken its place since it was read.
 * `over`: nothing moved by it.
 */
export type Standing = 'signed' | 'open' | 'unseen' | 'over'

/** What one wallet is to sign for a request. */
export type Prepared = { senderAddress: string; build: SignableBuild }

/** What a new request is made of. */
export type NewSignRequest = SignQuestion &
  Pick<SignFacts, 'ownerAccount' | 'ownerName' | 'chain_uid' | 'note' | 'senderAddress'> & {
    terms?: PaymentTerms | undefined
    shareOut?: ShareOut | undefined
    askedIn?: string | undefined
    billId?: string | undefined
    takesOut?: string | undefined
    /** From when on it would come too late: it cannot be signed then, however young it is. */
    signBy?: Date | undefined
  }
