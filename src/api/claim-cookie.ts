/** One per claim, so that several can be open in one browser. */
export const claimCookie = (claimerId: string) => `__Host-claim-${claimerId}`

/** Returns the session that a browser's cookies hold for a claim. */
export function readClaimCookie(cookies: string | undefined, claimerId: string) {
  const name = `${claimCookie(claimerId)}=`
  return (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(name))
    ?.slice(name.length)
}
