import { canTryAgain } from '../../core/signing/can-try-again.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import type { Words } from '../words/words.ts'
import { action, type Block } from './card.ts'

/** The button of what came to nothing, once nothing can come of it any more. */
export const againButton = (
  words: Words,
  { id }: Pick<SignRequest, 'id'>,
  progress: Progress | undefined,
): Block[] => (progress && canTryAgain(progress) ? [action(words.left.again, `again:${id}`)] : [])
