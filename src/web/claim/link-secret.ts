import type { ClaimSession } from '../../calls/claim-calls.ts'

/**
 * Takes the link's secret out of the address bar at once, so that it is in no history, screenshot or referrer.
 * This tab keeps it, for a reload. `undefined`: the link was opened without its secret.
 */
export function takeLinkSecret(claimId: string): string | undefined {
  const secret = location.hash.slice(1)
  if (secret === '') return sessionStorage.getItem(secretKey(claimId)) ?? undefined
  keepLinkSecret(claimId, secret)
  history.replaceState(null, '', location.pathname)
  return secret
}

/** Has this tab know the secret of a link, as if it had been opened here. */
export function keepLinkSecret(claimId: string, secret: string): void {
  sessionStorage.setItem(secretKey(claimId), secret)
}

const secretKey = (claimId: string) => `vouch:claim:${claimId}`
const sessionKey = (claimId: string) => `vouch:session:${claimId}`

/** The session that a verification code gave, kept by this tab until it ends, so that a reload asks for no second code. */
export const claimSession = {
  read(claimId: string, now: Date): string | undefined {
    const kept = sessionStorage.getItem(sessionKey(claimId))
    const [expiresAt, session] = kept?.split(' ') ?? []
    return expiresAt !== undefined && new Date(expiresAt) > now ? session : undefined
  },
  keep: (claimId: string, { session, expires_at }: ClaimSession): void =>
    sessionStorage.setItem(sessionKey(claimId), `${expires_at} ${session}`),
  forget: (claimId: string): void => sessionStorage.removeItem(sessionKey(claimId)),
}
