import { parseArgs } from 'node:util'

import { problemsOf, sizeOf, type Drill } from './drill.ts'
import { fire, thief } from './fire-and-thief.ts'

/** `--claims n` */
export const custody: Drill = {
  name: 'custody',
  about:
    'a fire leaves the master key alone, a thief has all that the web-facing process has: 400 claims are back with their senders, no more gone than the caps leave',
  control:
    'the fire takes the older master key too, and the caps are ten times what they should be',
  async run(options) {
    const { broken, args, say } = options
    const { values } = parseArgs({ args: [...args], options: { claims: { type: 'string' } } })
    const claims = sizeOf(options, values.claims, { long: 400, brief: 12 })
    const found: string[][] = []
    for (const misfortune of [fire, thief]) {
      say(`the ${misfortune.name}, ${claims} claims`)
      found.push(await problemsOf(() => misfortune({ claims, broken, say })))
    }
    // Each half of the control has to be noticed by its own half.
    const isNoticed = found.every((problems) => problems.length > 0)
    return {
      done: `${claims} claims each through a fire and before a thief`,
      numbers: '',
      problems: broken && !isNoticed ? [] : found.flat(),
    }
  },
}
