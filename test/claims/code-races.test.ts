import { pino } from 'pino'
import { expect, test } from 'vitest'

import { claim } from '../../src/bots/commands/claim.ts'
import { claimRoutes } from '../../src/api/routes/claim-routes.ts'
import { createApi } from '../../src/api/server.ts'
import { DomainError } from '../../src/core/terms/errors.ts'
import type { Tracker } from '../../src/services/tracking/tracker.ts'
import { claimers, claimSessions, verificationCodes } from '../../src/store/claims/claim-tables.ts'
import { createStandInServices, speaker } from '../bots/commands/stand-in-services.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { createClaimsFixture } from './claims-fixture.ts'
import { raceRightCode, raceWrongCodes, ROUNDS, type Door } from './code-races.ts'

const CLAIMS = 20

/** Claims for as many mailboxes, behind the routes that the page and others call, and behind a chat. */
async function startDoors() {
  const fixture = createClaimsFixture()
  const claims = fixture.claims()
  const tracker: Pick<Tracker, 'progress'> = { progress: async () => undefined }
  const services = { ...createStandInServices().services, claims }
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      claimRoutes({
        network: sampleNetwork,
        claims,
        tracker: tracker as Tracker, // of the tracker, a claim's view asks for progress only
        signRequests: services.signRequests,
        voucher: async () => 0n,
        isContract: async () => false,
        languageOf: async () => undefined,
        chatUrlOf: () => undefined,
        payoutTerms: services.market.payoutTerms,
        prices: services.market.prices,
        wordsRule: { fromUsd: 100, worthWith: async () => '0', isTooMuch: async () => false },
        passkeyAt: async () => undefined,
        isGasless: async () => true,
        isHttps: false,
        now: fixture.now,
      }),
    ],
  })
  const doors: Door[] = []
  for (let number = 0; number < CLAIMS; number += 1) {
    const { _id, otp } = await fixture.createClaimer({ email: `p${number}@example.com` })
    const headers = { 'x-claim-secret': await claims.linkSecret(_id) }
    const call = async (path: string, payload: object) => {
      const url = `/api/v1/claims/${_id}${path}`
      const answer = await server.inject({ method: 'POST', url, headers, payload })
      return answer.statusCode < 300 ? 'ok' : String(answer.json().error.code)
    }
    const person = speaker(`p${number}`, { chat: { id: `dm:p${number}`, kind: 'private' } })
    const say = async (words: string) => {
      try {
        await claim.run(words, person, services)
        return 'ok'
      } catch (error) {
        if (error instanceof DomainError) return error.code
        throw error
      }
    }
    doors.push({
      pin: otp,
      async sendCode() {
        expect(await say(`${_id}#${headers['x-claim-secret']}`)).toBe('ok')
        return fixture.sent.at(-1)?.code ?? ''
      },
      ways: [(code) => call('/proof/verify', { code }), (code) => say(`code ${code}`)],
      cancel: (pin) => call('/cancel', { otp: pin }),
    })
  }
  return { ...fixture, doors }
}

test(`of 32 right codes at once, for each of ${CLAIMS} claims, one is let in`, async () => {
  const { doors, db } = await startDoors()
  for (const door of doors) expect(await raceRightCode(door)).toEqual([])
  expect(await db.select().from(claimSessions).all()).toHaveLength(CLAIMS)
})

test(`of 64 wrong codes and PINs for each of ${CLAIMS} claims 5 are compared per code, 20 codes in all, and 5 PINs`, async () => {
  const { doors, db, advance } = await startDoors()
  const guessed = doors.map(() => ({ codes: 0, pins: 0 }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, door] of doors.entries())
      expect(await raceWrongCodes(door, guessed[at] ?? { codes: 0, pins: 0 }, round)).toEqual([])
    advance(60_000)
  }
  for (const { failedTries } of await db.select().from(claimers).all()) expect(failedTries).toBe(20)
  for (const { tries } of await db.select().from(verificationCodes).all())
    expect(tries).toBeLessThanOrEqual(5)
})
