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
  | { step: 'block'; kind: 'noBlock' }
  | { step: 'block'; kind: 'otherHash'; seen: string }
  | { step: 'block'; kind: 'otherTime' | 'beforeEnd' | 'notFirst'; seen: string }
  | { step: 'winners'; kind: 'otherWinners'; due: number[] }

/** An entrant as they were told in private, and the hash of the seed that they were shown then, where it is known. */
export type Ticket = { account: string; secret: string; seedHash: string | undefined }

/** Reads `platform:userId secret`, as the answer to a press says them, or with the hash of the seed behind them, as its link does. Pure. */
export function readTicket(written: string): Ticket {
  const [account = '', secret = '', seedHash] = written.trim().split(/\s+/)
  return { account, secret, seedHash }
}

/**
 * Returns all that is wrong with a record that says that it is drawn; empty where all adds up. Without `seen`, the block is taken as the record has it; with
 * the ticket of somebody who was shown a hash of the seed when they entered, that is compared as well. Pure.
 */
export function findFaults(
  record: GiveawayRecord,
  seen?: SeenBlocks,
  { seedHash = record.seed_hash }: Partial<Ticket> = {},
): DrawFault[] {
  const { block, seed, entrants, rules } = record
  const faults: DrawFault[] = []
  if (seedHash !== record.seed_hash)
    faults.push({ step: 'seed', kind: 'otherPromise', hash: seedHash })
  if (seed === '') faults.push({ step: 'seed', kind: 'noSeed' })
  else if (seedHashOf(seed) !== record.seed_hash)
    faults.push({ step: 'seed', kind: 'otherSeed', hash: seedHashOf(seed) })
  if (entrants.some(({ number }, index) => number !== index + 1))
    faults.push({ step: 'entrants', kind: 'numbering' })
  if (new Set(entrants.map(({ id }) => id)).size < entrants.length)
    faults.push({ step: 'entrants', kind: 'twice' })
  if (!rules.once_a_day && entrants.some(({ struck }) => struck))
    faults.push({ step: 'entrants', kind: 'struck' })
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

/** Returns an entrant's number in a record; `undefined` where they are not in it. Pure. */
export function numberOf(
  { id, entrants }: GiveawayRecord,
  { account, secret }: Ticket,
): number | undefined {
  const name = entrantIdOf(id, account, secret)
  return entrants.find((entrant) => entrant.id === name)?.number
}
