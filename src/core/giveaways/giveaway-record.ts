import { z } from 'zod'

import { drawWinners, entrantIdOf, seedHashOf } from './draw.ts'

const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['0a'.repeat(32)] })

/** A block as a draw needs it. `hash` is lower-case hex, `time` its own. */
const DrawnBlock = z.object({ height: z.int().positive(), time: z.iso.datetime(), hash: Hash })

/** A giveaway as everybody may read it, and check it: no more than its group has seen. */
export const GiveawayRecord = z.object({
  version: z.literal(1),
  id: z.string(),
  /** `open`: people can enter. `drawing`: its time is over. `drawn`: who wins is known. `void`: nothing is drawn, since it was not paid or was taken back. */
  state: z.enum(['open', 'drawing', 'drawn', 'void']),
  token: z.string(),
  amount: z
    .string()
    .regex(/^\d+$/)
    .meta({ examples: ['5000000'] }), // base units
  winners: z.int().positive(),
  ends_at: z.iso.datetime(),
  /** The first block of this chain whose time is `ends_at` or later decides. */
  chain: z.object({ chain_uid: z.string(), chain_id: z.string(), rpc_url: z.string() }),
  rules: z.object({
    members: z.boolean(),
    member_for_sec: z.int().nonnegative(),
    role: z.string(),
    once_a_day: z.boolean(),
    /** How many people are left out by name. */
    except: z.int().nonnegative(),
  }),
  seed_hash: Hash,
  /** Empty until it is drawn. */
  seed: z.union([Hash, z.literal('')]),
  block: DrawnBlock.nullable(),
  /** By their numbers, which count from 1. `struck`: has won here within a day, where that leaves somebody out. */
  entrants: z.array(z.object({ number: z.int().positive(), id: Hash, struck: z.boolean() })),
  /** The numbers that won, the best first. */
  drawn: z.array(z.int().positive()),
})
export type GiveawayRecord = z.infer<typeof GiveawayRecord>

export type ChainBlock = z.infer<typeof DrawnBlock>

/**
 * Returns what is wrong with a record that says that it is drawn, one sentence each; empty where all adds up. Pure.
 * @param seen the block that decides and the one before it, as a node of the chain says them
 */
export function findFaults(
  record: GiveawayRecord,
  seen: { block: ChainBlock; before: ChainBlock | undefined },
): string[] {
  const { block, seed, entrants } = record
  if (record.state !== 'drawn' || block === null || seed === '') return ['It is not drawn.']
  const faults: string[] = []
  if (seedHashOf(seed) !== record.seed_hash)
    faults.push('The seed is not the one that its hash was shown of before.')
  if (seen.block.hash !== block.hash)
    faults.push(`Block ${block.height} has the hash ${seen.block.hash}, not ${block.hash}.`)
  const endMs = Date.parse(record.ends_at)
  if (Date.parse(seen.block.time) < endMs)
    faults.push(`Block ${block.height} is from before the end.`)
  if (seen.before && Date.parse(seen.before.time) >= endMs)
    faults.push(`Block ${block.height} is not the first one after the end.`)
  if (entrants.some(({ number }, index) => number !== index + 1))
    faults.push('The entrants are not numbered from 1 on.')
  if (new Set(entrants.map(({ id }) => id)).size < entrants.length)
    faults.push('An entrant stands in the list twice.')
  const numbers = entrants.filter(({ struck }) => !struck).map(({ number }) => number)
  const lot = { seed, blockHash: block.hash }
  const due = drawWinners(lot, numbers, record.winners)
  if (due.join() !== record.drawn.join())
    faults.push(`The winners would be ${due.join(', ')}, not ${record.drawn.join(', ')}.`)
  return faults
}

/** Returns an entrant's number in a record; `undefined` where they are not in it. Pure. */
export const numberOf = (
  { id, entrants }: GiveawayRecord,
  account: string,
  ticket: string,
): number | undefined =>
  entrants.find((entrant) => entrant.id === entrantIdOf(id, account, ticket))?.number
