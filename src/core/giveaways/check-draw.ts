import { drawWinners, entrantIdOf, seedHashOf } from './draw.ts'
import type { ChainBlock, GiveawayRecord } from './giveaway-record.ts'

/** The block that decides and the one before it, as a node of the chain says them. */
export type SeenBlocks = { block: ChainBlock; before: ChainBlock | undefined }

/** What a draw rests on, in the order in which it comes about. */
export const DRAW_STEPS = ['seed', 'entrants', 'block', 'winners'] as const
export type DrawStep = (typeof DRAW_STEPS)[number]

/** What does not add up in a record, at one of its steps, with what it is compared by. */
export type DrawFault =
  | { step: 'seed'; kind: 'noSeed' }
  | { step: 'seed'; kind: 'otherSeed' | 'otherPromise'; hash: string }
  | { step: 'entrants'; kind: 'numbering' | 'twice' | 'struck' }
  | { step: 'block'; kind: 'otherEnd' | 'otherChain'; promised: string }
  | { step: 'block'; kind: 'noBlock' }
  | { step: 'block'; kind: 'otherHash'; seen: string }
  | { step: 'block'; kind: 'otherTime' | 'beforeEnd' | 'notFirst'; seen: string }
  | { step: 'winners'; kind: 'otherCount'; promised: string }
  | { step: 'winners'; kind: 'otherWinners'; due: number[] }

/** What decides a draw beside its block, fixed before anybody enters: the hash of the seed, the end in ISO 8601, the chain's id, and how many win. */
export type DrawPromise = { seedHash: string; endsAt: string; chainId: string; winners: string }

/** An entrant as they were told in private, and what was promised to them then, as far as it is known. */
export type Ticket = { account: string; secret: string } & Partial<DrawPromise>

/** Reads `platform:userId secret`, as the answer to a press says them, or with the promise behind them, as `writeTicket` does. Pure. */
export function readTicket(written: string): Ticket {
  const [account = '', secret = '', seedHash, endsAt, chainId, winners] = written
    .trim()
    .split(/\s+/)
  return {
    account,
    secret,
    ...(seedHash !== undefined && { seedHash }),
    ...(endsAt !== undefined && { endsAt }),
    ...(chainId !== undefined && { chainId }),
    ...(winners !== undefined && { winners }),
  }
}

/** Writes a ticket with its promise, words with spaces between them: what its link holds. Pure. */
export const writeTicket = (ticket: Ticket & DrawPromise): string => {
  const { account, secret, seedHash, endsAt, chainId, winners } = ticket
  return [account, secret, seedHash, endsAt, chainId, winners].join(' ')
}

/**
 * Returns all that is wrong with a record of all entrants that says that it is drawn; empty where all adds up. Without `seen`, the block is taken as the record has it; what a
 * ticket says was promised is compared as well. Pure.
 */
export function findFaults(
  record: GiveawayRecord,
  seen?: SeenBlocks,
  promised: Partial<DrawPromise> = {},
): DrawFault[] {
  const { block, seed, entrants, rules, chain } = record
  const { seedHash = record.seed_hash, endsAt = record.ends_at } = promised
  const { chainId = chain.chain_id, winners = `${record.winners}` } = promised
  const faults: DrawFault[] = []
  if (seedHash !== record.seed_hash)
    faults.push({ step: 'seed', kind: 'otherPromise', hash: seedHash })
  if (seed === '') faults.push({ step: 'seed', kind: 'noSeed' })
  else if (seedHashOf(seed) !== record.seed_hash)
    faults.push({ step: 'seed', kind: 'otherSeed', hash: seedHashOf(seed) })
  const isEach = entrants.every(({ number }, index) => number === index + 1)
  if (!isEach || entrants.length !== record.entrant_count)
    faults.push({ step: 'entrants', kind: 'numbering' })
  if (new Set(entrants.map(({ id }) => id)).size < entrants.length)
    faults.push({ step: 'entrants', kind: 'twice' })
  if (!rules.once_a_day && entrants.some(({ struck }) => struck))
    faults.push({ step: 'entrants', kind: 'struck' })
  if (Date.parse(endsAt) !== Date.parse(record.ends_at))
    faults.push({ step: 'block', kind: 'otherEnd', promised: endsAt })
  if (chainId !== chain.chain_id)
    faults.push({ step: 'block', kind: 'otherChain', promised: chainId })
  // Fewer shares may arrive than were to; for what never came nobody is drawn.
  if (!(record.winners <= Number(winners)))
    faults.push({ step: 'winners', kind: 'otherCount', promised: winners })
  if (block === null) faults.push({ step: 'block', kind: 'noBlock' })
  else if (seen) faults.push(...faultsOfBlock(record.ends_at, block, seen))
  if (block === null || seed === '') return faults
  const numbers = entrants.filter(({ struck }) => !struck).map(({ number }) => number)
  const due = drawWinners({ seed, blockHash: block.hash }, numbers, record.winners)
  if (due.join() !== record.drawn.join())
    faults.push({ step: 'winners', kind: 'otherWinners', due })
  return faults
}

function faultsOfBlock(endsAt: string, said: ChainBlock, seen: SeenBlocks): DrawFault[] {
  const { block, before } = seen
  const endMs = Date.parse(endsAt)
  const faults: DrawFault[] = []
  if (block.hash !== said.hash) faults.push({ step: 'block', kind: 'otherHash', seen: block.hash })
  if (Date.parse(block.time) !== Date.parse(said.time))
    faults.push({ step: 'block', kind: 'otherTime', seen: block.time })
  if (Date.parse(block.time) < endMs)
    faults.push({ step: 'block', kind: 'beforeEnd', seen: block.time })
  if (before && Date.parse(before.time) >= endMs)
    faults.push({ step: 'block', kind: 'notFirst', seen: before.time })
  return faults
}

/** Whether a record has all that a ticket promises, as many winners too: fewer are no fault, and yet not what was promised. Pure. */
export const keepsPromise = (
  { seed_hash, ends_at, chain, winners: count }: GiveawayRecord,
  { seedHash, endsAt = '', chainId, winners }: Partial<DrawPromise>,
): boolean =>
  seedHash === seed_hash &&
  Date.parse(endsAt) === Date.parse(ends_at) &&
  chainId === chain.chain_id &&
  winners === `${count}`

/** Returns an entrant's number in a record of all entrants; `undefined` where they are not in it. Pure. */
export function numberOf(
  { id, entrants }: GiveawayRecord,
  { account, secret }: Ticket,
): number | undefined {
  const name = entrantIdOf(id, account, secret)
  return entrants.find((entrant) => entrant.id === name)?.number
}
