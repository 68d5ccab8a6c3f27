import type { ProofAnswer } from '../../calls/claim-calls.ts'
import { browserStorage, tabStorage } from '../parts/page-storage.ts'
import { keepLinkSecret } from './link-secret.ts'

type SignInStart = NonNullable<ProofAnswer['sign_in']>

/** What the server is told of a sign-in that has ended. */
export type ReturnedSignIn = { receipt: string; returned: string }

const AWAY = 'vouch:sign-in:'
/**
 * How long the secret of a link is kept for somebody who has not come back. Only differences of this browser's clock are counted on: it may
 * be wrong by days, and the server says by its own what is too late.
 */
const KEPT_MS = 60 * 60_000
const BACK = 'vouch:signed-in:'

/**
 * Sends the person to a platform. The claim waits in this browser's storage, not in this tab's: a platform's app may bring the
 * person back in another one. Throws where it cannot be kept: nobody is sent on a way that ends nowhere.
 */
export function leaveForSignIn(
  claimerId: string,
  secret: string,
  { url, state, receipt }: SignInStart,
  now: Date,
): void {
  localStorage.setItem(`${AWAY}${state}`, [now.getTime(), claimerId, secret, receipt].join(' '))
  location.assign(url)
}

/**
 * On a page that a platform sends people back to: finds the claim that they left from, for this tab to go on with, and takes the
 * platform's answer out of the address bar. `undefined`: this browser has begun no such sign-in.
 */
export function takeReturnedSignIn(now: Date): string | undefined {
  const returned = [location.search.slice(1), location.hash.slice(1)].join('&')
  const state = new URLSearchParams(location.search).get('state') ?? ''
  const away = readAway(`${AWAY}${state}`)
  browserStorage.removeItem(`${AWAY}${state}`)
  forgetOld(now)
  history.replaceState(null, '', away ? `/claim/${away.claimerId}` : location.pathname)
  if (!away) return undefined
  keepLinkSecret(away.claimerId, away.secret)
  tabStorage.setItem(`${BACK}${away.claimerId}`, `${away.receipt} ${returned}`)
  return away.claimerId
}

/** The sign-in that this tab has come back with, to be told to the server once. */
export function spendReturnedSignIn(claimerId: string): ReturnedSignIn | undefined {
  const [receipt, returned] = tabStorage.getItem(`${BACK}${claimerId}`)?.split(' ') ?? []
  tabStorage.removeItem(`${BACK}${claimerId}`)
  return receipt === undefined || returned === undefined ? undefined : { receipt, returned }
}

/** The claim, the secret of its link and the sign-in's receipt. `leftAt` is in milliseconds, by this browser's clock. */
function readAway(key: string) {
  const [leftAt, claimerId, secret, receipt] = browserStorage.getItem(key)?.split(' ') ?? []
  const isAway = claimerId !== undefined && secret !== undefined && receipt !== undefined
  return isAway ? { leftAt: Number(leftAt), claimerId, secret, receipt } : undefined
}

/** Whoever never came back leaves no secret here for long. */
function forgetOld(now: Date): void {
  const keys = browserStorage.keys().filter((key) => key.startsWith(AWAY))
  for (const key of keys) {
    const awayMs = now.getTime() - (readAway(key)?.leftAt ?? Number.NaN)
    if (!(Math.abs(awayMs) < KEPT_MS)) browserStorage.removeItem(key)
  }
}
