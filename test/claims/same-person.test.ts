import { expect, test } from 'vitest'

import type { Account } from '../../src/core/terms/identity.ts'
import type { Social } from '../../src/core/terms/shapes.ts'
import { BOBBY, createClaimsFixture, TO_BASE } from './claims-fixture.ts'
import { outcome } from './outcome.ts'

const CAROL: Account = { platform: 'telegram', userId: '43', handle: 'carol' }

/** A person who proved to be the recipient of one claim, and others that wait for whoever is named. */
async function withSession(
  social: Social = { telegram: '@bobby' },
  known: readonly Account[] = [BOBBY, CAROL],
) {
  const fixture = createClaimsFixture()
  await fixture.meet(...known)
  const claimFor = async (to: Social) => {
    const claimer = await fixture.createClaimer(to)
    return { id: claimer._id, claimId: await fixture.fund(claimer) }
  }
  const own = await claimFor(social)
  const secret = await fixture.claims().linkSecret(own.id)
  await fixture.claims().startProof(own.id, secret)
  const { session } = await fixture
    .claims()
    .verifyProof(own.id, secret, fixture.sent.at(-1)?.code ?? '')
  const redeem = (claimId: string) => fixture.claims().redeem(claimId, { session }, TO_BASE)
  const others = async () => (await fixture.claims().othersOf(session)).map(({ id }) => id)
  return { ...fixture, own, claimFor, session, redeem, others }
}

test('one proof shows and redeems everything that waits for the same account', async () => {
  const { claims, claimFor, session, redeem, others, own, hub } = await withSession()
  const second = await claimFor({ telegram: '@Bobby' })
  const third = await claimFor({ telegram: '@bobby' })
  expect(await others()).toEqual([second.id, third.id])
  for (const { claimId } of [own, second, third]) expect(await outcome(redeem(claimId))).toBe('ok')
  expect(hub.broadcasts).toHaveLength(3)
  expect(await others()).toEqual([])
  expect(await claims().viewProven(second.id, session)).toMatchObject({
    id: second.id,
    items: [{ status: 'redeeming' }],
  })
})

test("somebody else's claim is neither shown nor redeemed, nor is it said whose it is", async () => {
  const { claims, claimFor, session, redeem, others } = await withSession()
  const carols = await claimFor({ telegram: '@carol' })
  const strangers = await claimFor({ telegram: '@dave' }) // nobody whom we have met
  const mailed = await claimFor({ email: 'bobby@example.com' })
  expect(await others()).toEqual([])
  for (const { id, claimId } of [carols, strangers, mailed]) {
    expect(await outcome(redeem(claimId))).toBe('NOT_FOUND')
    expect(await outcome(claims().viewProven(id, session))).toBe('NOT_FOUND')
  }
  expect(await outcome(redeem('999'))).toBe('NOT_FOUND')
  expect(await outcome(claims().viewProven('unknown', session))).toBe('NOT_FOUND')
})

test('of a handle that another account shows by now, only what is bound to the account is its own', async () => {
  const { meet, claimFor, redeem, others } = await withSession()
  const bound = await claimFor({ telegram: '@bobby' }) // to the account that we knew under the handle
  await meet({ ...BOBBY, handle: undefined })
  const unbound = await claimFor({ telegram: '@bobby' }) // to whomever its sender says
  await meet({ platform: 'telegram', userId: '99', handle: 'bobby' })
  expect(await others()).toEqual([bound.id])
  expect(await outcome(redeem(bound.claimId))).toBe('ok')
  expect(await outcome(redeem(unbound.claimId))).toBe('NOT_FOUND')
})

test('an e-mail address is its own account', async () => {
  const { claimFor, redeem, others } = await withSession({ email: 'bobby@example.com' }, [])
  const second = await claimFor({ email: 'Bobby@example.com' })
  const other = await claimFor({ email: 'carol@example.com' })
  expect(await others()).toEqual([second.id])
  expect(await outcome(redeem(second.claimId))).toBe('ok')
  expect(await outcome(redeem(other.claimId))).toBe('NOT_FOUND')
})

test('without a session nothing is told about any claim', async () => {
  const { claims, claimFor } = await withSession()
  const { id, claimId } = await claimFor({ telegram: '@bobby' })
  const session = 'x'.repeat(43)
  for (const call of [
    claims().othersOf(session),
    claims().viewProven(id, session),
    claims().redeem(claimId, { session }, TO_BASE),
    claims().redeem('999', { session }, TO_BASE),
  ])
    expect(await outcome(call)).toBe('PROOF_REQUIRED')
})
