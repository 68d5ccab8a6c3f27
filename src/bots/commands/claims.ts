import type { Command } from '../dispatch/command.ts'
import { listWaiting } from '../cards/list-waiting.ts'
import { readPage } from '../reading/read-page.ts'

export const claims: Command = {
  name: 'claims',
  summary: (words) => words.claim.listSummary,
  usage: '/claims [page]',
  examples: ['/claims', '/claims 2'],
  audience: 'asker',
  params: [
    { name: 'page', summary: ({ market }) => market.whichPage, kind: 'word', isOptional: true },
  ],
  run: async (input, speaker, services) =>
    listWaiting(speaker, services, readPage(input, speaker, '/claims')),
}
