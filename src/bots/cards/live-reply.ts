import { NotFoundError } from '../../core/terms/errors.ts'
import type { Reply, Services, Speaker } from '../dispatch/command.ts'
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
