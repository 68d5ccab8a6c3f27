import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createLanguages } from '../../src/bots/languages.ts'
import { createLanguageStore } from '../../src/store/language-store.ts'
import { createDelivery } from '../../src/bots/delivery.ts'
import type { CodeSender } from '../../src/claims/code-sender.ts'
import { createMail } from '../../src/mail/create-mail.ts'
import { createSmtpMailer } from '../../src/mail/smtp-mailer.ts'
import { createCardStore } from '../../src/store/card-store.ts'
import { createNoticeStore } from '../../src/store/notice-store.ts'
import { outbox } from '../../src/store/tables/chat.ts'
import { verificationCodes } from '../../src/store/tables/claims.ts'
import { createStandInServices } from '../bots/commands/stand-in-services.ts'
import { createClaimsFixture, observation, TO_BASE } from '../claims/claims-fixture.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { startSmtpServer, type SmtpServer } from './smtp-server.ts'

const SECOND_MS = 1000

/** Real claims, outbox, delivery and SMTP; the hub and the clock are held. */
function setUp(smtp: SmtpServer) {
  const fixture = createClaimsFixture()
  const store = createNoticeStore(fixture.db)
  const warnings: object[] = []
  const log = { warn: (details: object) => void warnings.push(details) }
  const mailer = createSmtpMailer({
    url: smtp.url,
    from: { name: 'Vouch', address: 'vouch@example.com' },
  })
  const mail = createMail({
    network: sampleNetwork,
    mailer,
    claims: fixture.claims(),
    store,
    showSums: (amounts) => amounts.map(({ amount, token }) => `${amount} ${token}`).join(' and '),
    publicUrl: () => 'https://vouch.example',
    log,
    now: fixture.now,
  })
  const deliveryOf = (notify: typeof mail.notify | undefined) =>
    createDelivery({
      store: createCardStore(fixture.db),
      surfaces: [],
      views: {},
      services: createStandInServices().services,
      languages: createLanguages(createLanguageStore(fixture.db)),
      mail: notify,
      log,
      now: fixture.now,
      sleep: async () => undefined,
    })
  return {
    ...fixture,
    smtp,
    mail,
    store,
    warnings,
    delivery: deliveryOf(mail.notify),
    withoutMail: deliveryOf(undefined),
    /** A claim of `Bobby@Example.com` that is on chain. */
    async fundByMail(token?: string) {
      const claimer = await fixture.createClaimer({ email: 'Bobby@Example.com' })
      return { claimer, claimId: await fixture.fund(claimer, token) }
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
afterEach(async () => {
  await stand.mail.stop()
  await smtp.stop()
})

const topicsTold = () =>
  stand.db
    .select()
    .from(outbox)
    .all()
    .filter(({ kind }) => kind === 'refresh')

test('the recipient gets one mail with the link, its secret behind the #', async () => {
  const { claims, delivery, store, fundByMail } = stand
  const { claimer, claimId } = await fundByMail()
  expect(await store.stateOf(claimId)).toBe('waiting')
  await delivery.deliverDue()
  await delivery.deliverDue()
  expect(smtp.arrived.map(({ recipients }) => recipients)).toEqual([['bobby@example.com']])
  const link = `https://vouch.example/claim/${claimer._id}#${await claims().linkSecret(claimer._id)}`
  expect(smtp.arrived[0]?.mail.text).toContain(link)
  expect(smtp.arrived[0]?.mail.subject).toBe('@alice sent you 5000000 usdc')
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
  const before = topicsTold().length
  await delivery.deliverDue()
  expect(topicsTold()).toHaveLength(before + 1)
  smtp.refuse(550, 'no such mailbox')
  await fundByMail()
  const between = topicsTold().length
  await delivery.deliverDue()
  expect(topicsTold()).toHaveLength(between + 1)
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
  const dueInMs = () =>
    (db
      .select()
      .from(outbox)
      .all()
      .find(({ kind }) => kind === 'notify')
      ?.notBefore.getTime() ?? 0) - stand.now().getTime()
  const waits: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await delivery.deliverDue()
    waits.push(dueInMs() / SECOND_MS)
    advance(dueInMs())
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
  db.update(outbox).set({ deliveredAt: null }).run() // as if the process had died right after the send
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
  expect(db.select().from(verificationCodes).all()).toHaveLength(1)
  const tables = db.all<{ name: string }>(sql`select name from sqlite_master where type = 'table'`)
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
