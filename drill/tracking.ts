import { parseArgs } from 'node:util'

import type * as ChainAccess from '../src/chains/chain-access.ts'
import type * as Tracker from '../src/services/tracking/tracker.ts'
import { sizeOf, type Drill } from './drill.ts'
import { followUnderTrouble } from './follow-under-trouble.ts'
import { copyWithout, TAKEN_OUT } from './taken-out.ts'

/** `--watches n` */
export const tracking: Drill = {
  name: 'tracking',
  about:
    '1,000 transactions over a network in trouble: each ends as the hub books it, none takes back what was final',
  control: 'what is in the newest block of an EVM chain counts as final',
  noticedAs: / is (?:pending|timed_out)$| and became |by the watches| stands at a fork$/,
  async run(options) {
    const { seed, broken, args, say } = options
    const { values } = parseArgs({ args: [...args], options: { watches: { type: 'string' } } })
    const watches = sizeOf(options, values.watches, { long: 1_000, brief: 36 })
    const copy = broken ? copyWithout(TAKEN_OUT.tracking) : undefined
    const following = copy && {
      ...(await copy.load<typeof ChainAccess>('src/chains/chain-access.ts')),
      ...(await copy.load<typeof Tracker>('src/services/tracking/tracker.ts')),
    }
    const { outcomes, problems, troubles } = await followUnderTrouble({
      watches,
      seed,
      blockTimeMs: 100,
      ...(following && { following }),
      say,
    })
    copy?.remove()
    const ends = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`)
    return {
      done: `${watches} transactions followed`,
      numbers: `${ends.join(', ')}, ${troubles} troubles`,
      problems,
    }
  },
}
