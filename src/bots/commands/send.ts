import type { Command } from '../dispatch/command.ts'
import { parseTip } from '../reading/parse-tip.ts'
import { askToSign, TIP_PARAMS } from './tip.ts'

const EXAMPLE = '/send hello@example.com 20 usdc'

export const send: Command = {
  name: 'send',
  summary: (words) => words.tip.sendSummary,
  usage: '/send recipient amount token [on chain] [note]',
  examples: [
    `${EXAMPLE} happy birthday`,
    '/send x:bobby 5 usdc',
    '/send discord:bobby 5 usdc on base',
    '/send tg:bobby 0.25 eth',
    '/send 0x887e4aac216674d2c432798f851c1ea5d505b2e1 5 usdc on base',
  ],
  params: [
    {
      name: 'recipient',
      summary: (words) => words.tip.recipient,
      kind: 'names',
    },
    ...TIP_PARAMS,
  ],
  run: (input, speaker, services) =>
    askToSign(parseTip(input, speaker, services.network, EXAMPLE), speaker, services),
}
