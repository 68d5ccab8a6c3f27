import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { viewOf } from '../../src/bots/cards/views.ts'
import { showSums } from '../../src/bots/cards/wording.ts'
import { wordsIn } from '../../src/bots/words/words.ts'
import { createLanguages } from '../../src/bots/delivery/languages.ts'
import { createLanguageStore } from '../../src/store/chats/settings-store.ts'
import { createDelivery } from '../../src/bots/delivery/delivery.ts'
import { createOptOuts } from '../../src/claims/opt-outs.ts'
import type { CodeSender } from '../../src/claims/code-sender.ts'
import { accountKey, type Account } from '../../src/core/terms/identity.ts'
import { createMail } from '../../src/mail/create-mail.ts'
import { createMailLanguages } from '../../src/mail/mail-languages.ts'
import { createSmtpMailer } from '../../src/mail/smtp-mailer.ts'
import { createCardStore } from '../../src/store/chats/card-store.ts'
import { createNoticeStore } from '../../src/store/chats/notice-store.ts'
import { createOptOutStore } from '../../src/store/claims/opt-out-store.ts'
import { outbox } from '../../src/store/chats/chat-tables.ts'
import {
  languages as languageRows,
  optOuts as optOutRows,
} from '../../src/store/people/people-tables.ts'
import { claims as claimRows, verificationCodes } from '../../src/store/claims/claim-tables.ts'
import { createStandInServices } from '../bots/commands/stand-in-services.ts'
import {
  BOBBY,
  createClaimsFixture,
  createdEvent,
  observation,
  TO_BASE,
} from '../claims/claims-fixture.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { startSmtpServer, type SmtpServer } from './smtp-server.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** For what is not about joining and caps. */
const AT_ONCE = { joinMs: 0, perHour: 1000, perDay: 1000 }
const USUAL = { joinMs: MINUTE_MS, perHour: 5, perDay: 20 }

/** Real claims, outbox, delivery and SMTP; the hub and the clock are held. */
function setUp(smtp: SmtpServer, limits = AT_ONCE) {
  const fixture = createClaimsFixture()
  const store = createNoticeStore(fixture.db)
  const warnings: object[] = []
  const log = { warn: (details: object) => void warnings.push(details) }
  const mailer = createSmtpMailer({
    url: smtp.url,
    from: { name: 'Vouch', address: 'vouch@example.com' },
  })
  const optOuts = createOptOuts({
    store: createOptOutStore(fixture.db),
    claimers: fixture.store,
    vault: fixture.vault,
    now: fixture.now,
  })
  const languageStore = createLanguageStore(fixture.db)
  const languages = createMailLanguages({ store: languageStore, vault: fixture.vault })
  const mail = createMail({
    network: sampleNetwork,
    mailer,
    claims: fixture.claims(),
    optOuts,
    store,
    limits,
    languages,
    showSums: async (language, amounts) => showSums(wordsIn(language), sampleNetwork, amounts),
    publicUrl: 'https://vouch.example',
    log,
    now: fixture.now,
  })
  const deliveryOf = (notify: typeof mail.notify | undefined) =>
    createDelivery({
      store: createCardStore(fixture.db),
      surfaces: [],
      views: {},
      viewOf,
      services: createStandInServices().services,
      languages: createLanguages(createLanguageStore(fixture.db)),
      mail: notify,
      log,
      now: fixture.now,
      sleep: async () => undefined,
    })
  return {
    ...fixture,
    languageStore,
    languages,
    smtp,
    mail,
    optOuts,
    store,
    warnings,
    delivery: deliveryOf(mail.notify),
    withoutMail: deliveryOf(undefined),
    /** A claim of `Bobby@Example.com` that is on chain. */
    async fundByMail(token?: string, email = 'Bobby@Example.com', by?: Account, askedIn?: string) {
      const claimer = await fixture.createClaimer({ email }, by, undefined, undefined, { askedIn })
      return { claimer, claimId: await fixture.fund(claimer, token) }
    },
    /** So many claims for one mailbox, by one transaction. */
    async fundShares(count: number, firstId = 9000) {
      const claimers: Awaited<ReturnType<typeof fixture.createClaimer>>[] = []
      for (let made = 0; made < count; made += 1)
        claimers.push(await fixture.createClaimer({ email: 'bobby@example.com' }))
      const events = claimers.map((claimer, index) => createdEvent(`${firstId + index}`, claimer))
      await fixture.claims().observe([observation(events)])
      return claimers
    },
    restartMail: () => deliveryOf(mail.notify),
  }
}

let smtp: SmtpServer
let stand: ReturnType<typeof setUp>
beforeEach(async () => {
  smtp = await startSmtpServer()
  stand = setUp(smtp)
})
/** The same with the limits that are usual. */
function withLimits(limits: Partial<typeof USUAL> = {}) {
  stand = setUp(smtp, { ...USUAL, ...limits })
  return stand
}
afterEach(async () => {
  await stand.mail.stop()
  await smtp.stop()
})

const topicsTold = async () =>
  (await stand.db.select().from(outbox).all()).filter(({ kind }) => kind === 'refresh')

test('the recipient gets one mail with the link, its secret behind the #', async () => {
  const { claims, delivery, store, fundByMail } = stand
  const { claimer, claimId } = await fundByMail()
  expect(await store.stateOf(claimId)).toBe('waiting')
  await delivery.deliverDue()
  await delivery.deliverDue()
  expect(smtp.arrived.map(({ recipients }) => recipients)).toEqual([['bobby@example.com']])
  const link = `https://vouch.example/claim/${claimer._id}#${await claims().linkSecret(claimer._id)}`
  expect(smtp.arrived[0]?.mail.text).toContain(link)
  expect(smtp.arrived[0]?.mail.subject).toBe('@alice sent you 5 USDC')
  expect(smtp.arrived[0]?.mail.text).not.toContain('PIN')
  expect(await store.stateOf(claimId)).toBe('sent')
})

test('above the cap the mail names the PIN, without telling it', async () => {
  const { delivery, fundByMail } = stand
  const { claimer } = await fundByMail('eth')
  await delivery.deliverDue()
  expect(smtp.arrived[0]?.mail.text).toContain('PIN of 6 characters')
  expect(smtp.arrived[0]?.raw).not.toContain(claimer.otp)
})

test("the sender's card is told when the mail was taken, and when it was refused", async () => {
  const { delivery, fundByMail } = stand
  await fundByMail()
  const before = (await topicsTold()).length
  await delivery.deliverDue()
  expect(await topicsTold()).toHaveLength(before + 1)
  smtp.refuse(550, 'no such mailbox')
  await fundByMail()
  const between = (await topicsTold()).length
  await delivery.deliverDue()
  expect(await topicsTold()).toHaveLength(between + 1)
})

test('a refusal for good ends it, and is remembered', async () => {
  const { delivery, store, advance, fundByMail } = stand
  const { claimId } = await fundByMail()
  smtp.refuse(550, 'no such mailbox')
  await delivery.deliverDue()
  expect(await store.stateOf(claimId)).toBe('refused')
  smtp.accept()
  advance(24 * 3600 * SECOND_MS)
  await delivery.deliverDue()
  expect(smtp.arrived).toEqual([])
})

test('a refusal for now is tried again, each time later, until it is taken', async () => {
  const { delivery, store, advance, fundByMail, db } = stand
  const { claimId } = await fundByMail()
  smtp.refuse(450, 'greylisted')
  const dueInMs = async () =>
    ((await db.select().from(outbox).all())
      .find(({ kind }) => kind === 'notify')
      ?.notBefore.getTime() ?? 0) - stand.now().getTime()
  const waits: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await delivery.deliverDue()
    waits.push((await dueInMs()) / SECOND_MS)
    advance(await dueInMs())
  }
  expect(waits).toEqual([1, 2, 4])
  expect(await store.stateOf(claimId)).toBe('waiting')
  smtp.accept()
  await delivery.deliverDue()
  expect(smtp.arrived).toHaveLength(1)
  expect(await store.stateOf(claimId)).toBe('sent')
})

test('a stop between sending and its record sends again, and the repeat can be recognised', async () => {
  const { delivery, restartMail, fundByMail, db, store } = stand
  const { claimId } = await fundByMail()
  await delivery.deliverDue()
  await db.update(outbox).set({ deliveredAt: null }).run() // as if the process had died right after the send
  await restartMail().deliverDue()
  const ids = smtp.arrived.map(({ mail }) => mail.messageId)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  expect(await store.stateOf(claimId)).toBe('sent')
  await stand.fundByMail()
  await restartMail().deliverDue()
  expect(new Set(smtp.arrived.map(({ mail }) => mail.messageId)).size).toBe(2)
})

test('what is paid already is not announced any more', async () => {
  const { delivery, claims, fundByMail, store } = stand
  const { claimId } = await fundByMail()
  await claims().observe([
    observation([{ kind: 'execute_claim', claim_id: claimId, recipient: '' }]),
  ])
  await delivery.deliverDue()
  expect(smtp.arrived).toEqual([])
  expect(await store.stateOf(claimId)).toBe('sent')
})

test('what is being paid or taken back is told once that has failed, beside what is told meanwhile, and not once it is done', async () => {
  const { delivery, advance, db, fundByMail, store } = stand
  const { claimId } = await fundByMail()
  const { claimId: other } = await fundByMail()
  const become = (id: string, status: 'funded' | 'redeeming' | 'paid') =>
    db.update(claimRows).set({ status }).where(eq(claimRows.claimId, id)).run()
  await become(claimId, 'redeeming')
  for (let looks = 0; looks < 3; looks += 1) await delivery.deliverDue()
  expect(smtp.arrived).toHaveLength(1)
  expect([await store.stateOf(claimId), await store.stateOf(other)]).toEqual(['waiting', 'sent'])
  await become(claimId, 'funded')
  advance(30 * SECOND_MS)
  await delivery.deliverDue()
  expect(smtp.arrived).toHaveLength(2)
  const { claimId: last } = await fundByMail()
  await become(last, 'redeeming')
  await delivery.deliverDue()
  await become(last, 'paid')
  advance(30 * SECOND_MS)
  await delivery.deliverDue()
  expect(smtp.arrived).toHaveLength(2)
  expect(await store.stateOf(last)).toBe('sent')
})

test('what is being paid holds up nothing else, brings nothing forward and is looked at ever more seldom', async () => {
  const { delivery, advance, db, fundByMail } = withLimits()
  const { claimId } = await fundByMail()
  const become = (status: 'funded' | 'redeeming') =>
    db.update(claimRows).set({ status }).where(eq(claimRows.claimId, claimId)).run()
  await become('redeeming')
  const heldMs = async () => {
    const row = (await db.select().from(outbox).all()).find(
      ({ id, platform }) => platform === 'email' && id.includes(claimId),
    )
    return (row?.notBefore.getTime() ?? 0) - stand.now().getTime()
  }
  advance(MINUTE_MS)
  await delivery.deliverDue()
  expect(await heldMs()).toBe(30 * SECOND_MS)
  advance(HOUR_MS - MINUTE_MS)
  await delivery.deliverDue()
  expect(await heldMs()).toBe(6 * MINUTE_MS)
  for (let second = 0; second <= 600; second += 1) {
    if (second < 50 && second % 10 === 0) await fundByMail()
    await delivery.deliverDue()
    advance(SECOND_MS)
  }
  expect(linksTold()).toEqual([5])
  advance(20 * HOUR_MS)
  await delivery.deliverDue()
  expect(await heldMs()).toBe(HOUR_MS)
  await become('funded')
  advance(HOUR_MS)
  await delivery.deliverDue()
  expect(linksTold()).toEqual([5, 1])
})

test('a failed try to tell what is being paid now holds up nothing else', async () => {
  const { delivery, advance, db, fundByMail } = stand
  const { claimId } = await fundByMail()
  smtp.refuse(450, 'greylisted')
  await delivery.deliverDue()
  smtp.accept()
  await db
    .update(claimRows)
    .set({ status: 'redeeming' })
    .where(eq(claimRows.claimId, claimId))
    .run()
  advance(HOUR_MS)
  await delivery.deliverDue()
  await fundByMail()
  await delivery.deliverDue()
  expect(linksTold()).toEqual([1])
})

test('without outgoing mail a notice waits, and goes out once there is some', async () => {
  const { withoutMail, delivery, advance, mail, store, fundByMail } = stand
  const { claimId } = await fundByMail()
  await withoutMail.deliverDue()
  advance(24 * 3600 * SECOND_MS)
  await delivery.deliverDue()
  expect(smtp.arrived).toEqual([])
  await mail.start()
  await delivery.deliverDue()
  expect(smtp.arrived).toHaveLength(1)
  expect(await store.stateOf(claimId)).toBe('sent')
})

test('a code comes by mail and redeems; it is in no table and no log', async () => {
  const { db, warnings, mail, restart, fundByMail } = stand
  const codes: CodeSender = mail.codes
  const claims = restart({ codes })
  const { claimer, claimId } = await fundByMail()
  const secret = await claims.linkSecret(claimer._id)
  await claims.startProof(claimer._id, secret)
  await expect.poll(() => smtp.arrived.length).toBe(1)
  const [, code = ''] = /^Code: ([A-Z2-9]{8})$/m.exec(smtp.arrived[0]?.mail.text ?? '') ?? []
  const { session } = await claims.verifyProof(claimer._id, secret, code)
  await claims.redeem(claimId, { session }, TO_BASE)
  expect(code).toHaveLength(8)
  expect(smtp.arrived[0]?.recipients).toEqual(['bobby@example.com'])
  expect(await db.select().from(verificationCodes).all()).toHaveLength(1)
  const tables = await db.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table'`,
  )
  const rows = tables.map(({ name }) => db.all(sql.raw(`select * from ${name}`)))
  expect(tables.length).toBeGreaterThan(10)
  expect(JSON.stringify(rows)).not.toContain(code)
  expect(JSON.stringify(warnings)).not.toContain(code)
})

test('a code that cannot be mailed ends the same, and is in no log even if the server repeats it', async () => {
  const { mail, warnings } = stand
  const code = 'ABCD2345'
  smtp.refuse(550, `I will not take ${code}`)
  const identity = { platform: 'email', handle: 'bobby@example.com' } as const
  await mail.codes.send({ identity, boundUserId: undefined, code, claimerId: 'c1' })
  expect(warnings).toHaveLength(1)
  expect(JSON.stringify(warnings)).not.toContain(code)
})

const linksIn = (words: string | undefined) => words?.match(/https:\S+\/claim\/\S+/g) ?? []
/** What each mail with notices said, by its links. */
const linksTold = () => smtp.arrived.map(({ mail }) => linksIn(mail.text).length)

test('fifty shares of one transaction for one mailbox are one mail, and one for each reminder', async () => {
  const { delivery, advance, fundShares, claims } = withLimits()
  const claimers = await fundShares(50)
  await delivery.deliverDue()
  expect(smtp.arrived).toEqual([])
  advance(MINUTE_MS)
  await delivery.deliverDue()
  expect(linksTold()).toEqual([50])
  const [first] = smtp.arrived
  expect(first?.mail.subject).toBe('@alice sent you 250 USDC')
  for (const { _id } of claimers)
    expect(first?.mail.text).toContain(
      `https://vouch.example/claim/${_id}#${await claims().linkSecret(_id)}\n`,
    )
  advance(7 * DAY_MS)
  await delivery.deliverDue()
  expect(linksTold()).toEqual([50, 50])
  expect(smtp.arrived[1]?.mail.subject).toBe('250 USDC from @alice still waits for you')
  advance(6 * DAY_MS)
  await delivery.deliverDue()
  await delivery.deliverDue()
  expect(linksTold()).toEqual([50, 50, 50])
})

test.each([
  { name: 'within a minute of the first', atSec: [0, 30, 59], mails: [3] },
  { name: 'as the minute ends', atSec: [0, 60], mails: [2] },
  { name: 'after it', atSec: [0, 30, 61], mails: [2, 1] },
  { name: 'one by one', atSec: [0, 120, 240], mails: [1, 1, 1] },
])('what comes $name is told in $mails.length', async ({ atSec, mails }) => {
  const { delivery, advance, fundByMail } = withLimits()
  for (let second = 0; second <= 400; second += 1) {
    if (atSec.includes(second)) await fundByMail()
    await delivery.deliverDue()
    advance(SECOND_MS)
  }
  expect(linksTold()).toEqual(mails)
})

test('mailboxes are told apart, and what one gets says nothing of another', async () => {
  const { delivery, advance, fundByMail } = withLimits()
  const { claimer } = await fundByMail()
  await fundByMail('usdc', 'carol@example.com')
  advance(MINUTE_MS)
  await delivery.deliverDue()
  const bobby = smtp.arrived.find(({ recipients }) => recipients.includes('bobby@example.com'))
  expect(smtp.arrived).toHaveLength(2)
  expect(linksIn(bobby?.mail.text).join()).toContain(claimer._id)
  expect(linksTold()).toEqual([1, 1])
})

test('above the cap nothing is lost: it is in the next mail that may go, also after a restart', async () => {
  const { advance, fundByMail, restartMail } = withLimits({ perHour: 2, perDay: 3 })
  const tell = async () => {
    advance(MINUTE_MS)
    await restartMail().deliverDue()
  }
  for (let sent = 0; sent < 5; sent += 1) {
    await fundByMail()
    await tell()
  }
  expect(linksTold()).toEqual([1, 1])
  advance(56 * MINUTE_MS - 1) // a moment before the first is an hour old
  await restartMail().deliverDue()
  expect(linksTold()).toEqual([1, 1])
  advance(1)
  await restartMail().deliverDue()
  expect(linksTold()).toEqual([1, 1, 3])
  for (let hour = 0; hour < 22; hour += 1) {
    await fundByMail()
    advance(HOUR_MS)
    await restartMail().deliverDue()
  }
  expect(linksTold()).toEqual([1, 1, 3])
  advance(HOUR_MS)
  await restartMail().deliverDue()
  expect(linksTold()).toEqual([1, 1, 3, 22])
})

test('a code that somebody asks for is not held back by the cap, and does not count', async () => {
  const { advance, delivery, mail, restart, fundByMail } = withLimits({ perHour: 1 })
  const claims = restart({ codes: mail.codes })
  const { claimer } = await fundByMail()
  const secret = await claims.linkSecret(claimer._id)
  await claims.startProof(claimer._id, secret)
  await expect.poll(() => smtp.arrived.length).toBe(1)
  advance(MINUTE_MS)
  await delivery.deliverDue()
  expect(smtp.arrived).toHaveLength(2) // the code was no notice
  await claims.startProof(claimer._id, secret)
  await expect.poll(() => smtp.arrived.length).toBe(3)
  expect(smtp.arrived[2]?.mail.text).toMatch(/^Code: /m)
})

test('what is told together fails together: its server is tried once at a time, each time later', async () => {
  const { delivery, advance, fundShares, warnings, fundByMail } = withLimits()
  await fundShares(50)
  smtp.refuse(450, 'greylisted')
  advance(MINUTE_MS)
  const tries: number[] = []
  for (const waitSec of [0, 1, 2, 4]) {
    advance(waitSec * SECOND_MS)
    await fundByMail() // and what comes meanwhile makes it no more
    for (let round = 0; round < 3; round += 1) await delivery.deliverDue()
    tries.push(warnings.length)
  }
  expect(tries).toEqual([1, 2, 3, 4])
  smtp.accept()
  advance(8 * SECOND_MS)
  await delivery.deliverDue()
  expect(linksTold()).toEqual([54])
})

test('what is more than a mail can tell goes with the next', async () => {
  const { delivery, advance, fundShares } = withLimits()
  await fundShares(55)
  advance(MINUTE_MS) // no sender makes more of them in a minute
  await fundShares(55, 9500)
  await delivery.deliverDue()
  expect(linksTold()).toEqual([100])
  advance(MINUTE_MS)
  await delivery.deliverDue()
  expect(linksTold()).toEqual([100, 10])
})

const headersOf = (at: number) =>
  Object.fromEntries(smtp.arrived[at]?.mail.headers.map(({ key, value }) => [key, value]) ?? [])
const tokenIn = (at: number) =>
  /\/unsubscribe\/(\S+)/.exec(smtp.arrived[at]?.mail.text ?? '')?.[1] ?? ''

test('notices and reminders say how to stop them, as RFC 8058 has it, and codes do not', async () => {
  const { advance, delivery, mail, restart, fundByMail } = withLimits()
  const claims = restart({ codes: mail.codes })
  const { claimer } = await fundByMail()
  advance(MINUTE_MS)
  await delivery.deliverDue()
  advance(7 * DAY_MS)
  await delivery.deliverDue()
  await claims.startProof(claimer._id, await claims.linkSecret(claimer._id))
  await expect.poll(() => smtp.arrived.length).toBe(3)
  for (const at of [0, 1]) {
    const url = `https://vouch.example/unsubscribe/${tokenIn(at)}`
    expect(headersOf(at)['list-unsubscribe']).toBe(`<${url}>`)
    expect(headersOf(at)['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    // One line, as it was written: what a relay signs is what a mail program reads.
    expect(smtp.arrived[at]?.raw).toContain(`\r\nList-Unsubscribe: <${url}>\r\n`)
    expect(smtp.arrived[at]?.mail.html).toContain(`href="${url}"`)
    expect(url).not.toMatch(/bobby|alice|%40/i)
  }
  expect(headersOf(2)).not.toHaveProperty('list-unsubscribe')
  expect(smtp.arrived[2]?.mail.text).not.toContain('unsubscribe')
})

test('who asked for no mails gets none, but for the codes that they ask for, until they undo it', async () => {
  const { advance, delivery, mail, optOuts, restart, fundByMail, restartMail, db } = withLimits()
  const claims = restart({ codes: mail.codes })
  const { claimer } = await fundByMail()
  advance(MINUTE_MS)
  await delivery.deliverDue()
  const token = tokenIn(0)
  await optOuts.choose(token, 'all')
  expect(JSON.stringify(await db.select().from(optOutRows).all())).not.toMatch(/bobby|example/i)

  const told = (await topicsTold()).length
  const { claimer: second } = await fundByMail('usdc', 'bobby@example.com', BOBBY)
  await fundByMail('usdc', 'carol@example.com')
  advance(MINUTE_MS)
  await restartMail().deliverDue()
  advance(7 * DAY_MS)
  await restartMail().deliverDue()
  expect(smtp.arrived.flatMap(({ recipients }) => recipients)).toEqual([
    'bobby@example.com',
    'carol@example.com',
    'carol@example.com',
  ])
  expect((await topicsTold()).length).toBeGreaterThan(told) // the sender's card is rendered again
  expect(await optOuts.wantsNone(second._id)).toBe(true)

  await claims.startProof(claimer._id, await claims.linkSecret(claimer._id))
  await expect.poll(() => smtp.arrived.length).toBe(4)
  expect(smtp.arrived[3]?.mail.text).toMatch(/^Code: /m)

  await optOuts.choose(token, 'none')
  await fundByMail()
  advance(MINUTE_MS)
  await restartMail().deliverDue()
  expect(smtp.arrived.at(-1)?.recipients).toEqual(['bobby@example.com'])
})

test('who wants no mails from one sender gets those of others', async () => {
  const { advance, delivery, optOuts, fundByMail } = withLimits()
  const tell = async () => {
    advance(MINUTE_MS)
    await delivery.deliverDue()
  }
  await fundByMail()
  await tell()
  await optOuts.choose(tokenIn(0), 'sender')
  expect(await optOuts.stateOf(tokenIn(0))).toEqual({ all: false, sender: true })
  await fundByMail()
  await fundByMail('usdc', 'bobby@example.com', BOBBY)
  await tell()
  expect(smtp.arrived.map(({ mail }) => mail.subject)).toEqual([
    '@alice sent you 5 USDC',
    '@bobby sent you 5 USDC',
  ])
  await optOuts.choose(tokenIn(0), 'none')
  await fundByMail()
  await fundByMail('usdc', 'bobby@example.com', BOBBY)
  await tell()
  expect(linksTold()).toEqual([1, 1, 2])
  expect((await optOuts.stateOf(tokenIn(2))).sender).toBeUndefined() // no one sender to stop
})

test('nobody opts a mailbox out with a link that we did not make', async () => {
  const { advance, delivery, optOuts, fundByMail } = withLimits()
  const { claimer } = await fundByMail()
  advance(MINUTE_MS)
  await delivery.deliverDue()
  const [mailbox = '', sender = '', mac = ''] = tokenIn(0).split('.')
  const forged = [
    '',
    `${mailbox}..${mac}`,
    `${sender}.${mailbox}.${mac}`,
    `${mailbox}.${sender}.${'A'.repeat(43)}`,
    `${'A'.repeat(24)}.${sender}.${mac}`,
  ]
  for (const token of forged)
    await expect(optOuts.choose(token, 'all')).rejects.toThrow('not a link')
  expect(await optOuts.wantsNone(claimer._id)).toBe(false)
})

test('a mail is in what its reader last spoke, else in what its sender or their group speaks, else in English', async () => {
  const { mail, restart, delivery, fundByMail, languageStore, languages, db } = stand
  const claims = restart({ codes: mail.codes })
  const subjects = () => smtp.arrived.map((arrived) => arrived.mail.subject)
  const { claimer } = await fundByMail()
  await delivery.deliverDue()
  await fundByMail(undefined, 'bobby@example.com', BOBBY, 'chat:telegram:-7')
  await languageStore.hear('chat:telegram:-7', 'es')
  await delivery.deliverDue()
  await languageStore.hear(accountKey(BOBBY), 'tr')
  await fundByMail(undefined, 'bobby@example.com', BOBBY)
  await delivery.deliverDue()
  const secret = await claims.linkSecret(claimer._id)
  await claims.startProof(claimer._id, secret, { language: 'de' })
  await expect.poll(() => languages.ofMailbox('bobby@example.com')).toBe('de')
  await fundByMail()
  await delivery.deliverDue()
  expect(subjects()).toEqual([
    '@alice sent you 5 USDC',
    '@bobby te ha enviado 5 USDC',
    '@bobby sana 5 USDC gönderdi',
    expect.stringMatching(/^[0-9A-Z]{8} ist dein Code für Vouch$/),
    '@alice hat dir 5 USDC geschickt',
  ])
  const offers = smtp.arrived.map((arrived) => arrived.mail.text?.includes('简体中文'))
  expect(offers).toEqual([true, true, true, false, false]) // whoever has chosen is not told how to
  // No address is kept for that.
  expect(JSON.stringify(await db.select().from(languageRows).all())).not.toContain('bobby@')
})
