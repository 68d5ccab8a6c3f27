import type { TransactionBuild } from '../terms/shapes.ts'
import type { PaymentTerms } from './payment-terms.ts'

/** The operations that a chat asks a wallet to sign, and that the sign page explains. */
export type SignableOperation = 'deposit' | 'transferVoucher' | 'withdrawVoucher' | 'swap'

/** How an amount is shared: by whoever comes first, by who was active lately, or by the people who have a role. */
export type ShareOut =
  | {
      kind: 'airdrop'
      sizes: 'equal' | 'random'
      /** The chat that it was asked for in, as `chatKey` writes it. */
      chat: string
    }
  | { kind: 'rain' }
  | { kind: 'role'; name: string }

/** An unsigned transaction that waits for its sender's wallet. */
export type SignRequest = {
  id: string
  /** `platform:userId` of the one person whom it belongs to, and how they are shown to the recipient. */
  ownerAccount: string
  ownerName: string
  operation: SignableOperation
  chain_uid: string
  /** The operation's request of the interface, without its sender. */
  request: Record<string, unknown>
  note: string | undefined
  /** How it is shared, where several people get it. */
  shareOut: ShareOut | undefined
  /** The wallet that must sign, or that has signed; `undefined` while any wallet may. */
  senderAddress: string | undefined
  /** As it was made, but for the PINs of its claimers: once stored, `pinOf` alone tells them. */
  build: TransactionBuild | undefined
  txHash: string | undefined
  /** How it is paid and why, where a chat chose; the request that took its place when its owner chose another way. */
  terms: PaymentTerms | undefined
  replacedBy: string | undefined
  createdAt: Date
  expiresAt: Date
}

/** A request's transaction for one wallet. */
export type Prepared = { senderAddress: string; build: TransactionBuild }

/** What a new request is made of. */
export type NewSignRequest = Pick<
  SignRequest,
  'ownerAccount' | 'ownerName' | 'operation' | 'chain_uid' | 'request' | 'note' | 'senderAddress'
> & { terms?: PaymentTerms | undefined; shareOut?: ShareOut | undefined }
