import { canComeBack } from '../../claims/can-come-back.ts'
import { NotGivenBackError, NotTakenBackError } from '../../claims/errors.ts'
import { NotFoundError } from '../../core/terms/errors.ts'
import { action, field, text } from '../cards/card.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { sentReply } from './sent.ts'
import { askTakeBack } from '../buttons/take-back.ts'
import { ownClaim } from '../cards/held.ts'
import { plainWord } from '../reading/read-number.ts'
import { readSent, sentTo, stateOf, type SentClaim } from '../cards/sent.ts'
import { showAmount, showWallet } from '../cards/wording.ts'

export const cancel: Command = {
  name: 'cancel',
  summary: (words) => words.cancel.summary,
  usage: '/cancel [number of /sent]',
  examples: ['/cancel', '/cancel 1'],
  audience: 'asker',
  params: [
    { name: 'number', summary: (words) => words.cancel.number, kind: 'word', isOptional: true },
  ],
  async run(input, speaker, services) {
    const { words } = speaker
    if (input === '') return sentReply(speaker, services)
    const number = plainWord(input)
    if (!/^\d{1,6}$/.test(number))
      throw new UnreadableCommandError(words.reading.unreadable(input), [], words.cancel.useNumber)
    const listed = (await services.claims.sentBy(speaker.account))[Number(number) - 1]
    const chosen = listed && (await readSent(listed, services))
    if (!chosen) throw new NotFoundError(words.cancel.noNumber(number), words.cancel.seeList)
    return 'shares' in chosen
      ? askTakeBack(chosen.id, speaker, services)
      : askFirst(chosen, speaker, services)
  },
}

/** The button of a list or of a held claim: shows what would happen, and does nothing. */
export const cancelAction: Action = {
  name: 'cancel',
  async run(arg, speaker, services) {
    const [claimerId = '', claimId] = arg.split(':')
    const claim = await ownClaim(claimerId, speaker.account, services)
    const item = claim?.items.find((each) => each.claimId === claimId)
    if (!claim || !item)
      throw new NotFoundError(speaker.words.cancel.notListed, speaker.words.sent.look)
    return askFirst({ claim, item }, speaker, services)
  },
}

/** The button of the confirmation. */
export const cancelYesAction: Action = {
  name: 'cancel-yes',
  async run(arg, speaker, services) {
    const [claimerId = '', claimId] = arg.split(':')
    await services.claims.cancel(claimerId, claimId, { account: speaker.account })
    return sentReply(speaker, services)
  },
}

/** The other button: nothing is done, and that is said. */
export const keepAction: Action = {
  name: 'keep',
  async run(_arg, { words: { cancel: said, sent } }) {
    const card = { title: said.kept, tone: 'info' as const, blocks: [text(sent.look)] }
    return { card, audience: 'asker' }
  },
}

/**
 * @throws {NotFoundError} somebody has it, or will have it in a moment, or operators hold it back
 * @throws {NotGivenBackError} nobody here can move it {NotTakenBackError} it pays a bill
 */
function askFirst(
  { claim, item }: SentClaim,
  { account, words }: Speaker,
  services: Services,
): Reply {
  const { network } = services
  const sum = showAmount(words, network, item.token, item.amount)
  const who = sentTo(words, claim, account.platform)
  if (item.status === 'funded' && item.expiresAt === undefined)
    throw new NotGivenBackError(claim.keyHeld)
  if (item.status === 'funded' && item.paysBill) throw new NotTakenBackError('bill')
  if (!canComeBack(item))
    throw new NotFoundError(
      words.sent.row(sum, who, stateOf(words, claim, item)),
      words.cancel.seeList,
    )
  const blocks = [
    field(words.cancel.amount, sum),
    field(words.cancel.sentTo, who),
    field(
      words.cancel.comesBackAs,
      words.naming.vouchersOf(showWallet(words, network, claim.sender)),
    ),
    text(words.cancel.cannotUndo),
    action(words.cancel.yes, `cancel-yes:${claim.id}:${item.claimId}`),
    action(words.cancel.no, 'keep'),
  ]
  return { card: { title: words.cancel.title, tone: 'warning', blocks }, audience: 'asker' }
}
