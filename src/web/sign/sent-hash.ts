const key = (signId: string) => `vouch:sent:${signId}`

/** The hash of what was sent for a sign request but not reported yet, so that a reload never asks for a second signature. */
export const sentHash = {
  read: (signId: string): string | undefined => sessionStorage.getItem(key(signId)) ?? undefined,
  keep: (signId: string, hash: string): void => sessionStorage.setItem(key(signId), hash),
  forget: (signId: string): void => sessionStorage.removeItem(key(signId)),
}
