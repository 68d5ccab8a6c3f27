/** What moves of vouchers may cost us in 24 hours, in usual ones. A zero pays for none of what it is about. */
export type GaslessPerDay = {
  /** Those of one owner of vouchers. */
  owner: number
  /** Those that one chat account asks for, or that one client hands in over HTTP for no account. */
  client: number
  /** All that are handed in over HTTP for no account: the rest of `all` is kept for chats. */
  open: number
  all: number
}
