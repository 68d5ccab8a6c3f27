import { readFile } from 'node:fs/promises'

import { readBlockWithPrevious } from '../chains/cosmwasm/read-block-with-previous.ts'
import { findFaults, GiveawayRecord, numberOf } from '../core/giveaways/giveaway-record.ts'

const DEADLINE_MS = 15_000

type Options = {
  /** The CometBFT RPC of a node of the chain; else the one that the record names. */
  node?: string
  /** `platform:userId ticket`, as the answer to a press says them. */
  me?: string
}

/**
 * Does the draw of a giveaway again from its record, with what a node says of the block, and prints what came of it. False where something does not add up.
 * @param place a file, or an address of `GET /api/v1/giveaways/{id}`
 * @throws {Error} nothing can be read there, it is not drawn yet, or no node answers
 */
export async function verifyGiveaway(place: string, { node, me }: Options): Promise<boolean> {
  const record = readRecord(await textAt(place), place)
  const { block, chain, entrants, drawn } = record
  if (record.state !== 'drawn' || block === null)
    throw new Error(`The giveaway is not drawn: its state is "${record.state}".`)
  const url = node ?? chain.rpc_url
  if (url === '')
    throw new Error(`The record names no node of ${chain.chain_uid}: name one with --node <url>.`)
  const seen = await readBlockWithPrevious(url, chain.chain_id, block.height)
  const faults = findFaults(record, seen)
  for (const fault of faults) console.log(`wrong: ${fault}`)
  if (faults.length === 0) {
    console.log(`The draw is right: seed, block ${block.height} of ${chain.chain_id}, and winners.`)
    console.log(`${entrants.length} entered; the winners are ${drawn.join(', ') || 'none'}.`)
    if (node === undefined)
      console.log(
        `The block is as ${url} says it, which the record names. Ask your own with --node.`,
      )
  }
  if (me !== undefined) console.log(standingOf(record, me))
  return faults.length === 0
}

function standingOf(record: GiveawayRecord, me: string): string {
  const [account = '', ticket = ''] = me.trim().split(/\s+/)
  const number = numberOf(record, account, ticket)
  if (number === undefined) return 'You are not in the list: check the account and the ticket.'
  const place = record.drawn.indexOf(number)
  return `You are number ${number}, and ${place < 0 ? 'did not win' : 'won'}.`
}

async function textAt(place: string): Promise<string> {
  if (!/^https?:\/\//.test(place)) return readFile(place, 'utf8')
  const response = await fetch(place, { signal: AbortSignal.timeout(DEADLINE_MS) })
  if (!response.ok) throw new Error(`${place} answered ${response.status}.`)
  return response.text()
}

function readRecord(text: string, place: string): GiveawayRecord {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(`${place} holds no JSON. Take what the button "Check the draw" opens.`)
  }
  const read = GiveawayRecord.safeParse(json)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Error(
    `${place} is no record of a giveaway: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`,
  )
}
