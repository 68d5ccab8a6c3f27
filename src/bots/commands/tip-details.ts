import { needsPin } from '../../core/email-cap.ts'
import { NotYoursError } from '../../core/errors.ts'
import { accountKey, showIdentity } from '../../core/identity.ts'
import { field, text, type Block } from './card.ts'
import type { Action } from './command.ts'
import { askedFor } from './views/asked-for.ts'
import { showAmount } from './wording.ts'

/** What only the sender of a tip may read: the whole e-mail address, and the PIN where one is needed. */
export const tipDetailsAction: Action = {
  name: 'tip-details',
  async run(signId, { account, words }, { signRequests, network }) {
    const request = await signRequests.find(signId)
    if (accountKey(account) !== request.ownerAccount)
      throw new NotYoursError(
        'Only whoever sent this may read its details.',
        'Leave it to them. What you send yourself has details for you.',
      )
    const asked = askedFor(request)
    const to = showIdentity(asked.recipient)
    const blocks: Block[] = [
      field('Amount', showAmount(words, network, asked.token, asked.amount)),
      field('To', to),
    ]
    if (needsPin(network, asked.recipient, asked)) {
      const pin = request.build?.claimer?.otp
      blocks.push(
        ...(pin === undefined
          ? [text('There is a PIN as soon as a wallet is connected on the sign page.')]
          : [field('PIN', pin)]),
        text(
          `${to} needs it to be paid, beside a code from their mailbox. Tell them yourself, and not by mail: whoever reads the mailbox must not have both.`,
        ),
      )
    }
    return { card: { title: `For ${to}`, tone: 'info', blocks }, audience: 'asker' }
  },
}
