import type { ClaimView, WaitingClaim } from '../../claims/claims.ts'
import { parseAddress } from '../../core/address.ts'
import {
  DomainError,
  NotFoundError,
  NotYoursError,
  UnknownDenominationError,
} from '../../core/errors.ts'
import { nameIdentity, type Account } from '../../core/identity.ts'
import { denomOn, type Chain } from '../../core/network.ts'
import type { CrossChainUser } from '../../core/shapes.ts'
import { action, field, text, type Block, type Card } from './card.ts'
import type { Action, Command, Reply, Services, Speaker } from './command.ts'
import { NoWalletError, UnreadableCommandError } from './errors.ts'
import { liveReply } from './live-reply.ts'
import { claimableView, claimButtons } from './views/claimable.ts'
import { redemptionKey, redemptionView } from './views/redemption.ts'
import { homesOf, readChain, showAmount, showChain } from './wording.ts'

const FORM = /^(all|\d{1,6})(?:\s+to\s+(\S+)(?:\s+(\S+))?)?$/i

export const claim: Command = {
  name: 'claim',
  summary: () => 'List what waits for you, or have it paid out on a chain.',
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
      summary: () => 'Which claim',
      kind: 'claim',
      isOptional: true,
      otherwise: 'all',
    },
    { name: 'chain', summary: () => 'Where to', kind: 'chain', after: 'to', isOptional: true },
    {
      name: 'address',
      summary: () => 'Your address on that chain',
      kind: 'word',
      isOptional: true,
    },
  ],
  async run(input, speaker, services) {
    if (input === '') return listWaiting(speaker, services)
    const waiting = await services.claims.waitingFor(speaker.account)
    const [, which, chainWord, address] = FORM.exec(input) ?? []
    if (which === undefined)
      throw new UnreadableCommandError(
        `I cannot read "${input}".`,
        [],
        'Write it like this: /claim all to base',
      )
    const chosen = choose(waiting, which.toLowerCase())
    if (chainWord === undefined)
      throw new UnreadableCommandError(
        'The chain is missing.',
        [which],
        `Write it like this: /claim ${which} to base`,
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
    const chosen = choose(await services.claims.waitingFor(speaker.account), 'all')
    const recipient = await recipientOn(chain, undefined, 'all', speaker, services)
    return redeem(chosen, recipient, speaker, services)
  },
}

/** The button of a tip's card in a group: anybody can press it, one person can claim. */
export const claimAction: Action = {
  name: 'claim',
  async run(claimerId, speaker, services) {
    const shown = await services.claims.viewOwn(claimerId)
    if (!shown)
      throw new NotFoundError('This claim is not known.', 'List what waits for you with /claim.')
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
      throw new NotFoundError(
        'This claim does not wait for you any more.',
        'List what waits for you with /claim.',
      )
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
function refusal({ items, recipient }: ClaimView, { account }: Speaker): DomainError {
  const name = nameIdentity(recipient, account.platform)
  if (items.length > 0 && items.every(({ status }) => status === 'paid'))
    return new NotFoundError(`${name} has claimed this already.`, 'There is nothing left to do.')
  if (items.length > 0 && items.every(({ status }) => GONE_BACK.has(status)))
    return new NotFoundError('This went back to its sender.', 'There is nothing left to do.')
  if (account.platform === recipient.platform && account.handle === recipient.handle)
    return new NotFoundError(
      'Nothing of this waits for you any more.',
      'List what waits for you with /claim.',
    )
  return new NotYoursError(
    `This is for ${name}; only that account can claim it.`,
    'Leave it to them. What waits for you is in /claim.',
  )
}

async function listCard(
  waiting: readonly WaitingClaim[],
  { account, words }: Speaker,
  services: Services,
): Promise<Card> {
  if (waiting.length === 0)
    return {
      title: 'Nothing waits for you',
      tone: 'info',
      blocks: [text('When somebody tips you, I write to you here.')],
    }
  const rows = waiting.flatMap(({ token, amount, senderName, note }, index): Block[] => [
    field(
      `${index + 1}`,
      `${showAmount(words, services.network, token, amount)} from ${senderName}, can be paid out on ${homesOf(services.network, token).join(', ')}`,
    ),
    ...(note === undefined ? [] : [{ kind: 'quote' as const, text: note, by: senderName }]),
  ])
  const how = text('Write /claim all to base, or /claim 1 to base with an address behind it.')
  return {
    title: 'This waits for you',
    tone: 'success',
    blocks: [
      ...rows,
      how,
      ...(await claimButtons(words, waiting, services, account)),
      ...(waiting.length > 1 ? await claimAllButtons(waiting, services, account) : []),
    ],
  }
}

/** One button per chain where the reader has a wallet and everything that waits is real. */
async function claimAllButtons(
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
    .map(({ chain_uid, name }) => action(`Claim everything on ${name}`, `claim-all:${chain_uid}`))
}

function choose(waiting: readonly WaitingClaim[], which: string): readonly WaitingClaim[] {
  if (waiting.length === 0)
    throw new NotFoundError('Nothing waits for you.', 'When somebody tips you, I write to you.')
  if (which === 'all') return waiting
  const chosen = waiting[Number(which) - 1]
  if (!chosen)
    throw new NotFoundError(
      `There is no number ${which}: ${waiting.length} ${waiting.length === 1 ? 'claim waits' : 'claims wait'} for you.`,
      'List them with /claim.',
    )
  return [chosen]
}

/** @throws {InvalidAddressError} not of that chain. @throws {NoWalletError} no address was given, and no wallet is linked there */
async function recipientOn(
  chain: Chain,
  address: string | undefined,
  which: string,
  { account }: Speaker,
  services: Services,
): Promise<CrossChainUser> {
  const { chain_uid, name } = chain
  if (address !== undefined) return { chain_uid, address: parseAddress(chain, address) }
  const linked = (await services.walletsOf(account)).find(
    (wallet) => wallet.chain_uid === chain_uid,
  )
  if (!linked)
    throw new NoWalletError(
      `You have no linked wallet on ${name}.`,
      `Put your address behind it: /claim ${which} to ${chain_uid} <address>`,
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
