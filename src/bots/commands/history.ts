import { accountKey, type Account } from '../../core/terms/identity.ts'
import { askedOf, homeOf } from '../../core/signing/asked.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import type { Words } from '../words/words.ts'
import { action, text, type Block, type Step } from '../cards/card.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { askedFor } from '../cards/tip.ts'
import { shareOutTitle } from '../cards/share-out.ts'
import { howItEnded } from '../statement/statement.ts'
import { trackUrl } from '../cards/track.ts'
import { showTime } from '../words/show-time.ts'
import { nameSender } from '../words/name-person.ts'
import { sentTo } from '../cards/sent.ts'
import { moveOf } from '../cards/move.ts'
import { pricesNow, valuedAt } from '../cards/worth.ts'
import { shortAddress, showChain, showThen } from '../cards/wording.ts'
import { plainWord } from '../reading/read-number.ts'
import { hubOf } from '../../core/terms/network.ts'

const PAGE = 8
const MOST_PAGES = 100
/** What can be shown alone: what one signed, or what was paid to one. */
const PARTS = ['sent', 'received'] as const
type Part = (typeof PARTS)[number]

/** One line of the list. What it says is asked for only if it is shown. */
type Entry = { at: Date; step(): Promise<Step> }

export const history: Command = {
  name: 'history',
  summary: (words) => words.history.summary,
  usage: '/history [sent or received] [page]',
  examples: ['/history', '/history received', '/history 2'],
  audience: 'asker',
  params: [
    { name: 'part', summary: (words) => words.history.part, kind: 'words', isOptional: true },
  ],
  run: (input, speaker, services) => showPage(input.split(/\s+/u), speaker, services),
}

export const historyAction: Action = {
  name: 'history',
  run: (arg, speaker, services) => showPage(arg.split(':'), speaker, services),
}

/** @param said the part and the page, as far as they were said */
async function showPage(
  said: readonly string[],
  { account, words }: Speaker,
  services: Services,
): Promise<Reply> {
  const part = PARTS.find((each) => each === said[0]?.toLowerCase())
  const word = plainWord(said.slice(part ? 1 : 0).join(' ')) || '1'
  const page = /^\d{1,3}$/.test(word) ? Number(word) : 0
  if (page < 1 || page > MOST_PAGES)
    throw new UnreadableCommandError(
      words.history.notPage(word),
      [],
      words.reading.likeThis('/history received'),
    )
  const most = page * PAGE + 1 // one more tells whether there is more
  const entries = [
    ...(part === 'received' ? [] : await signedBy(words, account, most, services)),
    ...(part === 'sent' ? [] : await receivedBy(words, account, most, services)),
  ].toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const shown = entries.slice((page - 1) * PAGE, page * PAGE)
  const steps = await Promise.all(shown.map(({ step }) => step()))
  const arg = (of: Part | undefined, number: number) =>
    ['history', ...(of ? [of] : []), `${number}`].join(':')
  const { none, noneOlder, newer, older, title, titleOfPage, only } = words.history
  const blocks: Block[] = [
    steps.length > 0 ? { kind: 'steps', steps } : text(page === 1 ? none : noneOlder),
    ...(page > 1 ? [action(newer, arg(part, page - 1))] : []),
    ...(entries.length > page * PAGE && page < MOST_PAGES
      ? [action(older, arg(part, page + 1))]
      : []),
    ...[undefined, ...PARTS].flatMap((other) =>
      other === part ? [] : [action(only[other ?? 'all'], arg(other, 1))],
    ),
  ]
  return {
    card: { title: page === 1 ? title : titleOfPage(`${page}`), tone: 'info', blocks },
    audience: 'asker',
  }
}

async function signedBy(
  words: Words,
  account: Account,
  most: number,
  services: Services,
): Promise<Entry[]> {
  const range = { offset: 0, limit: most }
  const signed = await services.signRequests.signedBy(accountKey(account), range)
  return signed.map((request) => ({
    at: request.createdAt,
    step: () => signedStep(words, request, services),
  }))
}

async function receivedBy(
  words: Words,
  account: Account,
  most: number,
  services: Services,
): Promise<Entry[]> {
  const { network, claims } = services
  return (await claims.receivedBy(account, most)).map((claim) => ({
    at: claim.paidAt,
    async step() {
      const { token, amount, recipient, release, txHash, paidAt } = claim
      const { received, paidOutOn, keptOnHub, withTime } = words.history
      const where = release ? paidOutOn(showChain(network, recipient.chain_uid)) : keptOnHub
      return {
        label: received(
          await sumAt(words, { token, amount }, paidAt, services),
          nameSender(words, claim, account.platform),
        ),
        state: 'done',
        detail: withTime(where, showTime(words, paidAt)),
        url: trackUrl(services, hubOf(network).chain_uid, txHash),
      }
    },
  }))
}

async function signedStep(words: Words, request: SignRequest, services: Services): Promise<Step> {
  const { sentOn, txHash = '', createdAt } = request
  const state = await howItEnded(request, services)
  const said = {
    ...words.track,
    cancelled: words.history.takenBack,
    returned: words.history.cameBack,
  }
  return {
    label: await labelOf(words, request, services),
    state: state === 'completed' ? 'done' : state === 'pending' ? 'active' : 'failed',
    detail: words.history.withTime(said[state], showTime(words, createdAt)),
    url: trackUrl(services, sentOn, txHash),
  }
}

/** An amount with what it was worth then, or else now. */
const sumAt = async (
  words: Words,
  amount: { token: string; amount: bigint },
  at: Date,
  services: Services,
): Promise<string> =>
  showThen(words, services.network, await valuedAt(amount, at, services), await pricesNow(services))

async function labelOf(words: Words, request: SignRequest, services: Services): Promise<string> {
  const asked = askedOf(request)
  const sum = await sumAt(words, asked, request.createdAt, services)
  if (asked.kind === 'swap') return words.history.swapped(sum, asked.receive.token.toUpperCase())
  const move = await moveOf(request, services)
  if (move?.isGift) return words.history.tipped(sum, shortAddress(move.recipient.address))
  if (asked.kind !== 'gift') return words.vouchers.history[asked.kind](sum)
  if (request.shareOut) return shareOutTitle(words, request, services, sum)
  const { recipient } = askedFor(request)
  return words.history.tipped(sum, sentTo(words, { recipient }, homeOf(request)))
}
