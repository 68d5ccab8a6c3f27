import type { Vault } from '../../claims/vault.ts'
import type { TransactionBuild } from '../../core/terms/shapes.ts'

/** What of a build is stored in the clear, and its sender's PIN, sealed. PINs of shares are shown nowhere, so none is kept. */
export function toStoredBuild(
  vault: Pick<Vault, 'sealPin'>,
  signId: string,
  build: TransactionBuild,
): { build: TransactionBuild; sealedPin: Buffer | null } {
  const { claimer, claimers } = build
  const pin = claimer?.otp ?? ''
  return {
    build: {
      ...build,
      ...(claimer && { claimer: { ...claimer, otp: '' } }),
      ...(claimers && { claimers: claimers.map((one) => ({ ...one, otp: '' })) }),
    },
    sealedPin: pin === '' ? null : vault.sealPin(signId, pin),
  }
}
