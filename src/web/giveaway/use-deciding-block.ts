import { useEffect, useState } from 'preact/hooks'

import { readDecidingBlock } from '../../client/read-deciding-block.ts'
import type { SeenBlocks } from '../../core/giveaways/check-draw.ts'
import type { GiveawayRecord } from '../../core/giveaways/giveaway-record.ts'

/** What the node that a record names says of the block that decided; without a node, nobody is asked. `reason`: what came instead of an answer. */
export function useDecidingBlock({ state, chain, block }: GiveawayRecord) {
  const [seen, setSeen] = useState<SeenBlocks>()
  const [reason, setReason] = useState<string>()
  const height = state === 'drawn' && chain.rpc_url !== '' ? block?.height : undefined
  const isAsking = height !== undefined && seen === undefined && reason === undefined
  useEffect(() => {
    if (!isAsking) return
    readDecidingBlock(chain.rpc_url, chain, height).then(setSeen, (error: unknown) =>
      setReason(error instanceof Error ? error.message : String(error)),
    )
  }, [isAsking])
  return { seen, isAsking, reason, ask: () => setReason(undefined) }
}
