import { accountKey, type Account, type Identity } from '../../core/terms/identity.ts'
import type { UpdateKey } from '../../core/terms/made.ts'

/** What somebody asks others to pay them: each a share of their own, all in one token. */
export type Bill = {
  id: string
  /** Who is paid, and how they are shown to others. */
  asker: Account
  askerName: string
  token: string
  note: string | undefined
  /** In the order of their numbers. */
  shares: readonly BillShare[]
  /**
   * Anybody may pay it, once: an invoice. Its first share says how much, and for whom it is, if for anybody in particular; whoever else begins to pay it gets a
   * share of the same amount.
   */
  isInvoice: boolean
  /** When nobody can begin to pay any more. */
  expiresAt: Date | undefined
  createdAt: Date
  /** Its asker withdrew it. */
  voidedAt: Date | undefined
  /** When its asker had those who had not paid reminded, at last. */
  remindedAt: Date | undefined
}

export type BillShare = {
  payer: Identity
  /** Where the platform named the account, and not the asker a handle. */
  payerUserId: string | undefined
  /** Base units. */
  amount: bigint
  /** The sign request that was made last to pay it: what becomes of that, or of one before that was signed after all, says whether it is paid. */
  signId: string | undefined
  declinedAt: Date | undefined
}

/** Of an invoice every account that begins to pay has a share: more than ever do so in good faith. */
export const MOST_SHARES_OF_BILL = 100

export type BillStore = {
  /** `tell`: its payers are told in private. `from`: the update that makes it. */
  add(bill: Bill, tell: boolean, from?: UpdateKey): Promise<void>
  find(id: string): Promise<Bill | undefined>
  /** Has a share be paid by a sign request in the place of `before`; `false` where another one was faster, or the bill was withdrawn. */
  payBy(
    id: string,
    share: number,
    signs: { before: string | undefined; signId: string },
  ): Promise<boolean>
  /** Adds a share and returns its number; `full` where as many accounts have one as can, `undefined` where the bill was withdrawn. Nobody's always finds room. */
  addShare(id: string, share: BillShare): Promise<number | 'full' | undefined>
  decline(id: string, share: number, now: Date): Promise<void>
  withdraw(id: string, now: Date): Promise<void>
  /**
   * Tells the payers of these shares in private once more, and returns how many: none where that was done after `since`, nor whom the asker had told too often that
   * day. `from` is the update that asks for it, kept with it. `userId`: whose the share is by now, whatever they are called, where that is known. `freeAt`: from when on one of them can be told again, where that alone kept all from it.
   */
  remind(
    id: string,
    shares: readonly { number: number; userId: string | undefined }[],
    since: Date,
    now: Date,
    from?: UpdateKey,
  ): Promise<{ told: number; freeAt?: Date }>
}

/** What all shares of a bill come to, and an invoice's amount; base units. */
export const totalOf = ({ isInvoice, shares }: Bill): bigint =>
  (isInvoice ? shares.slice(0, 1) : shares).reduce((total, { amount }) => total + amount, 0n)

/** Changes with every change of a bill that is not one of a sign request. */
export const billTopic = (id: string): string => `bill:${id}`

/** The share of whoever pays by the page of an invoice: nobody knows who that is. */
export const isNobodys = ({ payer, payerUserId }: BillShare): boolean =>
  payer.handle === '' && payerUserId === undefined

export const isAsker = ({ asker }: Bill, account: Account): boolean =>
  accountKey(asker) === accountKey(account)
