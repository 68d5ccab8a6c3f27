import {
  DRAW_STEPS,
  keepsPromise,
  readTicket,
  type DrawFault,
  type DrawStep,
  type SeenBlocks,
} from '../../core/giveaways/check-draw.ts'
import type { GiveawayRecord } from '../../core/giveaways/giveaway-record.ts'
import { listOf } from '../../words/list-of.ts'
import type { StepJson } from '../parts/card-shape.ts'
import { showMoment } from '../parts/show-moment.ts'
import type { Spoken } from '../parts/spoken.tsx'

type Reader = Pick<Spoken, 'giveaway' | 'language' | 'locale'>

type Checked = {
  seen: SeenBlocks | undefined
  isAsking: boolean
  faults: readonly DrawFault[]
  /** The ticket of who comes by its link; else empty. */
  told: string
}

/** Says step by step what a draw rests on: what comes, what was found right, and what does not add up. Pure. */
export function describeDraw(words: Reader, record: GiveawayRecord, checked: Checked): StepJson[] {
  return DRAW_STEPS.map((step) => ({
    label: words.giveaway.steps[step],
    ...stepOf(words, record, checked, step),
  }))
}

/** Numbers as one text: those of entrants. */
export const rowOf = (words: Pick<Spoken, 'language'>, numbers: readonly number[]): string =>
  listOf(words, numbers.map(String), 'conjunction', 'narrow')

function stepOf(words: Reader, record: GiveawayRecord, checked: Checked, step: DrawStep) {
  const { state } = record
  if (state !== 'drawn') return planOf(words, record, step)
  const faults = checked.faults.filter((fault) => fault.step === step)
  if (faults.length > 0) {
    const said = faults.map((fault) => faultIn(words, record, fault))
    return { state: 'failed', detail: lines(...said) } as const
  }
  const detail = doneIn(words, record, checked, step)
  if (step !== 'block' || checked.seen) return { state: 'done', detail } as const
  return { state: checked.isAsking ? 'active' : 'waiting', detail } as const
}

function planOf(
  { giveaway: { plan }, locale }: Reader,
  { seed_hash, chain, ends_at, state }: GiveawayRecord,
  step: DrawStep,
) {
  const isOver = state === 'drawing'
  switch (step) {
    case 'seed':
      return { state: 'done', detail: plan.seed(seed_hash) } as const
    case 'entrants':
      return { state: isOver ? 'done' : 'active', detail: plan.entrants } as const
    case 'block': {
      const detail = plan.block(chain.name, exactly(locale, ends_at))
      return { state: isOver ? 'active' : 'waiting', detail } as const
    }
    case 'winners':
      return { state: 'waiting', detail: plan.winners } as const
  }
}

function doneIn(
  words: Reader,
  record: GiveawayRecord,
  { seen, told }: Checked,
  step: DrawStep,
): string {
  const { seed, seed_hash, entrants, block, chain, drawn } = record
  const { done } = words.giveaway
  switch (step) {
    case 'seed': {
      const ticket = readTicket(told)
      const kept = keepsPromise(record, ticket) ? done.promised : done.promisedHash
      return lines(
        done.fixed(seed_hash),
        done.seed(seed),
        ticket.seedHash === undefined ? entrants.length > 0 && done.unpromised : kept,
      )
    }
    case 'entrants':
      return done.entrants(entrants.length)
    case 'block':
      return lines(
        block && done.block(`${block.height}`, exactly(words.locale, block.time), block.hash),
        seen && done.asked(new URL(chain.rpc_url).host),
      )
    case 'winners':
      return drawn.length === 0 ? done.noWinners : done.winners(rowOf(words, drawn))
  }
}

function faultIn(words: Reader, record: GiveawayRecord, fault: DrawFault): string {
  const { giveaway, locale } = words
  const { faults } = giveaway
  const numbers = (all: readonly number[]) => (all.length === 0 ? giveaway.none : rowOf(words, all))
  switch (fault.kind) {
    case 'otherSeed':
    case 'otherPromise':
      return faults[fault.kind](fault.hash, record.seed_hash)
    case 'otherEnd':
      return faults.otherEnd(
        promisedMoment(locale, fault.promised),
        exactly(locale, record.ends_at),
      )
    case 'otherChain':
      return faults.otherChain(fault.promised, record.chain.chain_id)
    case 'otherCount':
      return faults.otherCount(fault.promised, `${record.winners}`)
    case 'otherHash':
      return faults.otherHash(fault.seen, record.block?.hash ?? '')
    case 'otherTime':
      return faults.otherTime(
        exactly(locale, fault.seen),
        exactly(locale, record.block?.time ?? fault.seen),
      )
    case 'beforeEnd':
    case 'notFirst':
      return faults[fault.kind](exactly(locale, fault.seen))
    case 'otherWinners':
      return faults.otherWinners(numbers(fault.due), numbers(record.drawn))
    default:
      return faults[fault.kind]
  }
}

const lines = (...all: (string | false | null | undefined)[]) => all.filter(Boolean).join('\n')

const exactly = (locale: string, time: string) =>
  showMoment(locale, new Date(time), { isExact: true })

/** What a link says stands as it is where it is no time. */
const promisedMoment = (locale: string, time: string) =>
  Number.isNaN(Date.parse(time)) ? time : exactly(locale, time)
