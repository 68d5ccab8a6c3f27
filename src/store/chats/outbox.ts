import { and, gt, inArray, isNull, lt } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type { Fact } from '../../core/terms/fact.ts'
import type { Identity } from '../../core/terms/identity.ts'
import type { Handle } from '../database.ts'
import { insertRow } from '../prepared.ts'
import { outbox } from './chat-tables.ts'

/** `notBefore` of what waits for a person to appear: the last moment that a `Date` can say. */
export const SET_ASIDE = new Date(8_640_000_000_000_000)

/**
 * How each kind of fact is stored: what its row's id begins with, and its `view`, by which earlier versions found a card.
 * Both stand in databases, so they stay.
 */
const STORED = {
  'claim-funded': { id: 'claimable', view: 'claimable' },
  'claim-held': { id: 'held', view: 'claimable' },
  'claim-confirmed': { id: 'confirmed', view: 'claimable' },
  'claim-expiring': { id: 'reminder', view: 'reminder' },
  'link-renewed': { id: 'link', view: 'claimable' },
  'recipient-unclear': { id: 'ask', view: 'held' },
  'thanks-said': { id: 'thanks', view: 'thanks' },
  'transaction-ended': { id: 'ended', view: 'track' },
  'wallet-linked': { id: 'wallet-linked', view: 'wallet-linked' },
  'bill-due': { id: 'bill', view: 'bill' },
  'plan-due': { id: 'plan', view: 'plan-due' },
  'price-reached': { id: 'price', view: 'price-reached' },
} as const satisfies Record<Fact['kind'], { id: string; view: string }>

/** The row of a kind of fact; `once` tells it from others of its kind. */
export const factRowId = (kind: Fact['kind'], once: string) => `${STORED[kind].id}:${once}`

const KINDS = new Map<string, Fact['kind']>(
  Object.entries(STORED).map(([kind, { id }]) => [id, kind as Fact['kind']]), // the keys of the table are the kinds
)

/** Returns the fact that a row of the outbox tells; `undefined` for a kind that only another version knows. */
export function factOf({ id, key }: { id: string; key: string | null }): Fact | undefined {
  const kind = KINDS.get(id.slice(0, id.indexOf(':')))
  if (!kind || key === null) return undefined
  if (kind === 'wallet-linked') return { kind, walletId: key }
  if (kind === 'bill-due') return { kind, billId: key }
  if (kind === 'price-reached') return { kind, reached: key }
  if (kind === 'plan-due') {
    const [planId = '', signId = ''] = key.split(':')
    return { kind, planId, signId: signId === '' ? undefined : signId }
  }
  if (kind !== 'transaction-ended') return { kind, claimerId: key }
  const [chainUid = '', txHash = ''] = key.split(':')
  return { kind, chainUid, txHash }
}

/** What a fact is about, as rows keep it. */
function keyOf(fact: Fact): string {
  if (fact.kind === 'wallet-linked') return fact.walletId
  if (fact.kind === 'bill-due') return fact.billId
  if (fact.kind === 'price-reached') return fact.reached
  if (fact.kind === 'plan-due') return `${fact.planId}:${fact.signId ?? ''}`
  return fact.kind === 'transaction-ended' ? `${fact.chainUid}:${fact.txHash}` : fact.claimerId
}

/** Has the cards of a topic rendered again. Call it in the transaction of the change itself. */
export async function tellTopic(handle: Handle, topic: string, now: Date): Promise<void> {
  const asked = { createdAt: now, notBefore: now }
  await insertRow(handle, outbox, { id: randomUUID(), kind: 'refresh', topic, ...asked })
}

/**
 * Has a person told of a fact in private, now or at `at`: once for all calls with the same kind and `once`. Call it in the
 * transaction of the change itself.
 */
export async function tellPerson(
  handle: Handle,
  message: {
    fact: Fact
    once: string
    to: Identity
    userId: string | undefined
    at?: Date
  },
  now: Date,
): Promise<void> {
  const { fact, once, to, userId, at = now } = message
  const row = {
    id: factRowId(fact.kind, once),
    kind: 'notify',
    topic: '',
    platform: to.platform,
    handle: to.handle,
    userId: userId ?? null,
    view: STORED[fact.kind].view,
    key: keyOf(fact),
    createdAt: now,
    notBefore: at,
  } as const
  await insertRow(handle, outbox, row, 'kept')
}

/** Leaves untold what is not worth telling any more. */
export async function dropNotices(
  handle: Handle,
  kind: Fact['kind'],
  onces: readonly string[],
  now: Date,
): Promise<void> {
  const ids = onces.map((once) => factRowId(kind, once))
  const isOpen = and(inArray(outbox.id, ids), isNull(outbox.deliveredAt))
  await handle.update(outbox).set({ deliveredAt: now }).where(isOpen).run()
}

/** The same for all that a person was to be told whose `once` begins with this and a colon. */
export async function dropAllNotices(
  handle: Handle,
  kind: Fact['kind'],
  begin: string,
  now: Date,
): Promise<void> {
  // A semicolon is the character after a colon.
  const isOfThem = and(
    gt(outbox.id, factRowId(kind, `${begin}:`)),
    lt(outbox.id, factRowId(kind, `${begin};`)),
  )
  const isOpen = and(isOfThem, isNull(outbox.deliveredAt))
  await handle.update(outbox).set({ deliveredAt: now }).where(isOpen).run()
}
