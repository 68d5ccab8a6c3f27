import { createHash } from 'node:crypto'

import { createVault } from '../../../src/claims/vault.ts'
import type { Platform } from '../../../src/core/terms/identity.ts'
import type { Observation } from '../../../src/core/tracking/observation.ts'
import { createBacklogStore } from '../../../src/store/chats/backlog-store.ts'
import { createCardStore } from '../../../src/store/chats/card-store.ts'
import { createChatMoves } from '../../../src/store/chats/chat-moves.ts'
import { createNoticeStore } from '../../../src/store/chats/notice-store.ts'
import { createPassingStore } from '../../../src/store/chats/passing-store.ts'
import {
  createGroupSettingsStore,
  createLanguageStore,
} from '../../../src/store/chats/settings-store.ts'
import { createUpdateStore } from '../../../src/store/chats/update-store.ts'
import { createClaimStore } from '../../../src/store/claims/claim-store.ts'
import { createUnincludedStore } from '../../../src/store/signing/unincluded-store.ts'
import { createFreezeStore } from '../../../src/store/claims/freeze-store.ts'
import type { Db } from '../../../src/store/handle.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { createActivityStore } from '../../../src/store/people/activity-store.ts'
import { createForgetPerson } from '../../../src/store/people/forget-person.ts'
import { createWalletStore } from '../../../src/store/people/wallet-store.ts'
import { createIdempotencyStore } from '../../../src/store/signing/idempotency-store.ts'
import { createPriceStore } from '../../../src/store/signing/price-store.ts'
import { createQuoteStore } from '../../../src/store/signing/quote-store.ts'
import { createSignRequestStore } from '../../../src/store/signing/sign-request-store.ts'
import { createTrackingStore } from '../../../src/store/tracking/tracking-store.ts'
import { createWebhookStore } from '../../../src/store/tracking/webhook-store.ts'
import { createForgetting } from '../../../src/store/upkeep/forgetting.ts'
import { asker, claimer, LIMIT, redemption } from '../claim-rows.ts'
import { hashOf, idOf, txIdOf, type proportionsOf } from './grown-database.ts'

/** What has the stores asked: with each message, block, claim and pay-out, for a page, in each round, minute or hour, at a start, or by an operator. */
type When =
  | 'message'
  | 'tip'
  | 'block'
  | 'claim'
  | 'pay-out'
  | 'page'
  | 'round'
  | 'minute'
  | 'hour'
  | 'start'
  | 'rare'
export type Operation = { when: When; what: string; run: () => Promise<unknown> }

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const SURFACE = 'telegram'

/** Everything that the program asks of a database that `growDatabase` filled, through the stores that ask it. */
export function hotOperations(
  db: Db,
  { claims: newest, people, chats, busyPeople }: ReturnType<typeof proportionsOf>,
  now: Date,
): Operation[] {
  const claims = createClaimStore(db)
  const accounts = createAccountStore(db)
  const updates = createUpdateStore(db, SURFACE)
  const languages = createLanguageStore(db)
  const settings = createGroupSettingsStore(db)
  const activity = createActivityStore(db)
  const cards = createCardStore(db)
  const tracking = createTrackingStore(db)
  const wallets = createWalletStore(db)
  const quotes = createQuoteStore(db)
  const prices = createPriceStore(db)
  const webhooks = createWebhookStore(db)
  const passing = createPassingStore(db)
  const notices = createNoticeStore(db)
  const answers = createIdempotencyStore({ db, self: 'one', hasEnded: async () => false })
  const backlog = createBacklogStore(db)
  const forgetting = createForgetting(db)
  const vault = createVault({ keyEncryptionKey: Buffer.alloc(32, 1) })
  const signing = createSignRequestStore(db, vault)

  const person = (number: number) => {
    const platform: Platform = number % 10 < 7 ? 'telegram' : 'discord'
    return { platform, userId: `${100_000 + number}`, handle: `user${number}` }
  }
  const keyOf = (number: number) => `${person(number).platform}:${person(number).userId}`
  const [alice, busy] = [person(Math.floor(people / 2 / 10) * 10), person(0)]
  /** The newest row of those with this rest by a hundred, not counting what has just come. */
  const last = (rest: number) => Math.floor((newest - 200) / 100) * 100 + rest
  const waiting = last(9)
  const chat = `-100${Math.floor(chats / 2)}`
  const wallet = `0x${createHash('md5')
    .update(`s${busyPeople - 1}`)
    .digest('hex')}aabbccdd`
  const recent = new Date(now.getTime() - DAY_MS)
  const message = { updateId: '1', person: alice.userId, update: { text: '/tip @bobby 1 usdc' } }
  const shown = { shown: 'f'.repeat(43), topics: ['claim:new', 'sign:new'], changesAt: undefined }
  const freshId = 'f'.repeat(24)
  const fresh = claimer({ id: freshId, recipient: alice, createdAt: now, senderAccount: keyOf(0) })
  const observed = (number: number): Observation => ({
    chain_uid: 'base',
    tx_hash: hashOf(number),
    msg_index: 1,
    height: newest + 1,
    timeMs: now.getTime(),
    ok: true,
    sender: wallet,
    events: [{ kind: 'transaction', tx_id: txIdOf(number), sender: wallet, type: 'deposit_token' }],
  })
  const block = [1, 2, 3].map((number) => observed(newest - number))
  const hashes = block.map(({ tx_hash }) => tx_hash)
  const txIds = [1, 2, 3].map((number) => txIdOf(newest - number))

  const sentBy = async (sender: string) => {
    for (const which of ['waiting', 'ended'] as const) {
      await claims.sentBy(sender, which, 10)
      await claims.groupsSentBy(sender, which, 10)
    }
  }

  const operations: Record<When, Record<string, () => Promise<unknown>>> = {
    message: {
      'an update is taken in': () => updates.receive([message], now),
      'its writer is met again': () => accounts.remember(alice, SURFACE, undefined, now),
      'its writer has a new handle': () =>
        accounts.remember({ ...alice, handle: 'renamed' }, SURFACE, alice.userId, now),
      'a stranger is heard': () =>
        accounts.hear({ ...alice, userId: '1', handle: 'nobody' }, SURFACE, now),
      'a stranger shows a handle that much waits for': () =>
        accounts.remember(
          { ...alice, userId: '2', handle: `stranger${last(13)}` },
          SURFACE,
          '2',
          now,
        ),
      'languages and settings': async () => {
        await languages.hear(keyOf(1), 'en')
        await languages.languageOf(`chat:${SURFACE}:${chat}`)
        await settings.settingsOf(`chat:${SURFACE}:${chat}`)
      },
      'who spoke in a group': () => activity.spoke(alice, 'Alice', '-1001', now),
      'what waits for its writer': () => updates.waitingFor(alice.userId),
      'an answer is kept, sent and settled': async () => {
        await updates.keep('1', 'answered', [])
        await updates.settle('1')
      },
    },
    tip: {
      'a recipient is looked up': async () => {
        await accounts.accountOf(alice.platform, 'user7')
        await claims.sightingsOf({ platform: alice.platform, handle: 'user7' })
        await accounts.firstSeen(person(7))
        await wallets.walletsOf(keyOf(5))
      },
      'people who were active lately': () =>
        activity.recent({ platform: SURFACE, chat: '-1001', since: recent, most: 50 }),
      'a claimer is made': () =>
        claims.addClaimers(
          [fresh],
          undefined,
          { ...LIMIT, askedBy: 'telegram:asker', withinMs: HOUR_MS },
          () => true,
        ),
      'a sign request is added, and signed': async () => {
        await signing.add({
          id: freshId,
          ownerAccount: keyOf(0),
          ownerName: '@user0',
          operation: 'deposit',
          chain_uid: 'base',
          request: {
            amount_in: 5n,
            asset_in: { token: 'usdc', token_type: { native: { denom: 'usdc' } } },
            recipient: { social: { telegram: '@bobby' } },
          },
          note: undefined,
          shareOut: undefined,
          senderAddress: undefined,
          build: undefined,
          txHash: undefined,
          terms: undefined,
          replacedBy: undefined,
          sentOn: 'base',
          createdAt: now,
          expiresAt: new Date(now.getTime() + HOUR_MS),
        })
        await signing.addPreparation(
          freshId,
          { senderAddress: '0xa', build: { type: 'evm', msgs: [] } },
          'client',
          5,
        )
        await signing.preparationsOf(freshId)
        await signing.setTxHash(freshId, '0xfresh', now, { senderAddress: '0xa' })
        await signing.find(freshId)
      },
      'its card is kept': () =>
        cards.register(
          { surface: SURFACE, chat, messageId: 'new', view: 'sign', key: freshId, ...shown },
          false,
          undefined,
          now,
        ),
      'a transaction is followed': () =>
        tracking.openWatch(
          {
            chain_uid: 'base',
            tx_hash: '0xfresh',
            txId: undefined,
            progress: { outcome: 'pending', txId: '', hops: [] },
            openedAt: now,
            awaited: undefined,
            lookAt: now,
          },
          `sign:${freshId}`,
        ),
      'a price is shown': async () => {
        await quotes.find(
          createHash('md5')
            .update(`quote${last(19)}`)
            .digest('hex'),
        )
        await prices.since('token1', new Date(now.getTime() - 7 * DAY_MS))
        await prices.add(new Map([['token1', '2']]), now)
      },
      'a call with an idempotency key': async () => {
        await answers.begin({
          key: 'k',
          fingerprint: 'f',
          now,
          expiresAt: new Date(now.getTime() + HOUR_MS),
        })
        await answers.finish('k', { status: 200, sealed: Buffer.from('sealed') })
      },
    },
    block: {
      'whose transactions these are': async () => {
        for (const { sender } of block) await signing.builtFor('base', sender)
      },
      'three transactions are kept': async () => {
        await tracking.addObservations(block)
        await tracking.moveCursor('base', { height: newest + 1, hash: '0xb10c' }, newest)
      },
      'who follows them': () => tracking.touchedWatches('base', hashes, txIds),
      'all that is known of one': async () => {
        await tracking.observationsOf(txIdOf(newest - 1))
        await tracking.observationsOf('base:0xabcdefabcdef:8453:8:') // as the program asks before an id is known
        await tracking.observationsIn('base', hashOf(newest - 1))
      },
      'what is late or still to be looked up': async () => {
        await tracking.cursor('base')
        await tracking.lastTaken('base')
        await tracking.watchesToLookUp('base', now, 50)
        await tracking.watchesDue('vsl', now.getTime())
        await tracking.watchesAwaiting('vsl', 50, undefined)
        await tracking.hopTimes({ kind: 'settle', chain_uid: 'chain1' }, 50)
      },
      'a watch goes on': async () => {
        const watch = await tracking.watch('base', hashOf(newest - 1))
        if (!watch) throw new Error('nobody follows it')
        const hopTimes = [{ kind: 'settle', chain_uid: 'chain1', ms: 1 } as const]
        await tracking.saveWatches([{ watch, tell: true, hopTimes }], now)
      },
      'a claim is funded': () =>
        claims.addClaims(
          [
            {
              claim: {
                claimId: `${newest + 1}`,
                claimerId: freshId,
                token: 'usdc',
                amount: 1n,
                fundedAt: now,
                status: 'funded',
                expiresAt: new Date(now.getTime() + 30 * DAY_MS),
              },
              claimer: fresh,
            },
          ],
          now,
        ),
      'what is to be told': async () => {
        const [row] = await cards.dueRows(now, 50)
        if (!row) throw new Error('nothing is due')
        await cards.spread(`claim:${idOf('claimer', waiting)}`, row.id, now)
        await cards.reachOrSetAside(`claimable:${newest - 1}`, now)
        await cards.dueCards(SURFACE, now, 20)
        await cards.card(newest - 1)
        await cards.update(newest - 1, shown, 4, now)
        await notices.openFor(`m${last(17)}@example.com`)
        await notices.mailedSince(`m${last(17)}@example.com`, recent)
      },
    },
    claim: {
      'what waits for somebody': () => claims.waitingFor(alice, now),
      'what waits for one of the busiest': () => claims.waitingFor(busy, now),
      'a claim page': async () => {
        await claims.claimer(idOf('claimer', waiting))
        await claims.claimsOf(idOf('claimer', waiting))
        await claims.redemptionsOf(idOf('claimer', waiting))
        await claims.claim(`${waiting}`)
        await claims.openSession('s', now)
        await notices.stateOf(`${waiting}`)
      },
      'a link is opened in a chat': async () => {
        const expiresAt = new Date(now.getTime() + HOUR_MS)
        await claims.openLink(
          { account: keyOf(2), claimerId: idOf('claimer', waiting), linkVersion: 1, expiresAt },
          now,
        )
        await claims.openedLink(keyOf(2), now)
        await claims.provenMailboxes(keyOf(2), now)
      },
      'a sign-in is begun and ended': async () => {
        await claims.addSignIn(
          {
            keyHash: 'k',
            claimerId: idOf('claimer', waiting),
            expiresAt: new Date(now.getTime() + HOUR_MS),
          },
          5,
          now,
        )
        await claims.takeSignIn('k', now)
      },
      'a code is sent, tried and used': async () => {
        const claimerId = idOf('claimer', waiting)
        const expiresAt = new Date(now.getTime() + HOUR_MS)
        await claims.addCode(
          { claimerId, recipient: keyOf(2), sentTo: undefined, codeHash: 'c', expiresAt },
          [{ withinMs: HOUR_MS, most: 5 }],
          now,
        )
        const tried = await claims.countTry(claimerId, { perCode: 5, perClaimer: 9 }, now)
        if (typeof tried === 'string') throw new Error(tried)
        await claims.useCode(
          tried.codeId,
          { tokenHash: 't', expiresAt, proof: 'code' as const },
          now,
        )
      },
      'a share is taken': async () => {
        const group = idOf('group', Math.floor(last(3) / 100))
        await claims.group(group)
        await claims.takeShare(group, alice, 'Alice', `${SURFACE}:${chat}`, now, now)
        await claims.sharesOf(group)
      },
    },
    'pay-out': {
      'it is signed': async () => {
        const sequence = await claims.nextSequence(RELAYER)
        const claimerOfIt = await claims.claimer(idOf('claimer', waiting))
        const of = { claimId: `${waiting}`, relayer: RELAYER, sequence }
        await claims.addRedemption(
          redemption({ ...of, bytes: Buffer.alloc(700), txHash: 'FRESH' }),
          asker(claimerOfIt?.boundUserId),
          now,
          now,
        )
      },
      'what is signed and not in a block': () => claims.signedRedemptions(),
      'it is in a block': async () => {
        const [signed] = await claims.redemptionsOf(idOf('claimer', waiting))
        if (!signed) throw new Error('it was not signed')
        await claims.settleRedemption(signed.id, { ok: true, error: '' }, now)
      },
      'somebody else paid it': () => claims.markPaid(`${last(59)}`, 'ELSEWHERE', now),
      'what a sender was given back lately': () =>
        claims.returnsTo({ chain_uid: 'base', address: wallet }, recent),
    },
    page: {
      'what somebody sent': async () => {
        const one = keyOf(Math.floor(people / 2))
        await sentBy(one)
        await signing.signedBy(one, { offset: 0, limit: 10 })
      },
      'what one of the busiest sent': async () => {
        await sentBy(keyOf(1))
        await signing.signedBy(keyOf(1), { offset: 20, limit: 10 })
      },
      'how a transaction stands': async () => {
        await tracking.watch('base', hashOf(newest - 1))
        await tracking.observationsIn('base', hashOf(newest - 1))
      },
    },
    round: {
      'claims whose time is over': () => claims.expired(now, 20),
      'claims of groups that were closed': () => claims.leftOver(20),
      'the newest claim': () => claims.newestClaim(),
      'numbers in the books': () => claims.bookedClaims(BigInt(Math.floor(newest / 2)), 50),
      'claims that wait, for the hub to be asked': () => claims.waitingClaims(0n, 50),
      'the same, farther on': () => claims.waitingClaims(BigInt(Math.floor(newest / 2)), 50),
      'webhooks and messages that go away': async () => {
        await webhooks.due('hooks.example.com', now, 50)
        await passing.due(now, 50)
      },
    },
    minute: {
      'how much is followed': async () => {
        await backlog.openWatches(now)
        await backlog.stuckWatches(now)
      },
      'how much is to be told': () => backlog.outbox(now),
      'what gas has cost': () => claims.gasSpent(new Date(now.getTime() - DAY_MS / 2)),
      freezes: () => createFreezeStore(db).counts(),
      'what is in no block yet': async () => {
        await createUnincludedStore(db).ages(now)
        await createUnincludedStore(db).isPayOut('0xforeign')
      },
    },
    hour: Object.fromEntries(
      Object.entries(forgetting).map(([table, portion]) => [
        `a portion of ${table}`,
        () => portion(recent, 0),
      ]),
    ),
    start: {
      'what was left to be done': () => updates.unsettled(),
      'what was signed and is not followed': () => signing.signedButNotWatched(),
      'updates that no platform repeats are forgotten': () =>
        updates.forget({
          waitingBefore: recent,
          handledBefore: new Date(now.getTime() - 6.5 * DAY_MS),
        }),
    },
    rare: {
      'somebody is forgotten': () => createForgetPerson(db, () => now)(person(3)),
      'a group becomes a supergroup': () =>
        createChatMoves(db)(SURFACE, { from: '-1002', to: '-9' }, now),
      'an account is frozen and let go': async () => {
        const target = {
          kind: 'account',
          platform: busy.platform,
          by: { userId: busy.userId },
        } as const
        const store = createFreezeStore(db)
        await store.freeze(target, { hashOf: () => 'h' }, now)
        await store.release(target, () => 'h', now)
      },
    },
  }
  return Object.entries(operations).flatMap(([when, each]) =>
    Object.entries(each).map(([what, run]) => ({
      when: when as When /* the keys of the table */,
      what,
      run,
    })),
  )
}

const RELAYER = `neuron1${'r'.repeat(38)}`
