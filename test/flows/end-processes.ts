import { afterAll } from 'vitest'

import { endAll } from './vouch-process.ts'

// Whichever test starts one, none outlives its file.
afterAll(endAll)

// Vitest ends its workers by this signal: what they share is to end with them.
if (process.listenerCount('SIGTERM') === 0) process.once('SIGTERM', () => process.exit())
