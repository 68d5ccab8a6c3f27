import { NotFoundError } from '../../core/terms/errors.ts'
import type { Reply, Services, Speaker } from '../dispatch/command.ts'
import { redemptionKey, type ClaimKey } from './redemption.ts'
import { viewOfRequest, views, type ViewName } from './views.ts'

/**
 * Answers with a live card, rendered for whoever will read it.
 * @throws {NotFoundError} the view has nothing to show
 */
export async function liveReply(
  { view, key }: { view: ViewName; key: string },
  audience: Reply['audience'],
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const isPrivate = audience === 'asker' || speaker.chat.kind === 'private'
  const reader = isPrivate ? speaker.account : undefined
  const rendered = await views[view](key, services, { reader, words: speaker.words })
  if (!rendered)
    throw new NotFoundError(speaker.words.answers.nothingToShow, speaker.words.signing.askAgain)
  const { card, ...follows } = rendered
  return { card, audience, live: { view, key, ...follows } }
}

/** The card of a sign request, for whoever asks alone. */
export async function requestReply(
  signId: string,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const request = await services.signRequests.current(signId)
  return liveReply({ view: viewOfRequest(request), key: signId }, 'asker', speaker, services)
}

/** Where claims stand that were asked for together, for whoever asked alone: on the card that told of them, where all came together. */
export function redemptionReply(
  claims: readonly ClaimKey[],
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const [one, ...more] = new Set(claims.map(({ claimerId }) => claimerId))
  return one !== undefined && more.length === 0
    ? liveReply({ view: 'claimable', key: one }, 'asker', speaker, services)
    : liveReply({ view: 'redemption', key: redemptionKey(claims) }, 'asker', speaker, services)
}
