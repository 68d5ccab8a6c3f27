import { accountKey, type Account } from '../core/terms/identity.ts'
import type { DomainError } from '../core/terms/errors.ts'
import { refusedReturn } from './claim-views.ts'
import { claimState } from './claim-moves.ts'
import type { ClaimTime } from './claim-time.ts'
import type { ClaimGroup, ClaimStore, GroupShare } from './claim-store-port.ts'
import type { ClaimGroups, GroupView, ShareView } from './claims.ts'
import { claimNotFound, notRecipient, NoShareError } from './errors.ts'
import { sharesOf } from './giveaways.ts'
import { onlyAhead } from './handle-history.ts'

type Deps = {
  store: ClaimStore
  /** An account as a keyed hash. */
  hashOf(account: string): string
  /** Why a claim that is to go back to its sender is not on its way. */
  whyReturnWaits(claimId: string): DomainError | undefined
  now: () => Date
  claimTime: ClaimTime
}

/** Claims that several people share: who takes which, and what becomes of the rest. */
export function createGroups({ store, hashOf, whyReturnWaits, now, claimTime }: Deps): ClaimGroups {
  async function viewOf({ id, closedAt, ...group }: ClaimGroup): Promise<GroupView> {
    const { senderAccount, isOpen } = group
    const found = await store.sharesOf(id)
    const shares = await Promise.all(found.map(withHeldReturn))
    const sender = found[0]?.claimer.sender
    return { id, senderAccount, sender, isOpen, isClosed: closedAt !== undefined, shares }
  }

  async function withHeldReturn(share: GroupShare): Promise<ShareView> {
    const view = shareView(share)
    const { claim } = share
    if (!claim || (view.state !== 'funded' && view.state !== 'expired')) return view
    const known = whyReturnWaits(claim.claimId)
    if (known || view.state === 'funded') return { ...view, returnHeld: known }
    return {
      ...view,
      returnHeld: refusedReturn(claim, await store.redemptionsOf(view.claimerId)),
    }
  }

  function shareView({ claimer, claim, purpose }: GroupShare): ShareView {
    const { id: claimerId, token, boundUserId, recipient, recipientName, doubt } = claimer
    const keyHeld = claimer.heldKey !== undefined
    const isTaken = boundUserId !== undefined || recipient.handle !== ''
    return {
      claimerId,
      claimId: claim?.claimId,
      recipient,
      boundUserId,
      doubt,
      coolingEndsAt: onlyAhead(claimer.coolingEndsAt, now()),
      keyHeld,
      token,
      amount: claim?.amount ?? claimer.amount,
      usdCents: claim?.usdCents,
      taker: isTaken ? (recipientName ?? recipient) : undefined,
      state: claim ? claimState(claim, purpose, claimTime()) : 'coming',
      fundedAt: claim?.fundedAt,
      expiresAt: claim?.expiresAt,
      isFrozen: claim?.isFrozen === true && keyHeld,
    }
  }

  /** Why there was no share for somebody. */
  async function refusal(groupId: string, { platform }: Account, chat: string): Promise<Error> {
    const group = await store.group(groupId)
    const shares = await store.sharesOf(groupId)
    const [first] = shares
    if (!group || !first) return claimNotFound()
    if (!group.isOpen) return new NoShareError('named')
    if (first.claimer.recipient.platform !== platform)
      return notRecipient({ ...first.claimer.recipient, handle: '' })
    if (group.chat?.startsWith(sharesOf('')) && group.chat !== chat)
      return new NoShareError('drawn')
    if (group.chat !== chat) return new NoShareError('elsewhere')
    if (group.closedAt) return new NoShareError('closed')
    const free = shares.filter(({ claimer }) => claimer.boundUserId === undefined)
    if (free.length === 0) return new NoShareError('taken')
    return new NoShareError(free.some(({ claim }) => claim === undefined) ? 'coming' : 'over')
  }

  return {
    async takeShare(groupId, account, name, chat) {
      const group = await store.group(groupId)
      if (group?.senderAccount === accountKey(account)) throw new NoShareError('own')
      const taken = await store.takeShare(groupId, account, name, chat, now(), claimTime())
      if (taken) return taken.id
      const own = (await store.sharesOf(groupId)).find(
        ({ claimer }) =>
          claimer.boundUserId === account.userId && claimer.recipient.platform === account.platform,
      )
      if (!own) throw await refusal(groupId, account, chat)
      return own.claimer.id
    },

    async closeGroup(groupId, sender) {
      const key = accountKey(sender)
      if (await store.closeGroup(groupId, key, hashOf(key), now())) return
      const group = await store.group(groupId)
      if (group?.senderAccount !== key) throw claimNotFound()
      if (!group.closedAt) throw new NoShareError('drawing')
    },

    async group(groupId) {
      const group = await store.group(groupId)
      return group && viewOf(group)
    },
  }
}
