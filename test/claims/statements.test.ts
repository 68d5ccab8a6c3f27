import { expect, test } from 'vitest'

import { countStatements } from '../../bench/bare-sqlite.ts'
import { BOBBY, createClaimsFixture, TO_BASE } from './claims-fixture.ts'

const statements = countStatements()

/** What `work` asks of the database and the signer's ledger together. Where a transaction begins counts as a write. */
async function costOf<Result>(work: () => Promise<Result>) {
  statements.since()
  const result = await work()
  return { result, ...statements.since() }
}

test('a claim costs no more statements than it needs, when it is made, taken in and redeemed', async () => {
  const { meet, createClaimer, fund, claims } = createClaimsFixture()
  await meet(BOBBY)
  const { result: claimer, ...made } = await costOf(() => createClaimer())
  expect(made).toEqual({ reads: 2, writes: 2, commits: 1 })
  const { result: claimId, ...takenIn } = await costOf(() => fund(claimer))
  expect(takenIn).toEqual({ reads: 2, writes: 6, commits: 1 })
  const { result: _redemption, ...redeemed } = await costOf(() =>
    claims().redeem(claimId, { account: BOBBY }, TO_BASE),
  )
  expect(redeemed).toEqual({ reads: 7, writes: 7, commits: 2 })
})
