import type { ClaimSession } from '../../calls/claim-calls.ts'
import { VouchError } from '../../client/call.ts'
import { tabStorage } from '../parts/page-storage.ts'

/**
 * Takes the link's secret out of the address bar at once, so that it is in no history, screenshot or referrer.
 * This tab keeps it, for a reload. `undefined`: the link was opened without its secret.
 */
export function takeLinkSecret(claimerId: string): string | undefined {
  const secret = location.hash.slice(1)
  if (secret === '') return tabStorage.getItem(secretKey(claimerId)) ?? undefined
  keepLinkSecret(claimerId, secret)
  history.replaceState(null, '', location.pathname)
  return secret
}

/** Has this tab know the secret of a link, as if it had been opened here. */
export function keepLinkSecret(claimerId: string, secret: string): void {
  tabStorage.setItem(secretKey(claimerId), secret)
}

const secretKey = (claimerId: string) => `vouch:claim:${claimerId}`
const askedKey = (claimerId: string) => `vouch:code-asked:${claimerId}`
const sessionKey = (claimerId: string) => `vouch:session:${claimerId}`

/** How long a code can be typed. */
const CODE_MS = 10 * 60_000

/**
 * That a code was asked for in this tab and may be on its way, so that it can be typed after a reload: another one would make it worthless. Only
 * differences of this browser's clock are counted on: it may be wrong by days, and be set right meanwhile.
 */
export const codeAsked = {
  /** How long ago, in milliseconds; `undefined` where no code is good any more. */
  agoMs(claimerId: string, now: Date): number | undefined {
    const askedAt = Number(tabStorage.getItem(askedKey(claimerId)) ?? Number.NaN)
    const agoMs = Math.abs(now.getTime() - askedAt)
    return agoMs < CODE_MS ? agoMs : undefined
  },
  keep: (claimerId: string, now: Date): void =>
    tabStorage.setItem(askedKey(claimerId), `${now.getTime()}`),
  forget: (claimerId: string): void => tabStorage.removeItem(askedKey(claimerId)),
}

/**
 * The session that a proof gave, kept by this tab, so that a reload asks for no second one. When it is over, the server says: this
 * browser's clock may be wrong by days.
 */
export const claimSession = {
  read: (claimerId: string): string | undefined =>
    tabStorage.getItem(sessionKey(claimerId)) ?? undefined,
  keep: (claimerId: string, { session }: ClaimSession): void =>
    tabStorage.setItem(sessionKey(claimerId), session),
  /** Unless a later proof has given another one. */
  forget(claimerId: string, over: string): void {
    if (claimSession.read(claimerId) === over) tabStorage.removeItem(sessionKey(claimerId))
  },
}

/** The server's word for a session that is over. */
export const UNPROVEN = 'PROOF_REQUIRED'
export const isUnproven = (error: unknown): boolean =>
  error instanceof VouchError && error.code === UNPROVEN
