import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { createKeyRotation } from '../../src/claims/key-rotation.ts'
import { createOptOuts } from '../../src/claims/opt-outs.ts'
import { createVault, SealedKeyError, type Vault } from '../../src/claims/vault.ts'
import { createOptOutStore } from '../../src/store/claims/opt-out-store.ts'
import { claimers as rows } from '../../src/store/claims/claim-tables.ts'
import { BOBBY, createClaimsFixture, TO_BASE } from './claims-fixture.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { sealAsBefore } from './seal-as-before.ts'
import { createTestSigner } from './test-signer.ts'

const OLD = Buffer.alloc(32, 1) // the fixture's own
const NEW = Buffer.alloc(32, 2)
const quiet = { info: () => undefined, warn: () => undefined }

async function withKeys(count: number) {
  const fixture = createClaimsFixture()
  await fixture.meet(BOBBY)
  const claimers = await Promise.all(
    Array.from({ length: count }, async () => {
      const claimer = await fixture.createClaimer()
      const { publicKey, sealed } = sealAsBefore(OLD, claimer._id)
      const change = { publicKey, heldKey: sealed }
      await fixture.db.update(rows).set(change).where(eq(rows.id, claimer._id)).run()
      return { ...claimer, public_secret: publicKey }
    }),
  )
  const vault = createVault({ keyEncryptionKey: NEW, oldKeys: [OLD] })
  const { db, now } = fixture
  const optOutsOf = (keys: Pick<Vault, 'hash' | 'hashes' | 'matches'>) =>
    createOptOuts({ store: createOptOutStore(db), claimers: fixture.store, vault: keys, now })
  const rotation = (store = fixture.store) =>
    createKeyRotation({ store, vault, optOuts: optOutsOf(vault), log: quiet })
  const keys = () => fixture.store.sealedKeys('', count)
  const opens = (keyEncryptionKey: Buffer, oldKeys: Buffer[] = []) => {
    const alone = createVault({ keyEncryptionKey, oldKeys })
    return async () =>
      (await keys()).filter(({ id, heldKey }) => {
        try {
          return alone.sign(id, heldKey, 'document') !== ''
        } catch (error) {
          if (error instanceof SealedKeyError) return false
          throw error
        }
      }).length
  }
  return { ...fixture, claimers, vault, rotation, keys, opens, optOutsOf }
}

test('afterwards the new key opens every claim key and the old one none; signatures stay the same', async () => {
  const { rotation, keys, opens, vault } = await withKeys(30)
  const before = (await keys()).map(({ id, heldKey }) => vault.sign(id, heldKey, 'document'))
  expect([await opens(OLD)(), await opens(NEW)(), await opens(NEW, [OLD])()]).toEqual([30, 0, 30])
  expect(await rotation().run()).toEqual({ rewrapped: 30, passedOver: 0 })
  expect([await opens(OLD)(), await opens(NEW)()]).toEqual([0, 30])
  expect((await keys()).map(({ id, heldKey }) => vault.sign(id, heldKey, 'document'))).toEqual(
    before,
  )
  expect(await rotation().run()).toEqual({ rewrapped: 0, passedOver: 30 })
})

test('stopped half-way, every key opens, and the next run does the rest', async () => {
  const { rotation, opens, store } = await withKeys(30)
  let written = 0
  const dying = rotation({
    ...store,
    async replaceSealedKey(...given) {
      if ((written += 1) > 12) throw new Error('the disk is full')
      return store.replaceSealedKey(...given)
    },
  })
  await expect(dying.run()).rejects.toThrow('the disk is full')
  expect([await opens(NEW)(), await opens(NEW, [OLD])()]).toEqual([12, 30])
  expect(await rotation().run()).toEqual({ rewrapped: 18, passedOver: 12 })
})

test('it goes through all of them, and lets others have their turn between', async () => {
  const { rotation, store, now } = await withKeys(1)
  const [first] = await store.sealedKeys('', 1)
  const claimer = await store.claimer(first?.id ?? '')
  if (!claimer) throw new Error('no claimer')
  const many = Array.from({ length: 150 }, (_, at) => {
    const id = at.toString(16).padStart(24, '0')
    return { ...claimer, id, heldKey: sealAsBefore(OLD, id).sealed, createdAt: now() }
  })
  const limit = { askedBy: 'x', withinMs: 1, most: 1000 }
  await store.addClaimers(many, undefined, limit, () => true)
  const turns: string[] = []
  const running = rotation({
    ...store,
    sealedKeys: async (...given) => (turns.push('look'), store.sealedKeys(...given)),
  }).run()
  setImmediate(() => turns.push('another'))
  expect(await running).toEqual({ rewrapped: 151, passedOver: 0 })
  expect(turns).toEqual(['look', 'another', 'look', 'look'])
})

test('links, PINs and codes from before go on while the old key is known, and end with it', () => {
  const old = createVault({ keyEncryptionKey: OLD })
  const both = createVault({ keyEncryptionKey: NEW, oldKeys: [OLD] })
  const alone = createVault({ keyEncryptionKey: NEW })
  for (const purpose of ['link', 'otp', 'code'] as const) {
    const hash = old.hash(purpose, 'text')
    expect(both.matches(purpose, 'text', hash)).toBe(true)
    expect(both.matches(purpose, 'other', hash)).toBe(false)
    expect(both.matches(purpose, 'text', both.hash(purpose, 'text'))).toBe(true)
    expect(alone.matches(purpose, 'text', hash)).toBe(false)
  }
})

test('who wants no mails is known after the old key is gone, and can still change that with an old link', async () => {
  const { rotation, optOutsOf, createClaimer, vault } = await withKeys(0)
  const { _id: id } = await createClaimer({ email: 'bobby@example.com' })
  const { _id: other } = await createClaimer({ email: 'carol@example.com' })
  const before = optOutsOf(createVault({ keyEncryptionKey: OLD }))
  const link = await before.tokenFor([id])
  await before.choose(link, 'all')
  await rotation().run()
  const alone = optOutsOf(createVault({ keyEncryptionKey: NEW }))
  expect([await alone.wantsNone(id), await alone.wantsNone(other)]).toEqual([true, false])

  const both = optOutsOf(vault)
  expect(await both.stateOf(link)).toEqual({ all: true, sender: false })
  await both.choose(link, 'none')
  expect(await alone.wantsNone(id)).toBe(false)
  await both.choose(link, 'sender')
  expect(await both.wantsNone(id)).toBe(true)
  expect(await alone.wantsNone(id)).toBe(true) // since somebody with both keys has asked
  // Whoever goes back to the old key takes it along as well.
  const back = optOutsOf(createVault({ keyEncryptionKey: OLD, oldKeys: [NEW] }))
  await back.renewAll()
  expect(await before.wantsNone(id)).toBe(true)
  await before.choose(link, 'none')
  expect([await before.wantsNone(id), await back.wantsNone(id)]).toEqual([false, false])
  await expect(alone.stateOf(link)).rejects.toThrow('not a link of one of our mails')
})

test.each(['all', 'sender'] as const)(
  'who wants none of %s by a mail from before the change is known after the old key is gone, though nothing was sent there meanwhile',
  async (choice) => {
    const { rotation, optOutsOf, createClaimer, vault } = await withKeys(0)
    const { _id: id } = await createClaimer({ email: 'bobby@example.com' })
    const { _id: other } = await createClaimer({ email: 'carol@example.com' })
    const link = await optOutsOf(createVault({ keyEncryptionKey: OLD })).tokenFor([id])
    await rotation().run()
    await optOutsOf(vault).choose(link, choice)
    const alone = optOutsOf(createVault({ keyEncryptionKey: NEW }))
    expect([await alone.wantsNone(id), await alone.wantsNone(other)]).toEqual([true, false])
    await optOutsOf(vault).choose(link, 'none')
    expect(await alone.wantsNone(id)).toBe(false)
  },
)

test('an old link whose claims are gone has all others gone through once, and one at a time', async () => {
  const { db, store, now, createClaimer, vault } = await withKeys(0)
  const { _id: id } = await createClaimer({ email: 'bobby@example.com' })
  const { _id: gone } = await createClaimer({ email: 'carol@example.com' })
  const optOutStore = createOptOutStore(db)
  const [looks, atOnce] = [new Array<string>(), { now: 0, most: 0 }]
  const optOutsOf = (keys: Vault) =>
    createOptOuts({
      store: {
        ...optOutStore,
        async mailClaimers(after, most) {
          looks.push(after)
          atOnce.most = Math.max(atOnce.most, (atOnce.now += 1))
          const found = await optOutStore.mailClaimers(after, most)
          atOnce.now -= 1
          return found
        },
      },
      claimers: store,
      vault: keys,
      now,
    })
  const before = optOutsOf(createVault({ keyEncryptionKey: OLD }))
  const [link, goneLink] = [await before.tokenFor([id]), await before.tokenFor([gone])]
  await db.delete(rows).where(eq(rows.id, gone)).run()
  const both = optOutsOf(vault)
  const press = (url: string) => both.choose(url, 'all')
  await Promise.all([press(goneLink), press(goneLink), press(goneLink), press(link)])
  await press(goneLink)
  expect(looks.filter((after) => after === '')).toHaveLength(2)
  expect(atOnce.most).toBe(1)
  expect(await optOutsOf(createVault({ keyEncryptionKey: NEW })).wantsNone(id)).toBe(true)
})

test('a claim is redeemed with a key that was sealed anew', async () => {
  const { rotation, claimers, fund, restart, vault, hub } = await withKeys(1)
  const [claimer] = claimers
  if (!claimer) throw new Error('no claimer')
  const claimId = await fund(claimer)
  await rotation().run()
  const signer = createTestSigner({
    network: sampleNetwork,
    claimOnChain: hub.claimOnChain,
    vaultKey: NEW,
  })
  await restart({ vault, signer }).redeem(claimId, { account: BOBBY }, TO_BASE)
  hub.mine()
  expect(hub.payments).toMatchObject([{ claimId }])
})
