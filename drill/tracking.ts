import { parseArgs } from 'node:util'

import { sizeOf, type Drill } from './drill.ts'
import { followUnderTrouble } from './follow-under-trouble.ts'

/** `--watches n` */
export const tracking: Drill = {
  name: 'tracking',
  about:
    '1,000 transactions over a network in trouble: each ends as the hub books it, none takes back what was final',
  control: 'one watch that has ended is kept with another end',
  async run(options) {
    const { seed, broken, args, say } = options
    const { values } = parseArgs({ args: [...args], options: { watches: { type: 'string' } } })
    const watches = sizeOf(options, values.watches, { long: 1_000, brief: 36 })
    const { outcomes, problems, troubles } = await followUnderTrouble({
      watches,
      seed,
      blockTimeMs: 100,
      falsifies: broken,
      say,
    })
    const ends = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`)
    return {
      done: `${watches} transactions followed`,
      numbers: `${ends.join(', ')}, ${troubles} troubles`,
      problems,
    }
  },
}
