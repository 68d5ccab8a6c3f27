import { claimTopic, type ClaimerView } from '../../claims/claims.ts'
import { canThank } from '../../claims/thanks.ts'
import { announcedItems } from '../../core/claims/claim-limits.ts'
import type { Account } from '../../core/terms/identity.ts'
import { chainOf, denomOn, homeUidsOf, type Network } from '../../core/terms/network.ts'
import { ChainLockedError, isPayable, payoutFee } from '../../core/terms/payout-terms.ts'
import { namePerson, nameSender } from '../words/name-person.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'
import { action, field, link, text, type Block, type Card } from './card.ts'
import type { Audience, Services, View } from '../dispatch/command.ts'
import { homesOf, oneOf, rowOf, showAmount, showChain, showSums } from './wording.ts'
import { LONGEST_ACTION } from './left-vouchers.ts'
import { pricesNow } from './worth.ts'
import { isPaid, payoutBlocks, payoutsOf, payoutTitle, type ClaimPayout } from './payout.ts'

/** What waits for a person, in their own private chat: the key is the claimer's id. */
export const claimableView: View = async (claimerId, services, audience) => {
  const claim = await services.claims.viewOwn(claimerId)
  if (!claim || claim.items.length === 0) return undefined
  const payouts = await payoutsOf(claim, services)
  const { recipient, boundUserId, coolingEndsAt } = claim
  const { reader, words } = audience
  // Whoever shows the handle hears of a held claim; from then on that may turn out to be another's.
  const isAnothers = reader && boundUserId !== undefined && boundUserId !== reader.userId
  return {
    card:
      isAnothers && recipient.platform !== 'email'
        ? { title: words.held.another, tone: 'info', blocks: [] }
        : await claimableCard(claimerId, claim, payouts, services, audience),
    topics: [claimTopic(claimerId)],
    changesAt: coolingEndsAt ?? firstDeadline(claim),
  }
}

const TONES: Record<ClaimPayout['state'], Card['tone']> = {
  waiting: 'info',
  paying: 'info',
  paid: 'success',
  kept: 'success',
  vouchers: 'warning',
  returning: 'warning',
  returned: 'warning',
}

async function claimableCard(
  claimerId: string,
  claim: ClaimerView,
  payouts: ClaimPayout[],
  services: Services,
  { reader, words }: Audience,
): Promise<Card> {
  const waiting = payouts.filter(({ state }) => state === 'waiting')
  const under = payouts.filter(({ state }) => state !== 'waiting')
  const sender = nameSender(words, claim, reader?.platform ?? claim.recipient.platform)
  const note: Block[] =
    claim.note === undefined ? [] : [{ kind: 'quote', text: claim.note, by: sender }]
  const from = field(words.claimable.from, sender)
  const there = await givenAt(claim, services, { reader, words })
  const mine = reader ? await services.wallets.of(reader) : []
  const blocksOf = (payout: ClaimPayout) =>
    payoutBlocks(words, services, payout, { mine, isOneOfSeveral: payouts.length > 1 })
  const sent = new Set(announcedItems(claim).map(({ claimId }) => claimId))
  const isDone = payouts.some((payout) => sent.has(payout.claimId) && isPaid(payout))
  const thanks = isDone ? await thanksOf(claim, services, { reader, words }) : []
  const [only] = payouts
  if (payouts.length === 1 && only && waiting.length === 0) {
    const tone = TONES[only.state]
    return {
      title: payoutTitle(words, services, only),
      tone,
      blocks: [from, ...note, ...blocksOf(only), ...thanks, ...there],
    }
  }
  const blocks: Block[] = [from, ...note]
  for (const payout of under)
    blocks.push(text(payoutTitle(words, services, payout)), ...blocksOf(payout))
  for (const payout of waiting)
    if (payout.failure !== undefined)
      blocks.push(text(payoutTitle(words, services, payout)), ...blocksOf(payout))
  if (waiting.length > 0)
    blocks.push(...(await waysToClaim(claimerId, claim, waiting, services, { reader, words })))
  if (waiting.length === 0)
    return {
      title: words.claimable.noneWaits,
      tone: 'info',
      blocks: [...blocks, ...thanks, ...there],
    }
  return {
    title: words.claimable.title(
      sender,
      showSums(words, services.network, waiting, await pricesNow(services)),
    ),
    tone:
      claim.doubt || claim.coolingEndsAt || waiting.some(({ isFrozen }) => isFrozen)
        ? 'warning'
        : 'success',
    blocks: [...blocks, ...thanks, ...there],
  }
}

/** A button to the message of the group in which it was given, where there is one that the reader can open. */
async function givenAt(
  claim: ClaimerView,
  { posts }: Services,
  { reader, words }: Audience,
): Promise<Block[]> {
  const url = reader && (await posts.urlOf(claim.id, reader.platform))
  return url === undefined ? [] : [link(words.claimable.givenAt, url)]
}

/** The button that thanks the sender, or that this was done. */
async function thanksOf(
  claim: ClaimerView,
  { claims }: Services,
  { reader, words }: Audience,
): Promise<Block[]> {
  if (!reader || !canThank(claim, reader)) return []
  return (await claims.isThanked(claim.id))
    ? [text(words.payout.saidThanks)]
    : [action(words.payout.sayThanks, `say-thanks:${claim.id}`)]
}

/** Buttons for the wallets that the reader has, and the page for everybody else. The link is for the reader's eyes only. */
async function waysToClaim(
  claimerId: string,
  claim: ClaimerView,
  waiting: ClaimPayout[],
  services: Services,
  { reader, words }: Audience,
): Promise<Block[]> {
  const { network, claims, publicUrl } = services
  const where = whereItWaits(words, network, claim)
  const { keyHeld, doubt, coolingEndsAt, recipient } = claim
  if (!keyHeld) return [...where, text(words.claimable.ownKey)]
  if (!reader) return where
  if (doubt) {
    const who = namePerson(words, recipient, reader.platform)
    const { forRecipient, whyChanged, whyStale } = words.held
    const why = { changed: whyChanged, stale: whyStale }[doubt]
    return [...where, text(forRecipient), text(why(who))]
  }
  if (coolingEndsAt) return [...where, text(words.held.from(showTime(words, coolingEndsAt)))]
  const ready = waiting.filter(({ isFrozen }) => !isFrozen)
  if (ready.length === 0) return where
  const buttons = await claimButtons(words, ready, services, reader)
  const asked = await payoutTermsOf(words, ready, services)
  const secret = await claims.linkSecret(claimerId)
  const how =
    buttons.length > 0
      ? words.claimable.choose
      : words.claimable.write(oneOf(words, chainUidsOf(network, ready)))
  return [
    ...where,
    ...asked,
    text(how),
    ...buttons,
    link(words.claimable.openPage, `${publicUrl}/claim/${claimerId}#${secret}`),
    action(words.claimable.newLink, `new-link:${claimerId}`),
  ]
}

/** What the hub keeps of each payout where it keeps something, and where it pays nothing. */
export async function payoutTermsOf(
  words: Words,
  waiting: readonly Payable[],
  { market, network }: Pick<Services, 'market' | 'network'>,
): Promise<Block[]> {
  const asked = waiting.flatMap(({ token, amount }) =>
    chainUidsOf(network, [{ token }]).map((chain_uid) => ({ token, amount, chain_uid })),
  )
  const blocks = await Promise.all(
    asked.map(async ({ token, amount, chain_uid }): Promise<Block[]> => {
      const terms = await market.payoutTerms(token, chain_uid)
      const chain = chainOf(network, chain_uid)
      if (terms.isLocked) return [text(words.errors.say(new ChainLockedError(chain)).message)]
      const fee = payoutFee(terms, amount)
      const kept = showAmount(words, network, token, fee)
      return fee === 0n
        ? []
        : [field(words.signing.payoutFee, words.signing.keeps(kept, chain.name))]
    }),
  )
  return uniqueBlocks(blocks.flat())
}

/** The chains, by name, on which the hub would pay a claim out now, as far as it can be asked. */
export async function homesNow(
  { token, amount }: Payable,
  { market, network }: Pick<Services, 'market' | 'network'>,
): Promise<string[]> {
  const homes = await Promise.all(
    chainUidsOf(network, [{ token }]).map(async (chainUid) => {
      const terms = await market.payoutTerms(token, chainUid)
      return isPayable(terms, amount) ? [showChain(network, chainUid)] : []
    }),
  )
  return homes.flat()
}

/** Claims of one token cost the same. */
const uniqueBlocks = (blocks: readonly Block[]): Block[] => [
  ...new Map(blocks.map((block) => [JSON.stringify(block), block])).values(),
]

/** Where what waits can be paid out, and until when; of what operators hold back, that they do. */
export function whereItWaits(words: Words, network: Network, claim: ClaimerView): Block[] {
  const waiting = claim.items.filter(({ status }) => status === 'funded')
  const homes = [...new Set(waiting.flatMap(({ token }) => homesOf(network, token)))]
  const first = firstDeadline(claim)
  return [
    field(words.claimable.payableOn, rowOf(words, homes)),
    ...(first ? [field(words.claimable.waitsUntil, showTime(words, first))] : []),
    ...(waiting.some(({ isFrozen }) => isFrozen) ? [text(words.held.rowFrozen)] : []),
  ]
}

/** When the first of what waits goes back to its sender; the time of what operators hold back stands still. */
function firstDeadline({ items }: ClaimerView): Date | undefined {
  return items
    .flatMap(({ status, expiresAt, isFrozen }) =>
      status === 'funded' && expiresAt && !isFrozen ? [expiresAt] : [],
    )
    .toSorted((left, right) => left.getTime() - right.getTime())[0]
}

/** What a claim pays. */
type Payable = { token: string; amount: bigint }

/** The chains of the reader's wallets on which each of some claims can be paid out now, in the order of the wallets. */
export async function chainsFor(
  waiting: readonly Payable[],
  { network, market, wallets }: Services,
  reader: Account,
): Promise<string[]> {
  const chains = [...new Set((await wallets.of(reader)).map(({ chain_uid }) => chain_uid))]
  const pays = async ({ token, amount }: Payable, chain: string): Promise<boolean> => {
    const known = network.tokens.find((candidate) => candidate.token === token)
    return (
      known !== undefined &&
      denomOn(known, chain) !== undefined &&
      isPayable(await market.payoutTerms(token, chain), amount)
    )
  }
  const paid = await Promise.all(
    chains.map(async (chain) =>
      (await Promise.all(waiting.map((claim) => pays(claim, chain)))).every(Boolean),
    ),
  )
  return chains.filter((_chain, index) => paid[index])
}

/**
 * Where the reader is offered some claims: first in their account of a passkey, where that comes before their other wallets, and on the chains of these.
 * That account has no gas, so tokens would lie there: it is offered none.
 */
export async function placesFor(
  waiting: readonly Payable[],
  services: Services,
  reader: Account,
): Promise<{ canKeep: boolean; chains: string[] }> {
  const { wallets } = services
  const [keeper, chains] = await Promise.all([
    wallets.keeperOf(reader),
    chainsFor(waiting, services, reader),
  ])
  if (!keeper) return { canKeep: false, chains }
  const mine = await wallets.of(reader)
  const isKeepers = (chain: string) =>
    mine.find(({ chain_uid }) => chain_uid === chain)?.address === keeper.address
  return { canKeep: true, chains: chains.filter((chain) => !isKeepers(chain)) }
}

/** A button for each place that can have a claim of the reader; of several claims each has its first. */
export async function claimButtons(
  words: Words,
  waiting: readonly ({ claimId: string } & Payable)[],
  services: Services,
  reader: Account,
): Promise<Block[]> {
  const { network } = services
  const isOne = waiting.length === 1
  const buttons = await Promise.all(
    waiting.map(async (claim) => {
      const { canKeep, chains } = await placesFor([claim], services, reader)
      const { keep, keepSum, claimOn, claimSumOn } = words.claimable
      const sum = showAmount(words, network, claim.token, claim.amount)
      const kept = { label: isOne ? keep : keepSum(sum), name: `claim-keep:${claim.claimId}` }
      const paid = chains.map((chain) => {
        const place = showChain(network, chain)
        const label = isOne ? claimOn(place) : claimSumOn(sum, place)
        return { label, name: `claim-to:${claim.claimId}:${chain}` }
      })
      const all = canKeep ? [kept, ...paid] : paid
      return isOne ? all : all.slice(0, 1)
    }),
  )
  // A chain with a very long uid has no button; /claim takes it all the same.
  return buttons
    .flat()
    .filter(({ name }) => Buffer.byteLength(name) <= LONGEST_ACTION)
    .map(({ label, name }) => action(label, name))
}

/** The chains on which any of some tokens is real; of a token that the network does not list any more, none. */
function chainUidsOf(
  network: Services['network'],
  waiting: readonly Pick<ClaimPayout, 'token'>[],
): string[] {
  const tokens = network.tokens.filter(({ token }) =>
    waiting.some((payout) => payout.token === token),
  )
  return [...new Set(tokens.flatMap(homeUidsOf))]
}
