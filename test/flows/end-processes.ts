import { afterAll } from 'vitest'

import { endAll } from './vouch-process.ts'

// Whichever test starts one, none outlives its file.
afterAll(endAll)
