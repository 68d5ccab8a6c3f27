import { z } from 'zod'

const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['0a'.repeat(32)] })

/** A block as a draw needs it. `hash` is lower-case hex, `time` its own. */
const DrawnBlock = z.object({ height: z.int().positive(), time: z.iso.datetime(), hash: Hash })

/** One who entered, by a number that counts from 1. `struck`: has won here within a day, where that leaves somebody out. */
const Entrant = z.object({ number: z.int().positive(), id: Hash, struck: z.boolean() })

/** A giveaway as everybody may read it, and check it: no more than its group has seen. */
export const GiveawayRecord = z.object({
  version: z.literal(1),
  id: z.string(),
  /** `open`: people can enter. `drawing`: its time is over. `drawn`: who wins is known. `void`: nothing is drawn, since it was not paid or was taken back. */
  state: z.enum(['open', 'drawing', 'drawn', 'void']),
  token: z.string(),
  decimals: z.int().nonnegative(),
  amount: z
    .string()
    .regex(/^\d+$/)
    .meta({ examples: ['5000000'] }), // base units
  winners: z.int().positive(),
  ends_at: z.iso.datetime(),
  /** The first block of this chain whose time is `ends_at` or later decides. */
  chain: z.object({
    chain_uid: z.string(),
    name: z.string(),
    chain_id: z.string(),
    /** A node that anybody may ask for the block; empty where none is named. */
    rpc_url: z.string(),
  }),
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
  /** How many have entered. */
  entrant_count: z.int().nonnegative(),
  /** By their numbers, from 1 on: as the server answers it, the first ones; as it is checked, all of them. */
  entrants: z.array(Entrant),
  /** The numbers that won, the best first. */
  drawn: z.array(z.int().positive()),
})
export type GiveawayRecord = z.infer<typeof GiveawayRecord>

/** Those who entered behind a number: as many as come in one answer. */
export const GiveawayEntrants = z.object({ entrants: z.array(Entrant) })
export type GiveawayEntrants = z.infer<typeof GiveawayEntrants>

export type ChainBlock = z.infer<typeof DrawnBlock>
