import { askedOf } from '../../core/signing/asked.ts'
import { canTryAgain } from '../../core/signing/can-try-again.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import { NotFoundError, NotYoursError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { liveReply } from '../cards/live-reply.ts'
import { viewOfRequest } from '../cards/views.ts'
import type { Action, Reply, Services, Speaker } from '../dispatch/command.ts'
import { checkGroupRules } from '../reading/group-rules.ts'

/** The button of what came to nothing: asks for the same anew, a swap at the present price. */
export const againAction: Action = {
  name: 'again',
  async run(signId, speaker, services) {
    const { signRequests, tracker } = services
    const { account, words } = speaker
    const request = await signRequests.find(signId)
    if (request.ownerAccount !== accountKey(account))
      throw new NotYoursError(words.payment.notYours, words.payment.leaveIt)
    const { sentOn, txHash } = request
    const progress = txHash === undefined ? undefined : await tracker.progress(sentOn, txHash)
    // The press may come from a card of before.
    if (!progress || !canTryAgain(progress))
      throw new NotFoundError(words.left.notOver, words.left.lookAtCard)
    return askAgain(request, speaker, services)
  },
}

async function askAgain(
  request: SignRequest,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const asked = askedOf(request)
  const { token, amount } = asked
  if (asked.kind === 'swap') {
    const tokenOut = asked.receive.token
    await checkGroupRules({ use: 'quote', token, amount, wanted: tokenOut }, speaker, services)
    const { quotes } = services.market
    const question = { tokenIn: token, tokenOut, amount, chain_uid: request.chain_uid }
    const { id } = await quotes.create(question, accountKey(speaker.account))
    return liveReply({ view: 'quote', key: id }, 'everyone', speaker, services)
  }
  // A tip to a wallet is a deposit or a withdrawal for that wallet, but people's own are not held against limits of tips.
  if (asked.kind === 'gift' || request.askedIn !== undefined)
    await checkGroupRules({ use: 'tip', token, amount }, speaker, services)
  const {
    id: _before,
    build: _built,
    txHash: _sent,
    sentOn: _where,
    replacedBy: _next,
    dismissedAt: _away,
    ...same
  } = request
  const { id } = await services.signRequests.create(same)
  const view = viewOfRequest(request)
  if (request.shareOut?.kind === 'giveaway') await services.giveaways.payBy(request.shareOut.id, id)
  return liveReply({ view, key: id }, 'everyone', speaker, services)
}
