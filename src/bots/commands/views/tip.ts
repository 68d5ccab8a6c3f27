import { claimTopic, type ClaimView } from '../../../claims/claims.ts'
import { needsPin } from '../../../core/email-cap.ts'
import { nameIdentity, Platform, showIdentity, type Account } from '../../../core/identity.ts'
import { signTopic, type SignRequest } from '../../../core/signing/sign-requests.ts'
import type { Progress } from '../../../core/tracking/progress.ts'
import type { Words } from '../../messages/words.ts'
import { action, field, link, text, type Block, type Card } from '../card.ts'
import type { Services, View } from '../command.ts'
import { homesOf, showAmount, showChain, showSums, showWallet } from '../wording.ts'
import { askedFor, type AskedFor } from './asked-for.ts'
import { chosenBlocks, otherWays, understoodBlocks } from './payment.ts'
import { payoutsOf, type Payout } from './payout.ts'
import { reasonOf, stepsOf } from './steps.ts'
import { trackLinks } from './track.ts'

/** A tip from its sign request to its pay-out, for the chat that it was asked for in: the key is the sign request's id. */
export const tipView: View = async (id, services, { reader, words }) => {
  const request = await services.signRequests.current(id)
  const asked = named(request, reader)
  const topics = [...new Set([signTopic(id), signTopic(request.id)])]
  if (request.txHash === undefined) {
    const isOpen = services.now() < request.expiresAt
    const card = isOpen
      ? await openCard(words, request, asked, services)
      : expiredCard(words, request, asked, services)
    return { card, topics, changesAt: isOpen ? request.expiresAt : undefined }
  }
  const progress = await services.tracker.progress(request.chain_uid, request.txHash)
  const claimerId = request.build?.claimer?._id
  const claim = claimerId === undefined ? undefined : await services.claims.viewOwn(claimerId)
  const card = await signedCard({ words, request, asked, progress, claim, services })
  return { card, topics: claimerId === undefined ? topics : [...topics, claimTopic(claimerId)] }
}

/** `who` is the recipient as this card's readers may see it, `home` the platform that it stands on. */
type Asked = AskedFor & { who: string; home: Platform }

/** A whole e-mail address is for the sender's own eyes; a group sees enough of it to follow. */
function named(request: SignRequest, reader: Account | undefined): Asked {
  const asked = askedFor(request)
  const { recipient } = asked
  const home = Platform.parse(request.ownerAccount.split(':')[0])
  const isOwn = reader !== undefined && recipient.platform === 'email'
  return { ...asked, home, who: isOwn ? showIdentity(recipient) : nameIdentity(recipient, home) }
}

function titleOf(words: Words, { token, amount, who }: Asked, services: Services): string {
  return `Tip ${showAmount(words, services.network, token, amount)} to ${who}`
}

/** What the sender alone may read stands behind a button: the whole address where the card hides it, and the PIN. */
function detailsOf({ id }: SignRequest, asked: Asked, { network }: Services): Block[] {
  const { recipient, who } = asked
  if (needsPin(network, recipient, asked))
    return [
      text(`For this much ${who} needs a PIN from you as well.`),
      action('Show my PIN', `tip-details:${id}`),
    ]
  return who === showIdentity(recipient) || recipient.platform !== 'email'
    ? []
    : [action('Show whole address', `tip-details:${id}`)]
}

function noteOf({ note, ownerName }: SignRequest): Block[] {
  return note === undefined ? [] : [{ kind: 'quote', text: note, by: ownerName }]
}

async function openCard(
  words: Words,
  request: SignRequest,
  asked: Asked,
  services: Services,
): Promise<Card> {
  const { network, publicUrl } = services
  const { chain_uid, senderAddress } = request
  const { who, recipient } = asked
  const from =
    senderAddress === undefined
      ? `${showChain(network, chain_uid)}, wallet connected on the sign page`
      : showWallet(words, network, { chain_uid, address: senderAddress })
  const isKnown = (await services.accountOf(recipient.platform, recipient.handle)) !== undefined
  const unknown =
    recipient.platform === 'email'
      ? `Once it has arrived, ${who} gets a mail with a link to claim it.`
      : `I have not met ${who} yet. The tip waits until the account that owns this handle comes to claim it.`
  const blocks: Block[] = [
    ...understoodBlocks(words, request.terms?.understood, asked, network),
    field('From', asked.paysWith === 'vouchers' ? `Vouchers of ${from}` : from),
    ...chosenBlocks(words, request, network),
    field(
      'Arrives as',
      `Vouchers for ${showAmount(words, network, asked.token, asked.amount)}, which only ${who} can claim`,
    ),
    field('Fee', 'Network gas only, paid by your wallet'),
    field('Claimable on', homesOf(network, asked.token).join(', ')),
    ...noteOf(request),
    ...(isKnown ? [] : [text(unknown)]),
    ...detailsOf(request, asked, services),
    link('Sign', `${publicUrl}/sign/${request.id}`),
    ...otherWays(words, request, network),
  ]
  return { title: titleOf(words, asked, services), tone: 'info', blocks }
}

function expiredCard(words: Words, request: SignRequest, asked: Asked, services: Services): Card {
  const how =
    'It was not signed in time, so this request has expired. Nothing was sent. Ask again with the same command.'
  return {
    title: titleOf(words, asked, services),
    tone: 'warning',
    blocks: [...noteOf(request), text(how)],
  }
}

type Signed = {
  words: Words
  request: SignRequest
  asked: Asked
  progress: Progress | undefined
  claim: ClaimView | undefined
  services: Services
}

async function signedCard(signed: Signed): Promise<Card> {
  const { words, request, asked, progress, claim, services } = signed
  const steps = progress ? [stepsOf(words, services.network, progress)] : []
  const above = [...noteOf(request), ...steps, ...trackLinks(words, services, progress)]
  const payouts = claim ? await payoutsOf(claim, services) : []
  if (claim && payouts.length > 0) {
    const details = detailsOf(request, asked, services)
    return claimedCard(words, claim, asked, payouts, above, details, services)
  }
  const { title, tone, said } = beforeClaim(signed)
  return { title, tone, blocks: [...above, text(said), ...detailsOf(request, asked, services)] }
}

/** While nothing waits on chain yet, or never will: what happened, and where the money is. */
function beforeClaim({ words, request, asked, progress, services }: Signed): {
  title: string
  tone: Card['tone']
  said: string
} {
  const sum = showAmount(words, services.network, asked.token, asked.amount)
  const recipient = asked.who
  const origin = showChain(services.network, request.chain_uid)
  const { kept, back, held } =
    asked.paysWith === 'vouchers'
      ? {
          kept: `Your vouchers are untouched.`,
          back: `The ${sum} are still your vouchers.`,
          held: `The ${sum} are still your vouchers.`,
        }
      : {
          kept: `The ${sum} are still in your wallet.`,
          back: `The ${sum} are back in your wallet on ${origin}.`,
          held: `The ${sum} are held on ${origin} until the refund to your wallet is final.`,
        }

  if (progress?.outcome === 'failed') {
    return {
      title: `The tip to ${recipient} failed`,
      tone: 'error',
      said: `${origin} refused the transaction: ${reasonOf(words, progress)}. ${kept} Only the network fee was spent.`,
    }
  }
  if (progress?.outcome === 'not_found') {
    return {
      title: `The tip to ${recipient} never reached ${origin}`,
      tone: 'error',
      said: `${reasonOf(words, progress)}. ${kept} Ask again with the same command.`,
    }
  }
  if (progress?.outcome === 'refunded') {
    return {
      title: `The tip to ${recipient} was refunded`,
      tone: 'warning',
      said: `The hub refused it: ${reasonOf(words, progress)}. ${back}`,
    }
  }
  if (progress?.outcome === 'timed_out' || progress?.outcome === 'needs_attention') {
    const isLate = progress.outcome === 'timed_out'
    return {
      title: `The tip to ${recipient} ${isLate ? 'timed out' : 'needs attention'}`,
      tone: isLate ? 'warning' : 'error',
      said: `${progress.notice ?? reasonOf(words, progress)}.`,
    }
  }
  if (progress?.hops.some(({ kind, state }) => kind === 'settle' && state === 'failed')) {
    return {
      title: `The tip to ${recipient} is being refunded`,
      tone: 'warning',
      said: `The hub refused it: ${reasonOf(words, progress)}. ${held}`,
    }
  }
  return {
    title: `Sending ${sum} to ${recipient}`,
    tone: 'info',
    said: `${progress?.notice ?? `Signed. ${recipient} can claim once it is final`}.`,
  }
}

/** Once the claim exists. One payload that was signed twice makes two claims, so there can be several. */
async function claimedCard(
  words: Words,
  claim: ClaimView,
  { who: recipient, home }: Asked,
  payouts: Payout[],
  above: Block[],
  details: Block[],
  services: Services,
): Promise<Card> {
  const { network } = services
  const sumOf = (some: Payout[]) => showSums(words, network, some)
  const where = (some: Payout[]) => {
    const chains = [
      ...new Set(
        some.flatMap((payout) =>
          payout.recipient ? [showChain(network, payout.recipient.chain_uid)] : [],
        ),
      ),
    ]
    return chains.length === 0 ? '' : ` on ${chains.join(', ')}`
  }
  const waiting = payouts.filter(({ state }) => state === 'waiting')
  const paying = payouts.filter(({ state }) => state === 'paying')
  const asVouchers = payouts.filter(({ state }) => state === 'vouchers')
  const paid = payouts.filter(({ state }) => state === 'paid')
  if (waiting.length > 0) {
    const canPress = claim.keyHeld && claim.recipient.platform === home
    const button = canPress ? [action('Claim', `claim:${claim.id}`)] : []
    const mail =
      claim.recipient.platform === 'email' ? await mailOf(recipient, waiting, services) : undefined
    return {
      title: `${recipient} can claim ${sumOf(waiting)}`,
      tone: mail?.tone ?? 'success',
      blocks: [...above, ...(mail ? [text(mail.words)] : []), ...details, ...button],
    }
  }
  if (paying.length > 0)
    return {
      title: `${recipient} is being paid ${sumOf(paying)}${where(paying)}`,
      tone: 'info',
      blocks: above,
    }
  if (paid.length > 0)
    return {
      title: `${recipient} was paid ${sumOf(paid)}${where(paid)}`,
      tone: 'success',
      blocks: above,
    }
  const returned = payouts.filter(({ state }) => state === 'returned' || state === 'returning')
  if (returned.length > 0 && asVouchers.length === 0) {
    const isBack = returned.every(({ state }) => state === 'returned')
    const wasCancelled = claim.items.some(
      ({ status }) => status === 'cancelled' || status === 'cancelling',
    )
    const why = wasCancelled ? 'Its sender took it back.' : `${recipient} did not claim it in time.`
    const place = isBack ? "It is the sender's again, as vouchers." : 'It is on its way back.'
    return {
      title: `${sumOf(returned)} for ${recipient} ${isBack ? 'went back' : 'goes back'}`,
      tone: 'warning',
      blocks: [...above, text(`${why} ${place}`)],
    }
  }
  const held = `${recipient} holds the value as vouchers${where(asVouchers)}: the chain could not pay it out as tokens.`
  return {
    title: `${recipient} was paid ${sumOf(asVouchers)} as vouchers`,
    tone: 'warning',
    blocks: [...above, text(held)],
  }
}

/** Whether the recipient has heard of it. */
async function mailOf(
  who: string,
  waiting: readonly Payout[],
  { noticeOf }: Services,
): Promise<{ words: string; tone: Card['tone'] }> {
  const states = await Promise.all(waiting.map(({ claimId }) => noticeOf(claimId)))
  if (states.includes('refused'))
    return {
      words: `Their mail server takes no mail for ${who}, so nobody was told. Is the address right? The value waits on chain for that address and nobody else.`,
      tone: 'warning',
    }
  return states.includes('waiting')
    ? { words: `A mail to ${who} is on its way.`, tone: 'success' }
    : { words: `A mail with a link to claim it was sent to ${who}.`, tone: 'success' }
}
