/** People and what they hold, by name. */
export const naming = {
  /** A handle of another platform than the chat's. */
  elsewhere: (handle: string, place: string) => `${handle} on ${place}`,
  vouchersOf: (wallet: string) => `Vouchers of ${wallet}`,
}

export type NamingWords = typeof naming
