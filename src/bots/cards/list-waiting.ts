import type { Reply, Services, Speaker } from '../dispatch/command.ts'
import { liveReply } from './live-reply.ts'
import { pageOfWaiting, waitingKey } from './waiting.ts'

/**
 * Answers with a page of what waits for whoever asked, for their eyes only; it follows what becomes of that.
 * @throws {UnreadableCommandError} there is no such page
 */
export async function listWaiting(
  speaker: Speaker,
  services: Services,
  page = '',
  { isProven = false }: { isProven?: boolean } = {},
): Promise<Reply> {
  const { account, words } = speaker
  const waiting = await services.claims.waitingFor(account)
  const asked = waiting.length === 0 ? '' : page
  const { items } = pageOfWaiting(waiting, asked, words)
  const claimerIds = [...new Set(items.map(({ claimerId }) => claimerId))]
  const key = waitingKey({ owner: account, page: Number(asked || '1'), claimerIds, isProven })
  return liveReply({ view: 'waiting', key }, 'asker', speaker, services)
}
