import { needsPin } from '../../core/claims/claim-limits.ts'
import type { ClaimerView } from '../../claims/claims.ts'
import { SealedKeyError } from '../../claims/vault.ts'
import { NotFoundError, NotYoursError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import type { Words } from '../words/words.ts'
import { action, field, link, text, type Block } from '../cards/card.ts'
import type { Action, Services } from '../dispatch/command.ts'
import { isToPassOn, reachOf, waitingOf } from '../cards/reach.ts'
import { sentTo } from '../cards/sent.ts'
import { askedFor } from '../cards/tip.ts'
import { showAmount } from '../cards/wording.ts'

/** What only the sender of a tip may read: the whole e-mail address, the PIN where one is needed, the link where nobody else can bring it. */
export const tipDetailsAction: Action = {
  name: 'tip-details',
  async run(signId, { account, words }, services) {
    const { signRequests, network } = services
    const { tipDetails } = words
    const request = await signRequests.current(signId)
    if (accountKey(account) !== request.ownerAccount)
      throw new NotYoursError(tipDetails.notYours, tipDetails.leaveIt)
    const asked = askedFor(request)
    const to = sentTo(words, asked, account.platform)
    const blocks: Block[] = [
      field(tipDetails.amount, showAmount(words, network, asked.token, asked.amount)),
      field(tipDetails.to, to),
    ]
    if (needsPin(network, asked.recipient, asked)) {
      blocks.push(...(await pinBlocks(words, request, to, signRequests)))
    }
    const claimerId = request.build?.claimer?._id
    const claim = claimerId === undefined ? undefined : await services.claims.viewOwn(claimerId)
    if (claim) blocks.push(...(await linkBlocks(words, claim, to, services)))
    return { card: { title: tipDetails.title(to), tone: 'info', blocks }, audience: 'asker' }
  },
}

/** The PIN with whom to give it, or why there is none to show. */
async function pinBlocks(
  { tipDetails }: Words,
  request: SignRequest,
  to: string,
  signRequests: Services['signRequests'],
): Promise<Block[]> {
  try {
    // Until it is signed, another way to pay makes another claim, with a PIN of its own.
    const pin = request.txHash === undefined ? undefined : await signRequests.pinOf(request.id)
    const shown = pin === undefined ? text(tipDetails.pinLater) : field(tipDetails.pin, pin)
    return [shown, text(tipDetails.tellThem(to))]
  } catch (error) {
    if (error instanceof SealedKeyError) return [text(tipDetails.pinSealed)]
    throw error
  }
}

/** The button that shows the sender the link of one claim, to pass it on: of a shared amount, or of the list of what they sent. */
export const claimLinkAction: Action = {
  name: 'claim-link',
  async run(claimerId, { account, words }, services) {
    const { tipDetails, sent } = words
    const claim = await services.claims.viewOwn(claimerId)
    if (claim?.senderAccount !== accountKey(account))
      throw new NotYoursError(tipDetails.notYours, tipDetails.leaveIt)
    const to = sentTo(words, claim, account.platform)
    const blocks = await linkBlocks(words, claim, to, services)
    if (blocks.length === 0) throw new NotFoundError(tipDetails.noLink(to), sent.look)
    const renew = action(sent.newLinkFor(to), `new-link:${claimerId}`)
    const card = { title: tipDetails.title(to), tone: 'info' as const, blocks: [...blocks, renew] }
    return { card, audience: 'asker' }
  },
}

/**
 * None where the recipient hears of it from us. The link opens the page only: to be paid takes a sign-in as the recipient, or a
 * code from the mailbox.
 */
async function linkBlocks(
  { tipDetails, claimable }: Words,
  claim: ClaimerView,
  to: string,
  services: Services,
): Promise<Block[]> {
  if (!claim.keyHeld || !isToPassOn(await reachOf(waitingOf(claim), services))) return []
  const secret = await services.claims.linkSecret(claim.id)
  const url = `${services.publicUrl}/claim/${claim.id}#${secret}`
  return [field(tipDetails.link, url), text(tipDetails.giveLink(to)), link(claimable.openPage, url)]
}
