import type { NamingWords } from '../en/naming.ts'

export const naming: NamingWords = {
  elsewhere: (handle, place) => `${handle} en ${place}`,
  vouchersOf: (wallet) => `Vales de ${wallet}`,
}
