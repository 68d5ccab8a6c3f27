import { and, asc, desc, eq, gt, isNull, max, sql, type SQL } from 'drizzle-orm'

import type { RelayRecord, RelayStore, Spender } from '../../services/relaying/relay-store-port.ts'
import { signTopic } from '../../services/signing/sign-requests.ts'
import { tellTopic } from '../chats/outbox.ts'
import type { Db } from '../database.ts'
import { signOpen } from './sign-request-store.ts'
import { relays, signRequests } from './signing-tables.ts'
import { eqLiteral } from '../columns.ts'

type Row = typeof relays.$inferSelect

/** Bytes and messages go once they have ended: what was moved stands in the hub's own books. */
const ENDED = { message: null, txBytes: null }

export function createRelayStore(db: Db): RelayStore {
  const isSigned = (id: string) => and(eq(relays.id, id), eqLiteral(relays.status, 'signed'))
  return {
    async add(relay, now) {
      const { id, signId, txHash } = relay
      return db.transaction(async (tx) => {
        const { changes } = await tx.insert(relays).values(toRow(relay)).onConflictDoNothing().run()
        if (changes !== 1) return 'taken'
        if (signId === undefined || (await signOpen(tx, signId, txHash, now))) return 'kept'
        await tx.delete(relays).where(eq(relays.id, id)).run()
        return 'closed'
      })
    },
    async find(id) {
      const row = await db.select().from(relays).where(eq(relays.id, id)).get()
      return row && fromRow(row)
    },
    async findByHash(txHash) {
      const isIt = eq(relays.txHash, txHash)
      const found = db.select().from(relays).where(isIt).orderBy(desc(relays.createdAt))
      const row = await found.get()
      return row && fromRow(row)
    },
    async findByNonce(signer, nonce) {
      const isIt = and(eq(relays.signer, signer), eq(relays.nonce, nonce))
      const row = await db.select().from(relays).where(isIt).get()
      return row && fromRow(row)
    },
    async answer(id, signId) {
      const isNobodys = and(eq(relays.id, id), isNull(relays.signId))
      await db.update(relays).set({ signId }).where(isNobodys).run()
    },
    async nextSequence(relayer) {
      const highest = max(relays.sequence)
      const isTheirs = eq(relays.relayerAddress, relayer)
      const row = await db.select({ highest }).from(relays).where(isTheirs).get()
      return (row?.highest ?? -1) + 1
    },
    async signed() {
      const found = db.select().from(relays).where(eqLiteral(relays.status, 'signed'))
      return (await found.orderBy(asc(relays.sequence)).all()).map(fromRow)
    },
    async signAnew(id, { relayer, sequence, txHash, bytes, fee }, now) {
      const next = { relayerAddress: relayer, sequence, txHash, txBytes: Buffer.from(bytes), fee }
      return db.transaction(async (tx) => {
        const before = await tx.select().from(relays).where(isSigned(id)).get()
        if (!before) return false
        await tx.update(relays).set(next).where(isSigned(id)).run()
        const { signId } = before
        if (signId === null) return true
        const namesIt = and(eq(signRequests.id, signId), eq(signRequests.txHash, before.txHash))
        const { changes } = await tx.update(signRequests).set({ txHash }).where(namesIt).run()
        if (changes === 1) await tellTopic(tx, signTopic(signId), now)
        return true
      })
    },
    async settle(id, { ok, error }) {
      const end = ok ? ({ status: 'included' } as const) : ({ status: 'failed', error } as const)
      await db.transaction(async (tx) => {
        await tx
          .update(relays)
          .set({ ...end, ...ENDED })
          .where(isSigned(id))
          .run()
      })
    },
    async spent(since, whose) {
      return db
        .select({ fee: relays.fee, at: relays.createdAt })
        .from(relays)
        .leftJoin(signRequests, eq(signRequests.id, relays.signId))
        .where(and(isOf(whose), gt(relays.createdAt, since)))
        .orderBy(asc(relays.createdAt))
        .all()
    },
  }
}

function isOf(whose: Spender | undefined): SQL | undefined {
  if (whose === undefined) return undefined
  if (whose === 'no_account') return eq(sql`coalesce(${signRequests.ownerAccount}, '')`, '')
  return 'signer' in whose
    ? eq(relays.signer, whose.signer)
    : eq(signRequests.ownerAccount, whose.account)
}

function toRow(relay: RelayRecord): typeof relays.$inferInsert {
  const { expirySec, relayer, bytes, message, textHash, signId, error, ...same } = relay
  return {
    ...same,
    relayerAddress: relayer,
    txBytes: Buffer.from(bytes),
    message: message ?? null,
    textHash: textHash ?? null,
    signId: signId ?? null,
    error: error ?? null,
    expiresAt: new Date(expirySec * 1000),
  }
}

function fromRow({
  expiresAt,
  relayerAddress,
  txBytes,
  message,
  textHash,
  signId,
  error,
  ...same
}: Row): RelayRecord {
  return {
    ...same,
    relayer: relayerAddress,
    bytes: txBytes ?? new Uint8Array(),
    message: message ?? undefined,
    textHash: textHash ?? undefined,
    signId: signId ?? undefined,
    error: error ?? undefined,
    expirySec: expiresAt.getTime() / 1000,
  }
}
