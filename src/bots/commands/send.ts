import type { Command } from './command.ts'
import { parseTip } from './parse-tip.ts'
import { askToSign, TIP_PARAMS } from './tip.ts'

const EXAMPLE = '/send hello@example.com 20 usdc'

export const send: Command = {
  name: 'send',
  summary: () => 'Send tokens to an e-mail address, or to somebody on another platform.',
  usage: '/send recipient amount token [on chain] [note]',
  examples: [
    `${EXAMPLE} happy birthday`,
    '/send x:bobby 5 usdc',
    '/send discord:bobby 5 usdc on base',
    '/send tg:bobby 0.25 eth',
  ],
  params: [
    {
      name: 'recipient',
      summary: () => 'An e-mail address, or a handle elsewhere: x:bobby, tg:bobby',
      kind: 'word',
    },
    ...TIP_PARAMS,
  ],
  run: (input, speaker, services) =>
    askToSign(parseTip(input, speaker, services.network, EXAMPLE), speaker, services),
}
