import { HOUR_MS } from '../../core/terms/durations.ts'
import type { Command } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { ACTIVE_HOURS } from '../cards/share-out.ts'
import { LEAST_SHARES, parseShareOut } from '../reading/parse-share-out.ts'
import { refusePrivate, requestShares, sharedReply } from '../paying/share-out.ts'
import { chainParam } from '../dispatch/params.ts'

const EXAMPLE = '/rain 50 usdc'
/** How many people, where the sender does not say. */
const USUAL_COUNT = 10

export const rain: Command = {
  name: 'rain',
  summary: ({ shareOut }) => shareOut.rainSummary,
  usage: '/rain amount token [for number] [on chain] [note]',
  examples: [EXAMPLE, '/rain 50 usdc for 5 on base thank you all'],
  params: [
    { name: 'amount', summary: ({ tip }) => tip.amount, kind: 'word' },
    { name: 'token', summary: ({ tip }) => tip.token, kind: 'token' },
    {
      name: 'people',
      summary: ({ shareOut }) => shareOut.howManyPeople,
      kind: 'word',
      after: 'for',
      isOptional: true,
    },
    chainParam('on', ({ tip }) => tip.chain),
    { name: 'note', summary: ({ tip }) => tip.note, kind: 'words', isOptional: true },
  ],
  async run(input, speaker, services) {
    refusePrivate(speaker)
    const { words, account, chat } = speaker
    const order = parseShareOut(input, ['count'], speaker, services.network, EXAMPLE)
    const count = order.count ?? USUAL_COUNT
    const since = new Date(services.now().getTime() - ACTIVE_HOURS * HOUR_MS)
    const { platform } = account
    // The sender is among those who spoke here.
    const active = await services.people.activity.recent({
      platform,
      chat: chat.id,
      since,
      most: count + 1,
    })
    const others = active.filter((person) => person.account.userId !== account.userId)
    if (others.length < LEAST_SHARES)
      throw new UnreadableCommandError(
        words.shareOut.nobodyActive(ACTIVE_HOURS),
        [],
        words.shareOut.tipInstead,
      )
    const takers = others.slice(0, count)
    const { count: wanted } = order
    const isFewer = wanted !== undefined && takers.length < wanted
    const shareOut = { kind: 'rain' as const, ...(isFewer && { wanted }) }
    const asked = { takers, shareOut }
    const { id } = await requestShares(order, asked, speaker, services)
    return sharedReply(id, speaker, services)
  },
}
