import { afterEach, beforeEach, expect, test } from 'vitest'

import { StoreUnavailableError } from '../../src/core/terms/errors.ts'
import { createMailCodes } from '../../src/mail/create-mail.ts'
import { createMailLanguages } from '../../src/mail/mail-languages.ts'
import type { Mailer } from '../../src/mail/mailer.ts'
import { createSmtpMailer } from '../../src/mail/smtp-mailer.ts'
import { createLanguageStore } from '../../src/store/chats/settings-store.ts'
import { createClaimsFixture } from '../claims/claims-fixture.ts'
import { until } from '../until.ts'
import { startSmtpServer, type SmtpServer } from './smtp-server.ts'

const FROM = { name: 'Vouch', address: 'vouch@example.com' }
const MINUTE_MS = 60_000

let smtp: SmtpServer
let mailer: Mailer
let it: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  smtp = await startSmtpServer()
  mailer = createSmtpMailer({ url: smtp.url, from: FROM })
  it = await setUp()
})
afterEach(async () => {
  await it.stop()
  await mailer.stop()
  await smtp.stop()
})

/** A claimer of a mailbox on a real mail server, and tries that are made when their time has come. */
async function setUp() {
  const fixture = createClaimsFixture()
  const sleepers: { ms: number; wake: () => void }[] = []
  const logged: string[] = []
  let refusesMarks = false
  const codes = createMailCodes({
    mailer,
    languages: createMailLanguages({
      store: createLanguageStore(fixture.db),
      vault: fixture.vault,
    }),
    log: { warn: (details) => void logged.push(JSON.stringify(details)) },
  })
  const claims = fixture.restart({
    codes,
    store: {
      async markLate(...late) {
        if (refusesMarks) throw new StoreUnavailableError(new Error('disk full'))
        await fixture.store.markLate(...late)
      },
    },
    sleep: (ms, signal) =>
      new Promise<void>((resolve) => {
        sleepers.push({ ms, wake: resolve })
        signal.addEventListener('abort', () => resolve(), { once: true })
      }),
  })
  const { _id: id } = await fixture.createClaimer({ email: 'bobby@example.org' })
  const secret = await claims.linkSecret(id)
  return {
    ...fixture,
    logged,
    start: () => claims.startProof(id, secret),
    stop: () => claims.stop(),
    /** From now on the database does not take that a code is late, or is no more. */
    refuseMarks: (isSo: boolean) => void (refusesMarks = isSo),
    isLate: async () => (await claims.view(id, secret)).isCodeLate,
    codesOf: () =>
      smtp.arrived.map(({ mail }) => /\b[0-9A-Z]{8}\b/.exec(mail.text ?? '')?.[0] ?? ''),
    verify: (code: string) => claims.verifyProof(id, secret, code),
    /** Waits until so many codes wait for their next try, and gives how long the newest waits. */
    async refused(codesWaiting = 1): Promise<number> {
      await until(() => expect(sleepers).toHaveLength(codesWaiting))
      return sleepers.at(-1)?.ms ?? 0
    },
    /** Ends when a code waits for its next try, or none is tried any more. */
    async atRest(): Promise<void> {
      await until(async () => {
        if (await it.isLate()) expect(sleepers).toHaveLength(1)
      })
    },
    /** The time for the next try has come. */
    tryAgain(): void {
      fixture.advance(sleepers.at(-1)?.ms ?? 0)
      for (const { wake } of sleepers.splice(0)) wake()
    },
  }
}

test('a code that a mail server refuses for now comes later, whoever asked is told that it is late, and the code is good', async () => {
  smtp.refuse(450, 'greylisted, try again later')
  await it.start()
  const first = await it.refused()
  expect(await it.isLate()).toBe(true)
  it.tryAgain()
  expect(await it.refused()).toBe(2 * first)
  smtp.accept()
  it.tryAgain()
  await until(() => expect(it.codesOf()).toHaveLength(1))
  await until(async () => expect(await it.isLate()).toBe(false))
  await it.verify(it.codesOf()[0] ?? '')
  const told = it.warnings.filter((line) => line.includes('a code is late'))
  expect(told).toHaveLength(1)
  expect(told.join()).not.toContain(it.codesOf()[0])
})

test('a code comes also where the database takes neither that it is late nor that it has come', async () => {
  smtp.refuse(450, 'try again later')
  it.refuseMarks(true)
  await it.start()
  await it.refused()
  expect(await it.isLate()).toBe(false)
  it.refuseMarks(false)
  it.tryAgain()
  await it.refused()
  expect(await it.isLate()).toBe(true) // told with the next try
  smtp.accept()
  it.refuseMarks(true)
  it.tryAgain()
  await until(() => expect(it.codesOf()).toHaveLength(1))
  await it.stop() // waits for what it still has to say
  expect(it.warnings.filter((line) => line.includes('could not be delivered'))).toEqual([])
  await it.verify(it.codesOf()[0] ?? '')
})

test('a refused code is given up when it has ended', async () => {
  smtp.refuse(450, 'try again later')
  await it.start()
  await it.refused()
  let tries = 1
  for (; await it.isLate(); tries += 1) {
    it.tryAgain()
    await it.atRest()
  }
  expect(tries).toBeGreaterThan(3)
  expect(it.warnings.at(-1)).toContain('a code could not be delivered')
})

test('of two codes only the newer one is tried again', async () => {
  smtp.refuse(450, 'try again later')
  await it.start()
  await it.refused()
  it.tryAgain()
  await it.refused()
  it.advance(MINUTE_MS)
  await it.start()
  await it.refused(2) // of the older one only that it slept
  smtp.accept()
  it.tryAgain()
  await until(() => expect(it.codesOf()).toHaveLength(1))
  await it.verify(it.codesOf()[0] ?? '')
})

test('a mailbox that is refused for good is not tried again, and nobody hears of it', async () => {
  smtp.refuse(550, 'no such mailbox')
  await it.start()
  await until(() => expect(it.logged).toHaveLength(1))
  expect(await it.isLate()).toBe(false)
})
