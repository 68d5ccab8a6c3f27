import type { NamingWords } from '../en/naming.ts'

export const naming: NamingWords = {
  elsewhere: (handle, place) => `${handle} (${place})`,
  vouchersOf: (wallet) => `Kuponlar: ${wallet}`,
}
