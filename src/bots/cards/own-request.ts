import type { AskedMove, AskedSwap } from '../../core/signing/asked.ts'
import type { SignRequest, Standing } from '../../core/signing/sign-request.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import { signTopic } from '../../services/signing/sign-requests.ts'
import type { Services, View } from '../dispatch/command.ts'
import type { Words } from '../words/words.ts'
import { text, type Block, type Card } from './card.ts'
import { leftByRequest } from '../../core/signing/left-by-request.ts'
import { takeOutButtons } from './left-vouchers.ts'
import { closedBlocks, isForOwner, standingNow } from './payment.ts'
import { stepsOf } from './steps.ts'
import { againBlocks } from './try-again.ts'
import { trackLinks } from './track.ts'

/** What happened, and where the money is, where that is more than the title says. */
export type Ending = { title: string; tone: Card['tone']; said?: string }

/** What is asked, the words of whoever reads it, and whether that is its owner alone: in a group, wallets are left out. */
export type Own<Asked> = { request: SignRequest; asked: Asked; words: Words; isOwn: boolean }

/** Why a request cannot be signed any more, and where it stands. */
export type Closed = { blocks: Block[]; standing: Standing }

/** The cards of one kind of request: while it waits, when it is too late to sign and why, and what is said once it was signed. */
type Cards<Asked> = {
  open(own: Own<Asked>, services: Services): Promise<Card>
  expired(own: Own<Asked>, closed: Closed, services: Services): Promise<Card>
  ending(own: Own<Asked>, progress: Progress | undefined, services: Services): Promise<Ending>
}

/**
 * Returns the view of what somebody asks of their own wallet for themselves, from its sign request to its end: the key is that request's
 * id. `read` gives `undefined` for requests of other kinds.
 */
export const ownRequestView =
  <Asked extends AskedMove | AskedSwap>(
    read: (request: SignRequest, services: Services) => Promise<Asked | undefined>,
    cards: Cards<Asked>,
  ): View =>
  async (id, services, audience) => {
    const { words } = audience
    const request = await services.signRequests.current(id)
    const asked = await read(request, services)
    if (!asked) return undefined
    const own = { request, asked, words, isOwn: isForOwner(request, audience) }
    const topics = [...new Set([signTopic(id), signTopic(request.id)])]
    const { standing, changesAt } = await standingNow(request, services)
    if (request.txHash === undefined) {
      if (standing === 'open') return { card: await cards.open(own, services), topics, changesAt }
      const blocks = closedBlocks(words, services.network, request, { standing })
      const card = await cards.expired(own, { blocks, standing }, services)
      return { card, topics, changesAt }
    }
    const progress = await services.tracker.progress(request.sentOn, request.txHash)
    const { title, tone, said } = await cards.ending(own, progress, services)
    const steps = progress ? [stepsOf(words, services.network, progress)] : []
    const blocks: Block[] = [
      ...steps,
      ...(said === undefined ? [] : [text(said)]),
      ...whatNext(words, services, request, { progress, standing }),
      ...trackLinks(words, services, progress),
    ]
    return { card: { title, tone, blocks }, topics, changesAt }
  }

/** A button for what can be done about money that did not arrive as it should. */
function whatNext(
  words: Words,
  services: Services,
  request: SignRequest,
  { progress, standing }: { progress: Progress | undefined; standing: Standing },
): Block[] {
  const left = progress && leftByRequest(request, progress)
  return left
    ? takeOutButtons(words, left, services)
    : againBlocks(words, services.network, request, { progress, standing })
}
