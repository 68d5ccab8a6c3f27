import type { Spoken } from '../../src/web/parts/spoken.tsx'
import { pages } from '../../src/words/en/pages.ts'

/** What pages say to a reader of English. */
export const english: Spoken = { ...pages, locale: 'en' }
