import type { ProofAnswer } from '../../calls/claim-calls.ts'
import { browserStorage, tabStorage } from '../parts/page-storage.ts'
import { keepLinkSecret } from './link-secret.ts'

type SignInStart = NonNullable<ProofAnswer['sign_in']>

/** What the server is told of a sign-in that has ended. */
export type ReturnedSignIn = { receipt: string; returned: string }

const AWAY = 'vouch:sign-in:'
const BACK = 'vouch:signed-in:'

/**
 * Sends the person to a platform. The claim waits in this browser's storage, not in this tab's: a platform's app may bring the
 * person back in another one. Throws where it cannot be kept: nobody is sent on a way that ends nowhere.
 */
export function leaveForSignIn(claimerId: string, secret: string, start: SignInStart): void {
  const { url, state, receipt, expires_at } = start
  localStorage.setItem(`${AWAY}${state}`, [expires_at, claimerId, secret, receipt].join(' '))
  location.assign(url)
}

/**
 * On a page that a platform sends people back to: finds the claim that they left from, for this tab to go on with, and takes the
 * platform's answer out of the address bar. `undefined`: this browser has begun no such sign-in.
 */
export function takeReturnedSignIn(now: Date): string | undefined {
  const returned = [location.search.slice(1), location.hash.slice(1)].join('&')
  const state = new URLSearchParams(location.search).get('state') ?? ''
  const away = readAway(`${AWAY}${state}`, now)
  browserStorage.removeItem(`${AWAY}${state}`)
  forgetExpired(now)
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

/** The claim, the secret of its link and the sign-in's receipt, until it is too late for them. */
function readAway(key: string, now: Date) {
  const [expiresAt = '', claimerId, secret, receipt] = browserStorage.getItem(key)?.split(' ') ?? []
  const isAway = claimerId !== undefined && secret !== undefined && receipt !== undefined
  return isAway && new Date(expiresAt) > now ? { claimerId, secret, receipt } : undefined
}

/** Whoever never came back leaves no secret here for long. */
function forgetExpired(now: Date): void {
  const keys = browserStorage.keys().filter((key) => key.startsWith(AWAY))
  for (const key of keys) if (!readAway(key, now)) browserStorage.removeItem(key)
}
