/**
 * Returns the text that the wallet of a claim's sender signs to take the claim back: it names this server and the claim, so it
 * serves for nothing else, and once at most. `place` is the host of the server's address. Pure.
 */
export function cancelText({
  place,
  claimerId,
  claimId,
}: {
  place: string
  claimerId: string
  claimId: string
}): string {
  return `${place}: take back claim ${claimId} of ${claimerId}. It comes back as vouchers of the wallet that signs this.`
}
