import { NotFoundError } from '../../core/terms/errors.ts'
import type { Reply, Services, Speaker, View } from './command.ts'

/**
 * Answers with a live card, rendered for whoever will read it.
 * @throws {NotFoundError} the view has nothing to show
 */
export async function liveReply(
  live: { name: string; view: View; key: string },
  audience: Reply['audience'],
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const { name, view, key } = live
  const isPrivate = audience === 'asker' || speaker.chat.kind === 'private'
  const reader = isPrivate ? speaker.account : undefined
  const rendered = await view(key, services, { reader, words: speaker.words })
  if (!rendered)
    throw new NotFoundError(speaker.words.answers.nothingToShow, speaker.words.signing.askAgain)
  const { card, ...follows } = rendered
  return { card, audience, live: { view: name, key, ...follows } }
}
