import type { Command } from '../dispatch/command.ts'
import { listWaiting } from '../cards/list-waiting.ts'

export const claims: Command = {
  name: 'claims',
  summary: (words) => words.claim.listSummary,
  usage: '/claims',
  examples: ['/claims'],
  audience: 'asker',
  run: (_input, speaker, services) => listWaiting(speaker, services),
}
