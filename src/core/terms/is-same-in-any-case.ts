/**
 * Whether two texts differ in nothing but capital and small letters, which mean the same in addresses, hashes and tokens. What is none of these may come
 * as well: unlike viem's `isAddressEqual`, this takes anything. Pure.
 */
export const isSameInAnyCase = (one: string | null | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()
