import type { ClaimView, WaitingClaim } from '../../claims/claims.ts'
import { parseAddress } from '../../core/address.ts'
import {
  DomainError,
  NotFoundError,
  NotYoursError,
  UnknownDenominationError,
} from '../../core/errors.ts'
import type { Account } from '../../core/identity.ts'
import { denomOn, type Chain } from '../../core/network.ts'
import type { CrossChainUser } from '../../core/shapes.ts'
import { namePerson } from '../messages/name-person.ts'
import type { Words } from '../messages/words.ts'
import { action, field, text, type Block, type Card } from './card.ts'
import type { Action, Command, Reply, Services, Speaker } from './command.ts'
import { NoWalletError, UnreadableCommandError } from './errors.ts'
import { liveReply } from './live-reply.ts'
import { claimableView, claimButtons } from './views/claimable.ts'
import { redemptionKey, redemptionView } from './views/redemption.ts'
import { homesOf, readChain, rowOf, showAmount, showChain } from './wording.ts'

const FORM = /^(all|\d{1,6})(?:\s+to\s+(\S+)(?:\s+(\S+))?)?$/i

export const claim: Command = {
  name: 'claim',
  summary: (words) => words.claim.summary,
  usage: '/claim [all or number] [to chain] [address]',
  examples: [
    '/claim',
    '/claim all to base',
    '/claim 1 to base 0x887e4aac216674d2c432798f851c1ea5d505b2e1',
  ],
  audience: 'asker',
  params: [
    {
      name: 'which',
      summary: (words) => words.claim.which,
      kind: 'claim',
      isOptional: true,
      otherwise: 'all',
    },
    {
      name: 'chain',
      summary: (words) => words.claim.chain,
      kind: 'chain',
      after: 'to',
      isOptional: true,
    },
    {
      name: 'address',
      summary: (words) => words.claim.address,
      kind: 'word',
      isOptional: true,
    },
  ],
  async run(input, speaker, services) {
    if (input === '') return listWaiting(speaker, services)
    const { words } = speaker
    const { reading } = words
    const waiting = await services.claims.waitingFor(speaker.account)
    const [, which, chainWord, address] = FORM.exec(input) ?? []
    if (which === undefined)
      throw new UnreadableCommandError(
        reading.unreadable(input),
        [],
        reading.likeThis('/claim all to base'),
      )
    const chosen = choose(words, waiting, which.toLowerCase())
    if (chainWord === undefined)
      throw new UnreadableCommandError(
        reading.chainMissing,
        [which],
        reading.likeThis(`/claim ${which} to base`),
      )
    const chain = readChain(services.network, chainWord)
    const recipient = await recipientOn(chain, address, which, speaker, services)
    return redeem(chosen, recipient, speaker, services)
  },
}

/** What waits for whoever asked, for their eyes only. */
export async function listWaiting(speaker: Speaker, services: Services): Promise<Reply> {
  const waiting = await services.claims.waitingFor(speaker.account)
  return { card: await listCard(waiting, speaker, services), audience: 'asker' }
}

/** A button of the list: pays everything that has a form on that chain out to the presser's linked wallet. */
export const claimAllAction: Action = {
  name: 'claim-all',
  async run(chainUid, speaker, services) {
    const chain = readChain(services.network, chainUid)
    const chosen = choose(speaker.words, await services.claims.waitingFor(speaker.account), 'all')
    const recipient = await recipientOn(chain, undefined, 'all', speaker, services)
    return redeem(chosen, recipient, speaker, services)
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
    if (!waiting.some((each) => each.claimerId === claimerId)) throw refusal(shown, speaker)
    return liveReply(
      { name: 'claimable', view: claimableView, key: claimerId },
      'asker',
      speaker,
      services,
    )
  },
}

/** A button of a private card: pays one claim out to the presser's linked wallet. */
export const claimToAction: Action = {
  name: 'claim-to',
  async run(arg, speaker, services) {
    const [claimId, chainUid = ''] = arg.split(':')
    const waiting = await services.claims.waitingFor(speaker.account)
    const chosen = waiting.filter((each) => each.claimId === claimId)
    if (chosen.length === 0)
      throw new NotFoundError(speaker.words.claim.notWaiting, speaker.words.claim.seeWaiting)
    const chain = readChain(services.network, chainUid)
    return redeem(
      chosen,
      await recipientOn(chain, undefined, 'all', speaker, services),
      speaker,
      services,
    )
  },
}

const GONE_BACK: ReadonlySet<ClaimView['items'][number]['status']> = new Set([
  'expired',
  'cancelling',
  'cancelled',
  'returning',
  'returned',
])

/** Why a claim is not for whoever pressed, or not any more. */
function refusal({ items, recipient }: ClaimView, { account, words }: Speaker): DomainError {
  const name = namePerson(words, recipient, account.platform)
  if (items.length > 0 && items.every(({ status }) => status === 'paid'))
    return new NotFoundError(words.claim.claimedAlready(name), words.claim.nothingToDo)
  if (items.length > 0 && items.every(({ status }) => GONE_BACK.has(status)))
    return new NotFoundError(words.claim.wentBack, words.claim.nothingToDo)
  if (account.platform === recipient.platform && account.handle === recipient.handle)
    return new NotFoundError(words.claim.noneWaits, words.claim.seeWaiting)
  return new NotYoursError(words.claim.onlyFor(name), words.claim.leaveIt)
}

async function listCard(
  waiting: readonly WaitingClaim[],
  { account, words }: Speaker,
  services: Services,
): Promise<Card> {
  if (waiting.length === 0)
    return {
      title: words.claim.nothing,
      tone: 'info',
      blocks: [text(words.claim.whenTipped)],
    }
  const rows = waiting.flatMap(({ token, amount, senderName, note }, index): Block[] => [
    field(
      `${index + 1}`,
      words.claim.row(
        showAmount(words, services.network, token, amount),
        senderName,
        rowOf(words, homesOf(services.network, token)),
      ),
    ),
    ...(note === undefined ? [] : [{ kind: 'quote' as const, text: note, by: senderName }]),
  ])
  return {
    title: words.claim.title,
    tone: 'success',
    blocks: [
      ...rows,
      text(words.claim.howTo),
      ...(await claimButtons(words, waiting, services, account)),
      ...(waiting.length > 1 ? await claimAllButtons(words, waiting, services, account) : []),
    ],
  }
}

/** One button per chain where the reader has a wallet and everything that waits is real. */
async function claimAllButtons(
  words: Words,
  waiting: readonly WaitingClaim[],
  { network, walletsOf }: Services,
  reader: Account,
): Promise<Block[]> {
  const chains = new Set((await walletsOf(reader)).map(({ chain_uid }) => chain_uid))
  return network.chains
    .filter(({ chain_uid }) => chains.has(chain_uid))
    .filter(({ chain_uid }) =>
      waiting.every(({ token }) => {
        const known = network.tokens.find((candidate) => candidate.token === token)
        return known !== undefined && denomOn(known, chain_uid) !== undefined
      }),
    )
    .map(({ chain_uid, name }) => action(words.claim.everythingOn(name), `claim-all:${chain_uid}`))
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

/** @throws {InvalidAddressError} not of that chain. @throws {NoWalletError} no address was given, and no wallet is linked there */
async function recipientOn(
  chain: Chain,
  address: string | undefined,
  which: string,
  { account, words }: Speaker,
  services: Services,
): Promise<CrossChainUser> {
  const { chain_uid, name } = chain
  if (address !== undefined) return { chain_uid, address: parseAddress(chain, address) }
  const linked = (await services.walletsOf(account)).find(
    (wallet) => wallet.chain_uid === chain_uid,
  )
  if (!linked)
    throw new NoWalletError(
      words.claim.noWallet(name),
      words.claim.addAddress(`/claim ${which} to ${chain_uid}`),
    )
  return linked
}

/**
 * Redeems each claim by itself: one that cannot be must not hold up the others. When none can, the first refusal is the
 * answer; otherwise the card shows where each of them stands.
 */
async function redeem(
  chosen: readonly WaitingClaim[],
  recipient: CrossChainUser,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const { network, claims } = services
  const refusals: DomainError[] = []
  for (const { claimId, token } of chosen) {
    try {
      const known = network.tokens.find((candidate) => candidate.token === token)
      if (!known || denomOn(known, recipient.chain_uid) === undefined)
        throw new UnknownDenominationError(
          token,
          showChain(network, recipient.chain_uid),
          homesOf(network, token),
        )
      await claims.redeem(claimId, { account: speaker.account }, recipient)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refusals.push(error)
    }
  }
  const [first] = refusals
  if (first && refusals.length === chosen.length) throw first
  return liveReply(
    { name: 'redemption', view: redemptionView, key: redemptionKey(chosen) },
    'asker',
    speaker,
    services,
  )
}
