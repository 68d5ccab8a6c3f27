import { afterAll } from 'vitest'

import { endAll, startVouch } from './vouch-process.ts'

// Whichever test starts one, none outlives its file.
afterAll(endAll)

export { startVouch }
export type { Vouch } from './vouch-process.ts'
