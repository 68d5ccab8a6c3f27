import { DAY_MS } from '../../core/terms/durations.ts'
import type { UpdateStore } from './update-store-port.ts'

/** After this an answer is of no use any more. */
export const ANSWER_LIFE_MS = DAY_MS

/** Forgets some of the answers that are of no use any more, and of what was handled so long ago that the platform never sends it again; says whether there may be more. */
export const forgetOld = (
  store: Pick<UpdateStore, 'forget'>,
  handledLifeMs: number,
  now: Date,
): Promise<boolean> =>
  store.forget({
    waitingBefore: new Date(now.getTime() - ANSWER_LIFE_MS),
    handledBefore: new Date(now.getTime() - handledLifeMs),
  })
