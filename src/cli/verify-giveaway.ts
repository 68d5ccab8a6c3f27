import { readFile } from 'node:fs/promises'

import type { z } from 'zod'

import { readDecidingBlock } from '../client/read-deciding-block.ts'
import { withAllEntrants } from '../client/read-entrants.ts'
import {
  findFaults,
  numberOf,
  readTicket,
  type DrawFault,
  type Ticket,
} from '../core/giveaways/check-draw.ts'
import { GiveawayEntrants, GiveawayRecord } from '../core/giveaways/giveaway-record.ts'

const DEADLINE_MS = 15_000

type Options = {
  /** The CometBFT RPC of a node of the chain; else the one that the record names. */
  node?: string
  /** A ticket, as `readTicket` reads it. */
  me?: string
}

/**
 * Does the draw of a giveaway again from its record, with what a node says of the block, and prints what came of it. False where something does not add up.
 * @param place a file with all entrants, or an address: the page behind "Check the draw" or "See the list", whose ticket counts as `me`, or `GET /api/v1/giveaways/{id}`
 * @throws {Error} nothing can be read there, it is not drawn, a file has the first entrants alone, or no node answers
 */
export async function verifyGiveaway(place: string, { node, me }: Options): Promise<boolean> {
  const record = await recordAt(place)
  const { block, chain, entrants, drawn } = record
  if (block === null) throw new Error('The giveaway is drawn by no block.')
  const url = node ?? chain.rpc_url
  if (url === '')
    throw new Error(`The record names no node of ${chain.chain_uid}: name one with --node <url>.`)
  const seen = await readDecidingBlock(url, chain, block.height).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    const what = `The block cannot be read from ${url}: ${why}. Name another node with --node.`
    throw new Error(what, { cause: error })
  })
  const told = me ?? ticketIn(place)
  const ticket = told === undefined ? undefined : readTicket(told)
  const faults = findFaults(record, seen, ticket)
  for (const fault of faults) console.log(`wrong: ${sentenceOf(fault, record)}`)
  if (faults.length === 0) {
    console.log(`The draw is right: seed, block ${block.height} of ${chain.chain_id}, and winners.`)
    console.log(`${entrants.length} entered; the winners are ${drawn.join(', ') || 'none'}.`)
    if (node === undefined)
      console.log(
        `The block is as ${url} says it, which the record names. Ask your own with --node.`,
      )
  }
  if (ticket) console.log(standingOf(record, ticket))
  return faults.length === 0
}

function sentenceOf(fault: DrawFault, record: GiveawayRecord): string {
  const { block, drawn, seed_hash, ends_at, chain, winners } = record
  const which = `Block ${block?.height}`
  switch (fault.kind) {
    case 'noSeed':
      return 'It shows no seed.'
    case 'otherSeed':
      return `The seed has the hash ${fault.hash}, not ${seed_hash}, which was shown before.`
    case 'otherPromise':
      return `The hash of the seed is ${seed_hash}, but the ticket was given with ${fault.hash}.`
    case 'numbering':
      return `The entrants are not numbered from 1 to ${record.entrant_count}.`
    case 'twice':
      return 'An entrant stands in the list twice.'
    case 'struck':
      return 'Somebody was struck, though its rules leave nobody out who has won.'
    case 'otherEnd':
      return `It ended at ${ends_at}, but the ticket was given for ${fault.promised}.`
    case 'otherChain':
      return `A block of ${chain.chain_id} decided, but the ticket was given for one of ${fault.promised}.`
    case 'otherCount':
      return `It draws ${winners}, but the ticket was given for ${fault.promised}.`
    case 'noBlock':
      return 'It names no block.'
    case 'otherHash':
      return `${which} has the hash ${fault.seen}, not ${block?.hash}.`
    case 'otherTime':
      return `${which} is of ${fault.seen}, not of ${block?.time}.`
    case 'beforeEnd':
      return `${which} is from before the end.`
    case 'notFirst':
      return `${which} is not the first one after the end.`
    case 'otherWinners':
      return `The winners would be ${fault.due.join(', ')}, not ${drawn.join(', ')}.`
  }
}

function standingOf(record: GiveawayRecord, ticket: Ticket): string {
  const number = numberOf(record, ticket)
  if (number === undefined) return 'You are not in the list: check the account and the ticket.'
  const place = record.drawn.indexOf(number)
  return `You are number ${number}, and ${place < 0 ? 'did not win' : 'won'}.`
}

/** What stands behind the `#` of an address; nothing where it was cut short. */
function ticketIn(place: string): string | undefined {
  const [, ...behind] = isAddress(place) ? place.split('#') : []
  try {
    return decodeURIComponent(behind.join('#')) || undefined
  } catch {
    return undefined
  }
}

const isAddress = (place: string) => /^https?:\/\//.test(place)

/**
 * Of a giveaway that is drawn, with all who entered.
 * @throws {Error} nothing can be read there, it is not drawn, or a file has the first of them alone
 */
async function recordAt(place: string): Promise<GiveawayRecord> {
  const { text, url } = isAddress(place)
    ? await ask(place)
    : { text: await readFile(place, 'utf8'), url: undefined }
  const record = read(GiveawayRecord, text, place)
  const { state, entrants, entrant_count: count } = record
  if (state !== 'drawn') throw new Error(`The giveaway is not drawn: its state is "${state}".`)
  if (url === undefined && entrants.length > 0 && entrants.length < count)
    throw new Error(
      `${place} holds the first ${entrants.length} of ${count} who entered: name the giveaway's address instead.`,
    )
  if (url === undefined) return record
  const { origin, pathname } = new URL(url) // where the page leads programs on to
  return withAllEntrants(record, async (number) => {
    const more = `${origin}${pathname}/entrants/${number}`
    return read(GiveawayEntrants, (await ask(more)).text, more).entrants
  })
}

async function ask(url: string): Promise<{ text: string; url: string }> {
  const headers = { accept: 'application/json' }
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(DEADLINE_MS) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return { text: await response.text(), url: response.url }
}

function read<Shape extends z.ZodType>(shape: Shape, text: string, place: string): z.infer<Shape> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(`${place} holds no JSON. Take what the button "Check the draw" opens.`)
  }
  const parsed = shape.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(
    `${place} is no record of a giveaway: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`,
  )
}
