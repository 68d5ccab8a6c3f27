import type { WaitingClaim } from '../../claims/claims.ts'
import { PinRequiredError } from '../../claims/errors.ts'
import { DomainError, NotFoundError, UnknownDenominationError } from '../../core/terms/errors.ts'
import { chainOf, denomOn, type Chain } from '../../core/terms/network.ts'
import { parsePayableAddress } from '../../core/terms/payable-address.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { showNumber, showUsd } from '../../core/terms/show-text.ts'
import { sentences } from '../../words/sentences.ts'
import type { Words } from '../words/words.ts'
import { link, text } from '../cards/card.ts'
import { chainsFor } from '../cards/claimable.ts'
import { listWaiting } from '../cards/list-waiting.ts'
import { refusal, openClaim, takeCode, warnOfSecret, wasPaidTo } from '../cards/open-claim.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { NoWalletError, PinMissingError, UnreadableCommandError } from '../dispatch/errors.ts'
import { liveReply, redemptionReply } from '../cards/live-reply.ts'
import { hideClaimSecrets, holdsClaimSecret, parseClaim } from '../reading/parse-claim.ts'
import { claimsOf, redemptionKey, type ClaimKey } from '../cards/redemption.ts'
import { homesOf, oneOf, showChain } from '../cards/wording.ts'
import { readChain } from '../reading/read-name.ts'
import { chainParam } from '../dispatch/params.ts'

export const claim: Command = {
  name: 'claim',
  summary: (words) => words.claim.summary,
  usage: '/claim [code CODE] [all, number or link] [to chain] [address] [pin PIN]',
  examples: [
    '/claim',
    '/claim all',
    '/claim all to base',
    '/claim 1 to base 0x887e4aac216674d2c432798f851c1ea5d505b2e1',
    '/claim https://vouch.example/claim/…#…',
    '/claim code ABCD2345',
    '/claim 1 to base pin ABC123',
  ],
  audience: 'asker',
  params: [
    {
      name: 'code',
      summary: (words) => words.claim.code,
      kind: 'word',
      after: 'code',
      isOptional: true,
    },
    {
      name: 'which',
      summary: (words) => words.claim.which,
      kind: 'claim',
      isOptional: true,
      otherwise: 'all',
    },
    chainParam('to', (words) => words.claim.chain),
    {
      name: 'address',
      summary: (words) => words.claim.address,
      kind: 'word',
      isOptional: true,
    },
    {
      name: 'pin',
      summary: (words) => words.claim.pin,
      kind: 'word',
      after: 'pin',
      isOptional: true,
    },
  ],
  async run(input, speaker, services) {
    if (speaker.deleteCommand && holdsClaimSecret(input))
      return warnOfSecret(speaker.deleteCommand, speaker)
    const { reading } = speaker.words
    const order = parseClaim(input)
    if (!order)
      throw new UnreadableCommandError(
        reading.unreadable(hideClaimSecrets(`/claim ${input}`)),
        [],
        reading.likeThis(/^code\b/i.test(input) ? '/claim code ABCD2345' : '/claim all to base'),
      )
    if (order.kind === 'list') return listWaiting(speaker, services)
    if (order.kind === 'open') return openClaim(order.claimerId, order.secret, speaker, services)
    if (order.kind === 'code') return takeCode(order.code, speaker, services)
    const { which, address, pin } = order
    const chosen = await chosenBy(speaker, services, (waiting) =>
      choose(speaker.words, waiting, which),
    )
    if (pin !== undefined) await refuseOddPin(chosen, which, speaker, services)
    if (order.chain === undefined) {
      if (await services.wallets.keeperOf(speaker.account))
        return keep(chosen, speaker, services, pin)
      const usual = await usualRecipient(chosen, speaker, services)
      return usual
        ? redeem(chosen, { recipient: usual, pin }, speaker, services)
        : listWaiting(speaker, services)
    }
    const chain = readChain(services.network, order.chain)
    const recipient = await recipientOn(chain, address, which, speaker, services)
    return redeem(chosen, { recipient, pin }, speaker, services)
  },
}

/** The button of the list's other pages. */
export const claimsAction: Action = {
  name: 'claims',
  run: (page, speaker, services) => listWaiting(speaker, services, page),
}

/** A button of the list: pays everything that has a form on that chain out to the presser's linked wallet. */
export const claimAllAction: Action = {
  name: 'claim-all',
  async run(chainUid, speaker, services) {
    const chain = readChain(services.network, chainUid)
    const chosen = await chosenBy(speaker, services, (waiting) =>
      choose(speaker.words, waiting, 'all'),
    )
    const recipient = await recipientOn(chain, undefined, 'all', speaker, services)
    return redeem(chosen, { recipient }, speaker, services)
  },
}

/** A button of the list or of a private card: keeps one claim, or everything, in the presser's account of a passkey. */
export const claimKeepAction: Action = {
  name: 'claim-keep',
  async run(claimId, speaker, services) {
    const chosen = await chosenBy(speaker, services, (waiting) =>
      claimId === 'all' ? choose(speaker.words, waiting, 'all') : withId(waiting, claimId, speaker),
    )
    return keep(chosen, speaker, services)
  },
}

/** The button of a tip's card in a group: anybody can press it, one person can claim. */
export const claimAction: Action = {
  name: 'claim',
  async run(claimerId, speaker, services) {
    const { words } = speaker
    const shown = await services.claims.viewOwn(claimerId)
    if (!shown) throw new NotFoundError(words.claim.unknown, words.claim.seeWaiting)
    const waiting = await services.claims.waitingFor(speaker.account)
    const isTheirs = waiting.some((each) => each.claimerId === claimerId)
    if (!isTheirs && !wasPaidTo(shown, speaker.account)) throw refusal(shown, speaker)
    return liveReply({ view: 'claimable', key: claimerId }, 'asker', speaker, services)
  },
}

/** A button of a private card: pays one claim out to the presser's linked wallet. */
export const claimToAction: Action = {
  name: 'claim-to',
  async run(arg, speaker, services) {
    const [claimId, chainUid = ''] = arg.split(':')
    const chosen = await chosenBy(speaker, services, (waiting) => withId(waiting, claimId, speaker))
    const chain = readChain(services.network, chainUid)
    const recipient = await recipientOn(chain, undefined, 'all', speaker, services)
    return redeem(chosen, { recipient }, speaker, services)
  },
}

/** What `pick` finds among the claims that wait or, where this update was handled before, what of its choice is left of then. */
async function chosenBy(
  { account, update }: Speaker,
  { claims }: Services,
  pick: (waiting: readonly WaitingClaim[]) => readonly WaitingClaim[],
): Promise<readonly WaitingClaim[]> {
  const waiting = await claims.waitingFor(account)
  const before = chosenBefore(update)
  if (!before) return pick(waiting)
  return waiting.filter(({ claimId }) => before.some((each) => each.claimId === claimId))
}

/** The claims that an update chose when it was handled before. */
function chosenBefore(update: Speaker['update']): ClaimKey[] | undefined {
  return update?.made?.kind === 'redemption' ? claimsOf(update.made.id) : undefined
}

/** Finds the one claim of that number. @throws {NotFoundError} it does not wait for whoever asks */
function withId(
  waiting: readonly WaitingClaim[],
  claimId: string | undefined,
  { words }: Speaker,
): readonly WaitingClaim[] {
  const chosen = waiting.filter((each) => each.claimId === claimId)
  if (chosen.length === 0) throw new NotFoundError(words.claim.notWaiting, words.claim.seeWaiting)
  return chosen
}

/** @throws {UnreadableCommandError} a PIN was given for several claims, or for one that needs none: another one was meant, and would wait on */
async function refuseOddPin(
  chosen: readonly WaitingClaim[],
  which: string,
  { account, words }: Speaker,
  { claims }: Services,
): Promise<void> {
  const [only, ...more] = chosen
  if (!only || (more.length === 0 && only.needsPin)) return
  const waiting = await claims.waitingFor(account)
  const number = waiting.findIndex(({ claimId }) => claimId === only.claimId) + 1
  const needing = waiting.flatMap(({ needsPin }, index) => (needsPin ? [`${index + 1}`] : []))
  const [first] = needing
  const { needlessPin, onePin } = words.claim
  throw new UnreadableCommandError(
    more.length > 0 ? onePin : needlessPin(`${number}`, oneOf(words, needing)),
    [],
    words.reading.likeThis(
      first === undefined ? `/claim ${which} to base` : `/claim ${first} to base pin ABC123`,
    ),
  )
}

/** Redeems each claim as vouchers, into the asker's account of a passkey. */
async function keep(
  chosen: readonly WaitingClaim[],
  speaker: Speaker,
  services: Services,
  pin?: string,
): Promise<Reply> {
  const recipient = await services.wallets.keeperOf(speaker.account)
  // Another wallet has become the first one since the button was shown.
  if (!recipient) return listWaiting(speaker, services)
  return redeem(chosen, { recipient, release: false, pin }, speaker, services)
}

function choose(
  words: Words,
  waiting: readonly WaitingClaim[],
  which: string,
): readonly WaitingClaim[] {
  if (waiting.length === 0)
    throw new NotFoundError(words.claim.nothingWaits, words.claim.onceTipped)
  if (which === 'all') return waiting
  const chosen = waiting[Number(which) - 1]
  if (!chosen)
    throw new NotFoundError(words.claim.noNumber(which, waiting.length), words.claim.seeList)
  return [chosen]
}

/** Where it goes that nobody says where: the first wallet that its owner linked on whose chain all of it can be paid out. */
async function usualRecipient(
  chosen: readonly WaitingClaim[],
  { account }: Speaker,
  services: Services,
): Promise<CrossChainUser | undefined> {
  const [chain] = await chainsFor(chosen, services, account)
  return (await services.wallets.of(account)).find(({ chain_uid }) => chain_uid === chain)
}

/** @throws {InvalidAddressError} not of that chain. @throws {NoWalletError} no address was given, and no wallet is linked there */
async function recipientOn(
  chain: Chain,
  address: string | undefined,
  which: string,
  { account, words }: Speaker,
  services: Services,
): Promise<CrossChainUser> {
  const { chain_uid, name } = chain
  if (address !== undefined)
    return { chain_uid, address: parsePayableAddress(services.network, chain, address) }
  const linked = (await services.wallets.of(account)).find(
    (wallet) => wallet.chain_uid === chain_uid,
  )
  if (!linked)
    throw new NoWalletError(
      words.claim.noWallet(name),
      words.claim.addAddress(`/claim ${which} to ${chain_uid}`),
    )
  return linked
}

/** `release`: as tokens on the recipient's chain, and else as vouchers. */
type PaidTo = { recipient: CrossChainUser; release?: boolean; pin?: string | undefined }

/**
 * Redeems each claim by itself: one that cannot be must not hold up the others. When none can, the first refusal is the
 * answer; otherwise a card shows where each of them stands, and why some were refused: the one that told of it, where all came together.
 */
async function redeem(
  chosen: readonly WaitingClaim[],
  { recipient, release = true, pin }: PaidTo,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const { network, claims } = services
  const { account, update, words } = speaker
  const wordsFrom = await services.wallets.wordsFirst(account, recipient, chosen)
  if (wordsFrom !== undefined) return askForWords(wordsFrom, recipient, speaker, services)
  const before = chosenBefore(update)
  if (!before) {
    const id = redemptionKey(chosen)
    await services.noteMade(update?.key, { kind: 'redemption', id })
  }
  const refusals = new Map<string, DomainError>()
  for (const { claimId, token, needsPin } of chosen) {
    try {
      const known = network.tokens.find((candidate) => candidate.token === token)
      if (release && (!known || denomOn(known, recipient.chain_uid) === undefined))
        throw new UnknownDenominationError(
          token.toUpperCase(),
          showChain(network, recipient.chain_uid),
          homesOf(network, token),
        )
      if (needsPin && pin === undefined)
        throw new PinMissingError(
          words.errors.say(new PinRequiredError()).message,
          words.claim.addPin(await commandFor(claimId, { recipient, release }, speaker, services)),
        )
      await claims.redeem(claimId, { account, pin }, recipient, release)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refusals.set(claimId, error)
    }
  }
  const [first] = refusals.values()
  const asked = before ?? chosen
  if (!first) return redemptionReply(asked, speaker, services)
  if (refusals.size === asked.length) throw first
  const refused = [...refusals].map(([claimId, error]) => {
    const { message, fix } = words.errors.say(error)
    return [claimId, sentences(words, message, fix)] as const
  })
  const key = redemptionKey(asked, Object.fromEntries(refused))
  return liveReply({ view: 'redemption', key }, 'asker', speaker, services)
}

/** Nothing is paid out, and all of it waits as before: why, and the page where the recovery words are confirmed and the account says so. */
async function askForWords(
  fromUsd: number,
  { chain_uid }: CrossChainUser,
  { account, words }: Speaker,
  { network, publicUrl, wallets: { links } }: Services,
): Promise<Reply> {
  const { title, why, waits, confirm } = words.wordsFirst
  const { id } = await links.start(account)
  const { family } = chainOf(network, chain_uid)
  return {
    card: {
      title,
      tone: 'warning',
      blocks: [
        text(why(showNumber(words, showUsd(`${fromUsd}`)))),
        text(waits),
        link(confirm, `${publicUrl}/wallet/${id}?words=${family}`),
      ],
    },
    audience: 'asker',
  }
}

/** How one claim is paid out by writing it. */
async function commandFor(
  claimId: string,
  { recipient: { chain_uid, address }, release }: PaidTo,
  { account }: Speaker,
  { claims }: Services,
): Promise<string> {
  const waiting = await claims.waitingFor(account)
  const number = waiting.findIndex((each) => each.claimId === claimId) + 1
  return release ? `/claim ${number} to ${chain_uid} ${address}` : `/claim ${number}`
}
