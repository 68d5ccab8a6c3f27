import { NotFoundError } from '../../core/terms/errors.ts'
import { Every, nextTime } from '../../core/terms/recurrence.ts'
import { showNumber } from '../../core/terms/show-text.ts'
import type { Plan } from '../../services/plans/plans.ts'
import { action, field, text } from '../cards/card.ts'
import { liveReply } from '../cards/live-reply.ts'
import { planCard, planFor, planSum } from '../cards/plan.ts'
import { readToken } from '../reading/read-name.ts'
import { pricesNow } from '../cards/worth.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { amountIn, namedIn, requestNow } from '../paying/request-planned.ts'
import { refuseUnclaimable } from '../paying/request-tip.ts'
import { fixedAmount } from '../reading/read-amount.ts'
import { parseTip } from '../reading/parse-tip.ts'
import { showTime } from '../words/show-time.ts'

/** What one person may have at once. */
const MOST = 10
const EXAMPLE = '/plan @bobby 5 usdc every week'
/** How often, the surest form first: a note may be for daily coffee. */
const EVERY = [
  /(?:^|\s+)every\s+(day|week|month|daily|weekly|monthly)\b/i,
  /(?:^|\s+)(daily|weekly|monthly)\b/i,
]
const SAID: Readonly<Record<string, Every>> = { daily: 'day', weekly: 'week', monthly: 'month' }

/** Makes a tip that comes again; alone, lists the speaker's. */
export const plan: Command = {
  name: 'plan',
  summary: (words) => words.plans.summary,
  usage: '/plan @handle amount token every day|week|month [note]',
  examples: [EXAMPLE, '/plan @bobby $5 of eth every month for coffee', '/plan'],
  audience: 'asker',
  params: [
    { name: 'to', summary: ({ tip }) => tip.to, kind: 'person', isOptional: true },
    { name: 'amount', summary: ({ tip }) => tip.amount, kind: 'word', isOptional: true },
    { name: 'token', summary: ({ tip }) => tip.token, kind: 'token', isOptional: true },
    {
      name: 'every',
      summary: ({ plans }) => plans.every,
      kind: 'word',
      after: 'every',
      isOptional: true,
    },
    { name: 'note', summary: ({ tip }) => tip.note, kind: 'words', isOptional: true },
  ],
  async run(input, speaker, services) {
    if (input === '' && !speaker.replyTo) return listReply(speaker, services)
    const { words } = speaker
    const made = parsePlan(input, speaker, services)
    await refuseUnclaimable(namedIn(made), speaker, services)
    await refuseUnpayable(made, speaker, services)
    if (!(await services.plans.add(made, MOST, speaker.update?.key)))
      throw new UnreadableCommandError(words.plans.tooMany(MOST), [], words.plans.removeOne)
    return { card: planCard(words, made, services), audience: 'asker' }
  },
}

/**
 * Refuses what each time would come to no claim. Of dollars whose token has no price now, nobody knows that yet.
 * @throws {UnreadableCommandError} fewer dollars than the token's smallest unit is worth. Also what `Claimers.refuseImpossible` throws.
 */
async function refuseUnpayable(made: Plan, { words }: Speaker, services: Services): Promise<void> {
  const { token } = made
  const asked = amountIn(made)
  if (asked.kind === 'usd' && !(await pricesNow(services)).has(token)) return
  const fixed = await fixedAmount(
    asked,
    readToken(services.network, token),
    words.payment,
    services,
  )
  const amounts = fixed ? [fixed.units] : []
  await services.claims.refuseImpossible({ token, amounts }, { isLater: true })
}

export const plansAction: Action = {
  name: 'plans',
  run: (_arg, speaker, services) => listReply(speaker, services),
}

export const pausePlanAction: Action = {
  name: 'plan-pause',
  async run(id, speaker, services) {
    await ownPlan(id, speaker, services)
    await services.plans.pause(speaker.account, id, { pausedAt: services.now() })
    return listReply(speaker, services)
  },
}

/** Lets a paused plan go on with its next time: what was missed is not made up for. */
export const resumePlanAction: Action = {
  name: 'plan-resume',
  async run(id, speaker, services) {
    const { startsAt, every, pausedAt } = await ownPlan(id, speaker, services)
    const dueAt = nextTime(startsAt, every, services.now())
    if (pausedAt) await services.plans.pause(speaker.account, id, { dueAt })
    return listReply(speaker, services)
  },
}

export const removePlanAction: Action = {
  name: 'plan-remove',
  async run(id, speaker, services) {
    if (!(await services.plans.remove(speaker.account, id))) throw goneError(speaker)
    return listReply(speaker, services)
  },
}

/** Makes what is due ready anew, where it was not signed in time: once, however often it is pressed. */
export const payPlanAction: Action = {
  name: 'plan-pay',
  async run(id, speaker, services) {
    const request = await requestNow(await ownPlan(id, speaker, services), services)
    if (!request) throw goneError(speaker)
    return liveReply({ view: 'tip', key: request.id }, 'asker', speaker, services)
  },
}

/** @throws {NotFoundError} it is gone, or somebody else's */
async function ownPlan(id: string, speaker: Speaker, { plans }: Services): Promise<Plan> {
  const found = (await plans.of(speaker.account)).find((each) => each.id === id)
  if (found) return found
  throw goneError(speaker)
}

const goneError = ({ words: { plans } }: Speaker) => new NotFoundError(plans.gone, plans.how)

/**
 * Reads a tip with `every day`, `every week` or `every month` in it, or `daily` and the like.
 * @throws {UnreadableCommandError} it does not say how often, is for several people or a wallet, names a chain to pay from, or is for half or all of something. Also what `parseTip` throws.
 */
function parsePlan(input: string, speaker: Speaker, services: Services): Plan {
  const { words, account: owner, name: ownerName } = speaker
  const form = EVERY.find((each) => each.test(input))
  const unit = form?.exec(input)?.[1]?.toLowerCase() ?? ''
  const every = Every.safeParse(SAID[unit] ?? unit).data
  if (form === undefined || every === undefined)
    throw new UnreadableCommandError(words.plans.howOften, [], words.plans.how)
  const order = parseTip(input.replace(form, '').trim(), speaker, services.network, EXAMPLE)
  if (!('recipient' in order))
    throw new UnreadableCommandError(words.plans.onePerson, [], words.plans.how)
  const { recipient, account, amount, token, chain, note } = order
  if (chain) throw new UnreadableCommandError(words.plans.anyChain(chain.name), [], words.plans.how)
  if (amount.kind !== 'units' && amount.kind !== 'usd')
    throw new UnreadableCommandError(words.plans.sayHowMuch, [], words.plans.how)
  const startsAt = services.now()
  return {
    id: services.newId(),
    owner,
    ownerName,
    recipient,
    recipientUserId: account?.userId,
    amount:
      amount.kind === 'units' ? { units: amount.units } : { cents: amount.cents, usd: amount.usd },
    token: token.token,
    note,
    every,
    startsAt,
    dueAt: nextTime(startsAt, every, startsAt),
    pausedAt: undefined,
    signId: undefined,
  }
}

async function listReply(
  { account, words }: Speaker,
  services: Pick<Services, 'plans' | 'network' | 'market'>,
): Promise<Reply> {
  const said = words.plans
  const prices = await pricesNow(services)
  const kept = await services.plans.of(account)
  const number = (index: number) => showNumber(words, `${index + 1}`)
  const rows = kept.map((each, index) => {
    const [sum, every] = [planSum(words, each, services, prices), said.everys[each.every]]
    const row = each.pausedAt
      ? said.rowPaused(sum, every)
      : said.row(sum, every, showTime(words, each.dueAt))
    return field(`${number(index)}. ${planFor(words, each)}`, row)
  })
  const buttons = kept.flatMap(({ id, pausedAt }, index) => [
    pausedAt
      ? action(said.resume(number(index)), `plan-resume:${id}`)
      : action(said.pause(number(index)), `plan-pause:${id}`),
    action(said.remove(number(index)), `plan-remove:${id}`),
  ])
  const blocks = [...(rows.length > 0 ? rows : [text(said.none)]), text(said.how), ...buttons]
  return { card: { title: said.title, tone: 'info', blocks }, audience: 'asker' }
}
