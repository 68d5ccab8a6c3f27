import type { NamingWords } from '../en/naming.ts'

export const naming: NamingWords = {
  elsewhere: (handle, place) => `${place} 上的 ${handle}`,
  vouchersOf: (wallet) => `${wallet} 的凭证`,
}
