import { setTimeout as pass } from 'node:timers/promises'

import { settle } from '../../test/devnet/books.ts'
import { createDice } from '../../test/devnet/model/dice.ts'
import { findingOf, type Finding } from './findings.ts'
import { honestMoves, type Move } from './honest-moves.ts'
import { nuisanceMoves } from './nuisance-moves.ts'
import { createPeople } from './people.ts'
import { createScene } from './scene.ts'
import { theftMoves } from './theft-moves.ts'
import { LIFETIME_MS, NODE_KEY, startWorld, type World } from './world.ts'

const MOVES = [...honestMoves, ...theftMoves, ...nuisanceMoves]
/** How many kinds of moves there are. */
export const KINDS = MOVES.length
/** From so many moves on, claims run out while the drill goes on, and what nobody claims is waited for. */
const LONG = 500
/** After the last claim's time, for what goes back then. */
const RETURN_MS = 120_000
const LOOK_MS = 1_000
/** What the log says of claims that the drill makes to be ignored. */
const DUST = 'a claim names a claimer but does not fit it'
/** Letters of a line of the log. */
const SHOWN = 400

type Options = {
  moves: number
  seed: number
  /** Journeys at the same time. */
  workers?: number
  /** What to run instead of the built server. */
  program?: string
  /** A move whose attack is to succeed: it comes first, and once it has, the drill is over. */
  awaited?: string
  say?: (line: string) => void
}

/** Plays moves, drawn by the seed, against a server of its own. Gives everything that was wrong, nothing when all held. */
export async function playAttacks({ moves, seed, program, ...options }: Options) {
  const { workers = 8, awaited, say = () => undefined } = options
  const isLong = moves >= LONG
  const world = await startWorld({ isLong, ...(program !== undefined && { program }) })
  const findings: Finding[] = []
  const isOver = () =>
    findings.some(
      ({ kind, move }) => kind === 'breach' && awaited !== undefined && move?.includes(awaited),
    )
  const played = new Map<string, number>()
  try {
    const people = createPeople(world)
    const drawn = drawMoves(seed, moves, awaited).entries()
    const startedAt = performance.now()
    const work = async () => {
      for (const [at, { name, play }] of drawn) {
        if (isOver()) return
        const move = `${at} (${name})`
        try {
          await play(createScene(world, people, createDice(seed * 100_003 + at), move, at))
        } catch (error) {
          if (isOver()) return // it was not waited for
          findings.push(findingOf(move, error))
          if (isOver()) world.giveUp()
          say(`move ${move}: ${error instanceof Error ? error.message : String(error)}`)
        }
        played.set(name, (played.get(name) ?? 0) + 1)
        if ((at + 1) % 100 === 0)
          say(
            `${at + 1} moves, ${Math.round((performance.now() - startedAt) / 1000)} s, ${findings.length} problems`,
          )
      }
    }
    await Promise.all(Array.from({ length: workers }, work))
    if (!isOver()) findings.push(...(await lookAtBooks(world, isLong)))
  } catch (error) {
    findings.push(findingOf(undefined, error))
  } finally {
    await world.stop()
  }
  return { findings, played, claims: world.ledger.size }
}

/** Every move comes once before any comes again, in an order of its own each time. */
function drawMoves(seed: number, count: number, first?: string): Move[] {
  const dice = createDice(seed)
  const drawn = MOVES.filter(({ name }) => name === first)
  let deck: Move[] = []
  while (drawn.length < count) {
    if (deck.length === 0) deck = [...MOVES]
    drawn.push(...deck.splice(dice.below(deck.length), 1))
  }
  return drawn
}

/** What the hub, the network's own books and the log say, once all is done. */
async function lookAtBooks(world: World, isLong: boolean): Promise<Finding[]> {
  // What is left has its time, and a while to come back.
  const deadline = performance.now() + (isLong ? LIFETIME_MS : 0) + RETURN_MS
  while ((await world.ledger.unended(world.network)).length > 0 && performance.now() < deadline)
    await pass(LOOK_MS)
  const faults = await settle(world.devnet)
  const found = await world.ledger.findings(world.books)
  const wrong = (what: string): Finding => ({ kind: 'failure', move: undefined, what })
  const logged = world.vouch.logged().filter((line) => line.includes(NODE_KEY))
  return [
    ...found,
    ...faults.map((fault) => wrong(`the books differ: ${fault}`)),
    ...world.vouch
      .warnings()
      .filter((line) => !line.includes(DUST))
      .map((line) => wrong(`it logged ${line.slice(0, SHOWN)}`)),
    ...logged.map((line): Finding => ({
      kind: 'breach',
      move: undefined,
      what: `the log tells the key of a node: ${line.slice(0, SHOWN)}`,
    })),
    ...[...world.telegram.unexpected, ...world.discord.unexpected].map((what) =>
      wrong(`a platform saw ${what}`),
    ),
  ]
}
