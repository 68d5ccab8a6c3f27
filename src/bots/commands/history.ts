import { accountKey, showIdentity } from '../../core/terms/identity.ts'
import { askedOf } from '../../core/signing/asked.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import type { Words } from '../words/words.ts'
import { action, text, type Block, type Step } from '../cards/card.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { askedFor } from '../cards/tip.ts'
import { shareOutTitle } from '../cards/share-out.ts'
import { trackUrl } from '../cards/track.ts'
import { showAmount } from '../cards/wording.ts'

const PAGE = 8
const MOST_PAGES = 1000

export const history: Command = {
  name: 'history',
  summary: (words) => words.history.summary,
  usage: '/history',
  examples: ['/history'],
  run: (input, speaker, services) => showPage(input.trim() || '1', speaker, services),
}

export const historyAction: Action = { name: 'history', run: showPage }

async function showPage(
  word: string,
  { account, words }: Speaker,
  services: Services,
): Promise<Reply> {
  const page = /^\d{1,4}$/.test(word) ? Number(word) : 0
  if (page < 1 || page > MOST_PAGES)
    throw new UnreadableCommandError(
      words.history.notPage(word),
      [],
      words.reading.likeThis('/history 2'),
    )
  const range = { offset: (page - 1) * PAGE, limit: PAGE + 1 } // one more tells whether there is more
  const found = await services.signRequests.signedBy(accountKey(account), range)
  const steps = await Promise.all(found.slice(0, PAGE).map((one) => stepOf(words, one, services)))
  const none = page === 1 ? words.history.none : words.history.noneOlder
  const blocks: Block[] = [
    steps.length > 0 ? { kind: 'steps', steps } : text(none),
    ...(page > 1 ? [action(words.history.newer, `history:${page - 1}`)] : []),
    ...(found.length > PAGE ? [action(words.history.older, `history:${page + 1}`)] : []),
  ]
  const title = page === 1 ? words.history.title : words.history.titleOfPage(`${page}`)
  return { card: { title, tone: 'info', blocks }, audience: 'asker' }
}

async function stepOf(words: Words, request: SignRequest, services: Services): Promise<Step> {
  const { chain_uid, txHash = '', createdAt } = request
  const progress = await services.tracker.progress(chain_uid, txHash)
  const outcome = progress?.outcome ?? 'pending'
  const day = `${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    label: labelOf(words, request, services),
    state: outcome === 'completed' ? 'done' : outcome === 'pending' ? 'active' : 'failed',
    detail: `${words.track[outcome]}, ${day}`,
    url: trackUrl(services, chain_uid, txHash),
  }
}

function labelOf(words: Words, request: SignRequest, services: Services): string {
  const { network } = services
  const asked = askedOf(request)
  if (asked.kind === 'swap') {
    const { token, amount, receive } = asked
    return words.history.swapped(
      showAmount(words, network, token, amount),
      receive.token.toUpperCase(),
    )
  }
  if (asked.kind !== 'gift')
    return words.vouchers.history[asked.kind](showAmount(words, network, asked.token, asked.amount))
  if (request.shareOut) return shareOutTitle(words, request, services)
  const { token, amount, recipient } = askedFor(request)
  return words.history.tipped(showAmount(words, network, token, amount), showIdentity(recipient))
}
