import { chatKey } from '../../core/terms/group-settings.ts'
import type { Command } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { parseShareOut } from '../reading/parse-share-out.ts'
import { refusePrivate, requestShares, sharedReply } from '../paying/share-out.ts'
import { chainParam } from '../dispatch/params.ts'

const EXAMPLE = '/airdrop 100 usdc for 20'

export const airdrop: Command = {
  name: 'airdrop',
  summary: ({ shareOut }) => shareOut.airdropSummary,
  usage: '/airdrop amount token for number [random|equal] [on chain] [note]',
  examples: [EXAMPLE, '/airdrop 1 eth for 10 random on base good morning'],
  params: [
    { name: 'amount', summary: ({ tip }) => tip.amount, kind: 'word' },
    { name: 'token', summary: ({ tip }) => tip.token, kind: 'token' },
    { name: 'shares', summary: ({ shareOut }) => shareOut.howMany, kind: 'word', after: 'for' },
    {
      name: 'sizes',
      summary: ({ shareOut }) => shareOut.sizes,
      kind: 'word',
      isOptional: true,
    },
    chainParam('on', ({ tip }) => tip.chain),
    { name: 'note', summary: ({ tip }) => tip.note, kind: 'words', isOptional: true },
  ],
  async run(input, speaker, services) {
    refusePrivate(speaker)
    const { words, account } = speaker
    const order = parseShareOut(input, ['count', 'sizes'], speaker, services.network, EXAMPLE)
    if (order.count === undefined)
      throw new UnreadableCommandError(
        words.shareOut.countMissing,
        [],
        words.reading.likeThis(EXAMPLE),
      )
    const anybody = { first_come: account.platform }
    const takers = Array.from({ length: order.count }, () => anybody)
    const chat = chatKey(speaker.surface, speaker.chat.id)
    const shareOut = { kind: 'airdrop', sizes: order.sizes ?? 'equal', chat } as const
    const { id } = await requestShares(order, { takers, shareOut }, speaker, services)
    return sharedReply(id, speaker, services)
  },
}
