import { canTryAgain } from '../../core/signing/can-try-again.ts'
import type { SignRequest, Standing } from '../../core/signing/sign-request.ts'
import type { Network } from '../../core/terms/network.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import type { Words } from '../words/words.ts'
import { action, text, type Block } from './card.ts'
import { showChain } from './wording.ts'

/** The button of what came to nothing, once nothing can come of it any more; while the transaction beside a text may have been sent, that it may. */
export function againBlocks(
  words: Words,
  network: Network,
  { id, chain_uid }: Pick<SignRequest, 'id' | 'chain_uid'>,
  { progress, standing }: { progress: Progress | undefined; standing: Standing },
): Block[] {
  if (!progress || !canTryAgain(progress)) return []
  return standing === 'unseen'
    ? [text(words.signing.sentBeside(showChain(network, chain_uid)))]
    : [action(words.left.again, `again:${id}`)]
}
