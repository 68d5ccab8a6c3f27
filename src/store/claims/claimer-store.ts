import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  ne,
  lt,
  lte,
  not,
  or,
  sql,
} from 'drizzle-orm'

import type {
  ClaimerRecord,
  ClaimerStore,
  ClaimRecord,
  NewClaimRecord,
} from '../../claims/claim-store-port.ts'
import { claimTopic } from '../../claims/claims.ts'
import type { HandleRules } from '../../claims/handle-history.ts'
import { remindersOf } from '../../claims/reminders.ts'
import { accountKey, Platform, readAccountKey } from '../../core/terms/identity.ts'
import { audit } from './audit-log.ts'
import { claimerFromRow, claimerToRow, claimOf, pairOf } from './claimer-rows.ts'
import type { Db, Handle } from '../database.ts'
import { claimColumns, isAsAnnounced, isFrozen, isInTime, wentBack } from './frozen-claims.ts'
import { arrivedClaims, askAbout, judgeHandle, sightingsOf } from './handle-sightings.ts'
import { dropNotices, factRowId, tellPerson, tellTopic } from '../chats/outbox.ts'
import { outbox } from '../chats/chat-tables.ts'
import { noteMade } from '../chats/update-store.ts'
import { claimGroups, claimers, claims, isUnpaid } from './claim-tables.ts'
import { eqLiteral } from '../columns.ts'
import { insertRow, preparedOn } from '../prepared.ts'

export function createClaimerStore(db: Db, rules: HandleRules): ClaimerStore {
  const byClaimId = db
    .select({ claim: claimColumns, claimer: claimers })
    .from(claims)
    .innerJoin(claimers, eq(claimers.id, claims.claimerId))
    .where(eq(claims.claimId, sql.placeholder('id')))
    .prepare()
  const byClaimer = db
    .select(claimColumns)
    .from(claims)
    .where(eq(claims.claimerId, sql.placeholder('id')))
    .orderBy(asc(claims.fundedAt), sql`rowid`)
    .prepare()

  const isFunded = eqLiteral(claims.status, 'funded')
  const [afterMs, afterId] = [sql.placeholder('afterMs'), sql.placeholder('afterId')]
  const isBehind = sql`${claims.expiresAt} >= ${afterMs} and (${claims.expiresAt} > ${afterMs} or ${claims.claimId} > ${afterId})`
  const expiredBy = db
    .select({ claim: claimColumns, claimer: claimers })
    .from(claims)
    .innerJoin(claimers, eq(claimers.id, claims.claimerId))
    .where(
      and(
        isFunded,
        sql`${claims.expiresAt} <= ${sql.placeholder('timeMs')}`,
        isBehind,
        not(isFrozen),
      ),
    )
    .orderBy(asc(claims.expiresAt), asc(claims.claimId))
    .limit(sql.placeholder('most'))
    .prepare()

  return {
    async addClaimers(records, group, { askedBy, withinMs, most }, isMet) {
      const [first] = records
      if (!first) return true
      const sinceMs = first.createdAt.getTime() - withinMs
      return db.shared.transaction(async (tx) => {
        const made = (await madeSince(tx).get({ askedBy, sinceMs }))?.rows ?? 0
        if (made + records.length > most) return false
        if (group)
          await tx
            .insert(claimGroups)
            .values({
              ...group,
              senderAccount: group.senderAccount ?? null,
              chat: group.chat ?? null,
              closedAt: null,
            })
            .run()
        const rows: (typeof claimers.$inferInsert)[] = []
        for (const record of records) {
          const { boundUserId, heldKey, recipient, createdAt } = record
          const isNamed = boundUserId === undefined && recipient.handle !== ''
          const owner = isNamed
            ? await judgeHandle(tx, recipient, isMet(recipient.platform), rules, createdAt)
            : {}
          // Whoever holds a key of their own redeems with that, whoever they are.
          const isHeldHere = heldKey !== undefined
          const judged = isHeldHere ? owner : onlyBound(owner)
          rows.push({ ...claimerToRow(record), askedBy, ...judged })
        }
        const [only, ...others] = rows
        if (only && others.length === 0) await insertRow(tx, claimers, only)
        else await tx.insert(claimers).values(rows).run()
        return true
      })
    },
    async claimer(id) {
      const row = await claimerById(db).get({ id })
      return row && claimerFromRow(row)
    },
    async confirmClaimer(id, userId, hashes, now) {
      return db.transaction(async (tx) => {
        const claimer = await tx.select().from(claimers).where(eq(claimers.id, id)).get()
        if (!claimer) return false
        const to = { platform: Platform.parse(claimer.platform), handle: claimer.handle }
        if (!(await sightingsOf(tx, to)).some((sighting) => sighting.userId === userId))
          return false
        const isHeldBack = and(eq(claims.claimerId, id), isFrozen) // what is bound stays bound
        if (await tx.select({ id: claims.claimId }).from(claims).where(isHeldBack).get())
          return false
        const isFree = or(isNull(claimers.boundUserId), eq(claimers.boundUserId, userId))
        const confirmed = { boundUserId: userId, doubt: null, coolingEndsAt: null }
        const free = and(eq(claimers.id, id), isFree)
        if ((await tx.update(claimers).set(confirmed).where(free).run()).changes === 0) return false
        await audit(tx, { kind: 'confirmed', claimer: id, ...hashes }, now)
        await tellTopic(tx, claimTopic(id), now)
        const arrived = await arrivedClaims(tx, id)
        if (arrived.length === 0) return true // it is told when it arrives
        await dropNotices(tx, 'claim-funded', arrived, now)
        const fact = { kind: 'claim-confirmed', claimerId: id } as const
        await tellPerson(tx, { fact, once: id, to, userId }, now)
        return true
      })
    },
    async showAnew(id, now) {
      await tellTopic(db, claimTopic(id), now)
    },
    async isThanked(id) {
      const isIt = eq(outbox.id, factRowId('thanks-said', id))
      return (await db.select({ id: outbox.id }).from(outbox).where(isIt).get()) !== undefined
    },
    async thankSender(id, { platform, userId }, now) {
      const isTheirs = and(
        eq(claimers.id, id),
        eq(claimers.platform, platform),
        // A mailbox is its own account, and is bound to none.
        eq(platform === 'email' ? claimers.handle : claimers.boundUserId, userId),
      )
      return db.transaction(async (tx) => {
        const found = await tx
          .select({ senderAccount: claimers.senderAccount })
          .from(claimers)
          .innerJoin(claims, eq(claims.claimerId, claimers.id))
          .where(
            and(
              isTheirs,
              ne(claimers.senderAccount, accountKey({ platform, userId })),
              eqLiteral(claims.status, 'paid'),
              isAsAnnounced(claims, claimers),
              not(wentBack),
            ),
          )
          .get()
        if (!found?.senderAccount) return false
        const sender = readAccountKey(found.senderAccount)
        const to = { platform: sender.platform, handle: '' }
        const fact = { kind: 'thanks-said', claimerId: id } as const
        await tellPerson(tx, { fact, once: id, to, userId: sender.userId }, now)
        await tellTopic(tx, claimTopic(id), now)
        return true
      })
    },
    async sightingsOf(handle) {
      return sightingsOf(db, handle)
    },
    async addClaims(added, now) {
      return db.transaction(async (tx) => {
        let isNew = false
        for (const each of added) isNew = (await addClaim(tx, each, now)) || isNew
        return isNew
      })
    },
    async claim(claimId) {
      const row = await byClaimId.get({ id: claimId })
      return row && pairOf(row)
    },
    async claimsOf(claimerId): Promise<ClaimRecord[]> {
      return (await byClaimer.all({ id: claimerId })).map(claimOf)
    },
    async bookedClaims(after, most) {
      const rows = await db
        .select({ claimId: claims.claimId })
        .from(claims)
        .where(sql`${claimNumber} > ${Number(after)}`)
        .orderBy(claimNumber)
        .limit(most)
        .all()
      return rows.map(({ claimId }) => BigInt(claimId))
    },
    async newestClaim() {
      const row = await db
        .select({ number: sql<number | null>`max(${claimNumber})` })
        .from(claims)
        .get()
      return row === undefined || row.number === null ? undefined : BigInt(row.number)
    },
    async waitingClaims(after, most) {
      return (
        await db
          .select({ claimId: claims.claimId })
          .from(claims)
          .where(and(isFunded, sql`${claimNumber} > ${Number(after)}`))
          .orderBy(claimNumber)
          .limit(most)
          .all()
      ).map(({ claimId }) => claimId)
    },
    async waitingFor({ platform, userId, handle }, claimTime) {
      const hasHandle =
        handle === undefined
          ? undefined
          : and(isNull(claimers.boundUserId), eq(claimers.handle, handle))
      const isTheirs = and(
        eq(claimers.platform, platform),
        sql`${claimers.isOver} = 0`, // in the words of the indexes
        or(eq(claimers.boundUserId, userId), hasHandle),
      )
      return (
        await db
          .select({ claim: claimColumns, claimer: claimers })
          .from(claims)
          .innerJoin(claimers, eq(claimers.id, claims.claimerId))
          .where(
            and(isFunded, or(isInTime(claimTime), isFrozen), isNotNull(claimers.heldKey), isTheirs),
          )
          .orderBy(asc(claims.fundedAt), sql`claims.rowid`)
          .all()
      ).map(pairOf)
    },
    async sentBy(senderAccount, which, most) {
      const isWaiting = which === 'waiting'
      const inOrder = isWaiting ? asc : desc
      const { claimId, claimerId } = claims
      const found = await db
        .select({ claimerId, claimId, createdAt: claimers.createdAt })
        .from(claimers)
        .innerJoin(claims, eq(claims.claimerId, claimers.id))
        .where(
          and(
            eq(claimers.senderAccount, senderAccount),
            isNull(claimers.groupId),
            isWaiting ? isUnpaid : eqLiteral(claims.status, 'paid'),
          ),
        )
        .orderBy(
          inOrder(claimers.createdAt),
          inOrder(sql`${claimers}.rowid`),
          inOrder(sql`${claims}.rowid`),
        )
        .limit(most)
        .all()
      return isWaiting ? found.toReversed() : found
    },
    async sealedKeys(after, most) {
      return (
        await db
          .select({ id: claimers.id, heldKey: claimers.heldKey })
          .from(claimers)
          .where(and(gt(claimers.id, after), isSealed))
          .orderBy(asc(claimers.id))
          .limit(most)
          .all()
      ).flatMap(({ id, heldKey }) => (heldKey ? [{ id, heldKey }] : []))
    },
    async replaceSealedKey(id, old, sealed) {
      const isOld = and(eq(claimers.id, id), eq(claimers.heldKey, old))
      return (await db.update(claimers).set({ heldKey: sealed }).where(isOld).run()).changes === 1
    },
    async expired(claimTime, most, after) {
      const from = { afterMs: after?.expiresAt?.getTime() ?? 0, afterId: after?.claimId ?? '' }
      return (await expiredBy.all({ timeMs: claimTime.getTime(), most, ...from })).map(pairOf)
    },
    async renewLink({ id, recipient }, { notSince, most }, now, from) {
      const isOld = or(isNull(claimers.linkRenewedAt), lte(claimers.linkRenewedAt, notSince))
      const mayRenew = and(eq(claimers.id, id), isOld, lt(claimers.linkVersion, most))
      return db.transaction(async (tx) => {
        const renewed = await tx
          .update(claimers)
          .set({ linkVersion: sql`link_version + 1`, linkRenewedAt: now })
          .where(mayRenew)
          .returning()
          .get()
        if (!renewed) {
          const { linkVersion: times, linkRenewedAt: lastAt } = claimers
          const before = await tx
            .select({ times, lastAt })
            .from(claimers)
            .where(eq(claimers.id, id))
            .get()
          return { times: before?.times ?? 0, lastAt: before?.lastAt ?? undefined }
        }
        await noteMade(tx, from, { kind: 'link', id })
        await tellTopic(tx, claimTopic(id), now)
        const userId = renewed.boundUserId ?? undefined
        const fact = { kind: 'link-renewed', claimerId: id } as const
        const once = `${renewed.linkVersion}:${id}`
        await tellPerson(tx, { fact, once, to: recipient, userId }, now)
        return 'renewed'
      })
    },
  }
}

const claimerById = preparedOn((handle) =>
  handle
    .select()
    .from(claimers)
    .where(eq(claimers.id, sql.placeholder('id')))
    .prepare(),
)

/** How many claimers somebody made since a moment. */
const madeSince = preparedOn((handle) =>
  handle
    .select({ rows: count() })
    .from(claimers)
    .where(
      and(
        eq(claimers.askedBy, sql.placeholder('askedBy')),
        gt(claimers.createdAt, sql.placeholder('sinceMs')),
      ),
    )
    .prepare(),
)

/** As the indexes have it. */
const claimNumber = sql<number>`cast(${claims.claimId} as bigint)`

/** A random key of an earlier version, sealed; what is derived names its master key instead. */
const isSealed = sql`substr(${claimers.heldKey}, 1, 1) = ${Buffer.from([1])}`

const onlyBound = ({ boundUserId }: Awaited<ReturnType<typeof judgeHandle>>) => ({ boundUserId })

/** Call it in a transaction. False, and nothing told, for a claim that is known. */
async function addClaim(
  handle: Handle,
  { claim, claimer }: { claim: NewClaimRecord; claimer: ClaimerRecord },
  now: Date,
): Promise<boolean> {
  const row = { ...claim, expiresAt: claim.expiresAt ?? null, usdCents: claim.usdCents ?? null }
  if ((await insertRow(handle, claims, row, 'kept')).changes === 0) return false
  const { id, recipient, boundUserId, groupId } = claimer
  const current = await claimerById(handle).get({ id })
  if (current?.isOver)
    await handle.update(claimers).set({ isOver: false }).where(eq(claimers.id, id)).run()
  if (groupId !== undefined) {
    const wasOver = and(eq(claimGroups.id, groupId), eq(claimGroups.isOver, true))
    await handle.update(claimGroups).set({ isOver: false }).where(wasOver).run()
  }
  await tellTopic(handle, claimTopic(id), now)
  if (isUntaken(claimer)) return true
  const person = { to: recipient, userId: boundUserId }
  const funded = { kind: 'claim-funded', claimerId: id } as const
  await tellPerson(handle, { fact: funded, once: claim.claimId, ...person }, now)
  const expiring = { kind: 'claim-expiring', claimerId: id } as const
  for (const reminder of remindersOf(claim))
    await tellPerson(handle, { fact: expiring, ...reminder, ...person }, now)
  if (current) await askAbout(handle, current, now)
  return true
}

/** A share that whoever comes first may take. */
const isUntaken = ({ recipient, boundUserId }: ClaimerRecord) =>
  recipient.handle === '' && boundUserId === undefined
