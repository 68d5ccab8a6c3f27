import type { Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { payeeOf, refuseUnclaimable, requestTip, requestToWallet } from '../paying/request-tip.ts'
import { requestShares, sharedReply } from '../paying/share-out.ts'
import { liveReply } from '../cards/live-reply.ts'
import { chainParam, type Param } from '../dispatch/params.ts'
import { parseTip, type GiftOrder } from '../reading/parse-tip.ts'
import { tipRole } from '../buttons/tip-role.ts'

const EXAMPLE = '/tip @bobby 5 usdc'

/** What follows the recipient of a tip. */
export const TIP_PARAMS: readonly Param[] = [
  { name: 'amount', summary: (words) => words.tip.amount, kind: 'word' },
  { name: 'token', summary: (words) => words.tip.token, kind: 'token' },
  chainParam('on', (words) => words.tip.chain),
  { name: 'note', summary: (words) => words.tip.note, kind: 'words', isOptional: true },
]

export const tip: Command = {
  name: 'tip',
  summary: (words) => words.tip.summary,
  usage: '/tip @handle [and @others] amount token [on chain] [note]',
  examples: [
    EXAMPLE,
    '/tip @bobby 0.25 eth on base for the fix',
    '/tip @bobby @carol 5 usdc',
    '/tip 5 usdc thank you',
  ],
  params: [
    { name: 'to', summary: (words) => words.tip.to, kind: 'people' },
    {
      name: 'others',
      summary: (words) => words.tip.others,
      kind: 'names',
      after: 'and',
      isOptional: true,
    },
    ...TIP_PARAMS,
  ],
  menu: { person: (words) => words.tip.personMenu, message: (words) => words.tip.messageMenu },
  run: (input, speaker, services) =>
    speaker.role
      ? tipRole(input, speaker.role, speaker, services)
      : askToSign(parseTip(input, speaker, services.network, EXAMPLE), speaker, services),
}

/** Has the sender's wallet asked for a tip, and answers with the card that follows it to its end. */
export async function askToSign(
  order: GiftOrder,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  if ('wallet' in order) {
    const { id } = await requestToWallet(order, speaker, services)
    return liveReply({ view: 'move', key: id }, 'everyone', speaker, services)
  }
  if ('people' in order) {
    for (const person of order.people) await refuseUnclaimable(person, speaker, services)
    const asked = { takers: order.people.map(payeeOf), shareOut: { kind: 'people' } } as const
    const { id } = await requestShares(order, asked, speaker, services)
    return sharedReply(id, speaker, services)
  }
  const { id } = await requestTip(order, speaker, services)
  return liveReply({ view: 'tip', key: id }, 'everyone', speaker, services)
}
