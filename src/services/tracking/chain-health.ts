import type { Chain } from '../../core/terms/network.ts'
import type { Notice } from '../../core/tracking/notice.ts'

/** A chain that brings nothing new for so long is said to be waited for. */
const STALL_MS = 60_000
const STALL_BLOCKS = 30
/** Blocks that a reader may be behind without anybody having to wait for it. */
const FEW_BLOCKS = 10
/** Who waits for a chain is told how far reading it is behind once that is, by the blocks' time, as much as a stall, for so long. */
const BEHIND_MS = 10_000
/** A node that owes an answer for so long is said not to answer. */
const UNANSWERED_MS = 10_000

/**
 * The one word for how a chain is: nothing has answered yet, or no node has for ten seconds; its nodes contradict each other about what is
 * final; they are on another chain than what was taken in; nothing new comes from it, so what is known is old; it is read, and not up to its
 * newest block; or all is well.
 */
type ChainState = 'ok' | 'behind' | 'stalled' | 'contradiction' | 'fork' | 'unreachable'

/** Why a chain that answers is not believed. */
export type Doubt = 'contradiction' | 'fork'

/** How a chain is, as known without asking it. */
export type ChainCondition = {
  chain_uid: string
  state: ChainState
  /** Final blocks that it has beyond the last one taken in. */
  lagBlocks: number
  /** Milliseconds since something new of it was taken in; before the first, since the start. */
  silentMs: number
  /** Whether it brings nothing new, or does not answer, so that whoever waits for it is told. */
  isStalled: boolean
  isContradicted: boolean
  /** Whether its next block does not follow the last one that was taken in. */
  isForked: boolean
}

/** How a chain is, by our own clock and by what reading it brought: this alone decides it, for everybody who tells of it. */
export type ChainHealth = {
  /** Asks the chain, and remembers that it owes an answer, gave one, or failed to. */
  ask<Answer>(call: () => Promise<Answer>): Promise<Answer>
  /** A head was read, and up to where the chain is final. Returns whether the head is newer than all before. */
  saw(height: number, finalHeight: number): boolean
  /** Its final blocks were taken in up to this one. */
  readUpTo(height: number): void
  /** Something new of it was taken in; a chain whose blocks are not does not move on, however many it makes. */
  tookIn(): void
  /** Its answer is not believed, or is again. */
  doubts(why: Doubt | undefined): void
  doubt(): Doubt | undefined
  /** Whether what `notice` says has changed since it was asked last; true the first time. */
  hasChanged(): boolean
  /** What to tell those who wait for it; `undefined` while it moves on. */
  notice(): Extract<Notice, { kind: 'stalled' | 'behind' }> | undefined
  /** `readTo` is the last block that was taken in, where there was one; before the first, that is where reading begins. */
  condition(readTo: number | undefined): ChainCondition
}

/** `oldAfterMs`: what is known of this chain is of no use after so long, so it stalls then at the latest. */
export function createChainHealth(
  { chain_uid, block_time_ms }: Pick<Chain, 'chain_uid' | 'block_time_ms'>,
  now: () => Date,
  oldAfterMs = Infinity,
): ChainHealth {
  let height = -1
  let finalHeight = -1
  let readTo: number | undefined
  /** Since when many blocks are still to be read. */
  let behindSince: Date | undefined
  let movedAt = now()
  let told: string | undefined | null = null
  let hasAnswered = false
  /** Since when an answer is owed, whatever was asked meanwhile. */
  let owedSince: Date | undefined
  let doubt: Doubt | undefined
  const stallMs = Math.min(oldAfterMs, Math.max(STALL_MS, STALL_BLOCKS * block_time_ms))

  const sinceMs = (then: Date) => now().getTime() - then.getTime()
  const isUnanswered = () => owedSince !== undefined && sinceMs(owedSince) >= UNANSWERED_MS
  const lagTo = (last = finalHeight) => Math.max(0, finalHeight - last)
  function look(): void {
    const isBehind = lagTo(readTo) * block_time_ms >= stallMs
    behindSince = isBehind ? (behindSince ?? now()) : undefined
  }
  function stall(): Extract<Notice, { kind: 'stalled' }> | undefined {
    const unanswered = isUnanswered()
    if (!unanswered && sinceMs(movedAt) < stallMs) return undefined
    const since = movedAt.toISOString().slice(11, 16)
    const since_sec = Math.floor(movedAt.getTime() / 1000)
    return { kind: 'stalled', chain_uid, since, since_sec, ...(unanswered && { unanswered }) }
  }
  const notice: ChainHealth['notice'] = () => {
    if (behindSince === undefined || sinceMs(behindSince) < BEHIND_MS) return stall()
    // Not to the block: whoever waits need not see each number.
    const blocks = 10 ** Math.floor(Math.log10(lagTo(readTo)))
    return stall() ?? { kind: 'behind', chain_uid, blocks }
  }
  const answered = () => {
    hasAnswered = true
    owedSince = undefined
  }
  function stateAt(lagBlocks: number): ChainState {
    if (!hasAnswered || isUnanswered()) return 'unreachable'
    if (doubt) return doubt
    if (stall()) return 'stalled'
    return lagBlocks > FEW_BLOCKS ? 'behind' : 'ok'
  }

  return {
    async ask(call) {
      owedSince ??= now()
      const answer = await call()
      answered()
      return answer
    },
    saw(seen, final) {
      finalHeight = Math.max(finalHeight, final)
      look()
      if (seen <= height) return false
      height = seen
      return true
    },
    readUpTo(last) {
      readTo = last
      look()
    },
    tookIn() {
      movedAt = now()
    },
    doubts(why) {
      doubt = why
      answered()
    },
    doubt: () => doubt,
    hasChanged() {
      const current = notice() && JSON.stringify(notice())
      if (current === told) return false
      told = current
      return true
    },
    notice,
    condition(last) {
      const lagBlocks = lagTo(last ?? readTo)
      return {
        chain_uid,
        state: stateAt(lagBlocks),
        lagBlocks,
        silentMs: Math.max(0, sinceMs(movedAt)),
        isStalled: stall() !== undefined,
        isContradicted: doubt === 'contradiction',
        isForked: doubt === 'fork',
      }
    },
  }
}
