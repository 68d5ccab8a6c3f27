import { createVault } from '../../src/claims/vault.ts'
import type { Network } from '../../src/core/terms/network.ts'
import { createClaimKeys } from '../../src/signer/claim-keys.ts'
import { createSigner } from '../../src/signer/create-signer.ts'
import type { ClaimOnChain } from '../../src/claims/signer.ts'
import { USD, type Limits } from '../../src/signer/limits.ts'
import { openSignerLedger } from '../../src/store/claims/signer-ledger.ts'

export const MASTER = Buffer.alloc(32, 5)
export const NO_LIMITS: Limits = {
  perClaim: undefined,
  perHour: undefined,
  perDay: undefined,
  approveAbove: undefined,
}

/** A real signer in this process, on a ledger in memory; every token is worth a USD for each of its 10^6 base units. */
export function createTestSigner({
  network,
  claimOnChain,
  vaultKey = Buffer.alloc(32, 1),
  limits = NO_LIMITS,
  now = () => new Date(),
  ...more
}: {
  network: Network
  claimOnChain: (claimId: string) => Promise<ClaimOnChain | undefined>
  vaultKey?: Buffer
  limits?: Limits
} & Partial<Parameters<typeof createSigner>[0]>) {
  return createSigner({
    network,
    keys: createClaimKeys({
      master: MASTER,
      sealed: createVault({ keyEncryptionKey: vaultKey }),
    }),
    claimOnChain,
    worth: { of: async ({ amount }) => (amount * USD) / 1_000_000n },
    limits,
    ledger: openSignerLedger(':memory:'),
    isPaused: () => false,
    canApprove: 'isByOperator' in more,
    isByOperator: () => false,
    log: { warn: () => undefined },
    now,
    hubTime: async () => now(),
    ...more,
  })
}
