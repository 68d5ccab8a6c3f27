import { z } from 'zod'

import { accountKey, Platform, type Account } from '../terms/identity.ts'

const at = { chain_uid: z.string() }
/** `token` is empty where it is not known what is paid out. */
const payout = { ...at, token: z.string() }
const named = <Kind extends string, Facts extends z.ZodRawShape>(kind: Kind, facts: Facts) =>
  z.object({ kind: z.literal(kind), ...facts })

/** What a person should know of a transaction beside its hops, as data: chats say it in their reader's language. */
export const Notice = z.discriminatedUnion('kind', [
  // `since` is a time of day, HH:MM in UTC, of `since_sec`, unix seconds, which servers of the version before do not tell; `unanswered`: its nodes do not answer, so nobody
  // knows whether it goes on.
  named('stalled', {
    ...at,
    since: z.string(),
    since_sec: z.int().optional(),
    unanswered: z.boolean().optional(),
  }),
  // `blocks` are a power of ten: at least so many are still to be read.
  named('behind', { ...at, blocks: z.number().int() }),
  named('replaced', at),
  // One that we signed and send: it moves what waits on its own chain.
  named('not_included', at),
  named('unknown_to_hub', at),
  named('hub_too_late', at),
  named('hub_silent', at),
  named('refund_missing', { ...at, reason: z.string() }),
  named('refund_unseen', { ...at, reason: z.string() }),
  named('answer_missing', at),
  named('payout_too_late', payout),
  named('payout_silent', payout),
  named('refusal_missing', payout),
  named('unsettled', at),
  // A signed text that was not run in our transaction: it ran in another one, or may have.
  named('text_ran', at),
  named('text_expired', at),
])
export type Notice = z.infer<typeof Notice>

/** A text for every kind of notice: whole sentences without the last full stop. `chain` is the chain's name; times in the facts are as they are to be shown. */
export type NoticeTexts = {
  [Kind in Notice['kind']]: (facts: Extract<Notice, { kind: Kind }>, chain: string) => string
}

/** Without `showAt`, times are said as times of day in UTC. */
type Say = (
  notice: Notice,
  nameOf: (chainUid: string) => string,
  showAt?: (time: Date) => string,
) => string

/** Says notices in a language. */
export const sayNoticeWith =
  (texts: NoticeTexts): Say =>
  (notice, nameOf, showAt) =>
    textOf(texts, withTimes(notice, showAt), nameOf(notice.chain_uid))

function withTimes(notice: Notice, showAt: ((time: Date) => string) | undefined): Notice {
  if (notice.kind !== 'stalled') return notice
  const { since, since_sec: sinceSec } = notice
  const shown =
    showAt && sinceSec !== undefined ? showAt(new Date(sinceSec * 1000)) : `${since} UTC`
  return { ...notice, since: shown }
}

function textOf<Kind extends Notice['kind']>(
  texts: NoticeTexts,
  facts: Extract<Notice, { kind: Kind }>,
  chain: string,
): string {
  return texts[facts.kind](facts, chain)
}

const heldOn = (chain: string) => `what was sent is held by the factory on ${chain}`
const payoutOf = (token: string) => (token === '' ? 'the payout' : `the payout of ${token}`)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** In English, for whoever asks over HTTP and for chats. */
export const sayNotice = sayNoticeWith({
  stalled: ({ since, unanswered }, chain) =>
    unanswered
      ? `Waiting for ${chain}: its node does not answer, and nothing new was read from it since ${since}. It goes on once the node does`
      : `Waiting for ${chain}: nothing new was read from it since ${since}. It goes on once the chain does`,
  behind: ({ blocks }, chain) =>
    `Waiting for ${chain}: at least ${blocks} of its blocks are still to be read. It goes on by itself`,
  replaced: () =>
    'The block that held it was replaced by another one without it. It waits to be put into a block again',
  not_included: (_, chain) =>
    `${chain} has not taken the transaction into a block yet. Until it does, nothing has moved: the money waits on ${chain} as before. It is sent again and again, so it goes on by itself`,
  unknown_to_hub: (_, chain) =>
    `The transaction called the protocol on ${chain}, but an hour later the hub knows nothing of it: ${heldOn(chain)}, if it was taken at all. Ask the operator of the protocol with its hash`,
  hub_too_late: (_, chain) =>
    `The hub did not receive it in time. ${capital(heldOn(chain))} and goes back to its sender once the time-out is recorded there`,
  hub_silent: (_, chain) => `The hub did not receive it within an hour: ${heldOn(chain)}`,
  refund_missing: ({ reason }, chain) =>
    `The hub refused it (${reason}), but the refund is not on ${chain} an hour later: ${heldOn(chain)}`,
  refund_unseen: ({ reason }, chain) =>
    `The hub refused it (${reason}), and what was sent goes back to its sender. ${chain} does not show when: look at the balance there`,
  answer_missing: (_, chain) =>
    `The hub has done its part, but ${chain} has not heard of it an hour later. Nothing is lost: what it bought or sent is with its recipient, only what ${chain} itself still has to hand out is missing`,
  payout_too_late: ({ token }, chain) =>
    `${chain} did not receive the payout in time. ${capital(payoutOf(token))} is still in the protocol's escrow on ${chain}, and becomes vouchers once the hub has recorded the time-out`,
  payout_silent: ({ token }, chain) =>
    `${chain} has not paid out within an hour: ${payoutOf(token)} is still in the protocol's escrow on ${chain}`,
  refusal_missing: ({ token }, chain) =>
    `${chain} could not pay out, and an hour later the hub has not recorded that: ${payoutOf(token)} is still in the protocol's escrow on ${chain}, and becomes vouchers once it has`,
  unsettled: () => 'The hub has not settled it within an hour',
  text_ran: (_, chain) =>
    `What was signed has run on ${chain} already, in a transaction that this service did not send: what it says was moved. Look at the vouchers before you ask for it again`,
  text_expired: (_, chain) =>
    `What was signed expired before this service could have it run on ${chain}. Anybody else may have done so in time: look at the vouchers before you ask for it again`,
})

/** A notice as progress carries it: as data, and in English with chains by their uid. */
export const noticed = (about: Notice) => ({ about, notice: sayNotice(about, (uid) => uid) })

/** How the topics of those begin who asked to be told of the end, of whosever transaction. */
export const END_TOPICS = 'end:'

/** The topic of a person who is told in private, once, when a watch has ended. */
export const endTopic = (account: Account) => `${END_TOPICS}${accountKey(account)}`

/** Whose topic it is; `undefined` for any other topic. */
export function askerOf(topic: string): Pick<Account, 'platform' | 'userId'> | undefined {
  if (!topic.startsWith(END_TOPICS)) return undefined
  const [platform, ...userId] = topic.slice(END_TOPICS.length).split(':')
  return { platform: Platform.parse(platform), userId: userId.join(':') }
}
