import type { NamingWords } from '../en/naming.ts'

export const naming: NamingWords = {
  elsewhere: (handle, place) => `${handle} auf ${place}`,
  vouchersOf: (wallet) => `Gutscheine von ${wallet}`,
}
