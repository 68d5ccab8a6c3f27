import { needsPin } from '../../core/claims/claim-limits.ts'
import { NotYoursError } from '../../core/terms/errors.ts'
import { accountKey } from '../../core/terms/identity.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import type { Words } from '../words/words.ts'
import { field, link, text, type Block } from '../cards/card.ts'
import type { Action, Services } from '../dispatch/command.ts'
import { sentTo } from '../cards/sent.ts'
import { askedFor } from '../cards/tip.ts'
import { showAmount } from '../cards/wording.ts'

/** What only the sender of a tip may read: the whole e-mail address, the PIN where one is needed, the link where nobody else can bring it. */
export const tipDetailsAction: Action = {
  name: 'tip-details',
  async run(signId, { account, words }, services) {
    const { signRequests, network } = services
    const { tipDetails } = words
    const request = await signRequests.find(signId)
    if (accountKey(account) !== request.ownerAccount)
      throw new NotYoursError(tipDetails.notYours, tipDetails.leaveIt)
    const asked = askedFor(request)
    const to = sentTo(words, asked, account.platform)
    const blocks: Block[] = [
      field(tipDetails.amount, showAmount(words, network, asked.token, asked.amount)),
      field(tipDetails.to, to),
    ]
    if (needsPin(network, asked.recipient, asked)) {
      const pin = await signRequests.pinOf(signId)
      blocks.push(
        ...(pin === undefined ? [text(tipDetails.pinLater)] : [field(tipDetails.pin, pin)]),
        text(tipDetails.tellThem(to)),
      )
    }
    blocks.push(...(await linkToPassOn(words, request, to, services)))
    return { card: { title: tipDetails.title(to), tone: 'info', blocks }, audience: 'asker' }
  },
}

/**
 * None where the recipient hears of it from us. The link opens the page only: to be paid takes a sign-in as the recipient, or a
 * code from the mailbox.
 */
async function linkToPassOn(
  { tipDetails, claimable }: Words,
  { build }: SignRequest,
  to: string,
  { claims, publicUrl, mail: { wantsNoMail } }: Pick<Services, 'claims' | 'mail' | 'publicUrl'>,
): Promise<Block[]> {
  const claimerId = build?.claimer?._id
  const claim = claimerId === undefined ? undefined : await claims.viewOwn(claimerId)
  if (!claim?.keyHeld) return []
  if (claims.canReach(claim.recipient.platform) && !(await wantsNoMail(claim.id))) return []
  const url = `${publicUrl}/claim/${claim.id}#${await claims.linkSecret(claim.id)}`
  return [field(tipDetails.link, url), text(tipDetails.giveLink(to)), link(claimable.openPage, url)]
}
