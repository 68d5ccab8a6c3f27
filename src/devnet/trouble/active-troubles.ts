import type { LastingTrouble } from './trouble.ts'

/** A trouble that is on. `times_left` only where it is limited. */
export type ActiveTrouble = {
  id: string
  trouble: LastingTrouble
  since: Date
  until?: Date
  times_left?: number
}

type Kind = LastingTrouble['kind']
export type OfKind<K extends Kind> = Extract<LastingTrouble, { kind: K }>

/** What is on, newest first: of two that fit, the newer one holds. */
export type ActiveTroubles = {
  list(): ActiveTrouble[]
  add(trouble: LastingTrouble): ActiveTrouble
  /** False when there is none of that id. */
  end(id: string): boolean
  endAll(): void
  find<K extends Kind>(
    kinds: readonly K[],
    fits: (trouble: OfKind<K>) => boolean,
  ): OfKind<K> | undefined
  /** Like `find`, and counts it: one that has happened often enough ends. */
  take<K extends Kind>(
    kinds: readonly K[],
    fits: (trouble: OfKind<K>) => boolean,
  ): OfKind<K> | undefined
}

/** Nothing is on at first, and nothing is remembered. `onChange` is called after each change. */
export function createActiveTroubles(onChange: () => void): ActiveTroubles {
  const active = new Map<string, ActiveTrouble>()
  const timers = new Map<string, NodeJS.Timeout>()
  let count = 0

  const end = (id: string) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    const wasOn = active.delete(id)
    if (wasOn) onChange()
    return wasOn
  }
  const list = () => [...active.values()].toReversed()
  const firstOf = <K extends Kind>(
    kinds: readonly K[],
    fits: (trouble: OfKind<K>) => boolean,
  ): { id: string; trouble: OfKind<K> } | undefined => {
    for (const { id, trouble } of list())
      if (isOfKind(trouble, kinds) && fits(trouble)) return { id, trouble }
    return undefined
  }

  return {
    list,
    end,
    endAll: () => [...active.keys()].forEach(end),
    add(trouble) {
      count += 1
      const id = `${count}`
      const since = new Date()
      const entry: ActiveTrouble = { id, trouble, since }
      if ('times' in trouble && trouble.times !== undefined) entry.times_left = trouble.times
      if (trouble.for_ms !== undefined) {
        entry.until = new Date(since.getTime() + trouble.for_ms)
        timers.set(
          id,
          setTimeout(() => end(id), trouble.for_ms),
        )
      }
      active.set(id, entry)
      onChange()
      return entry
    },
    find: (kinds, fits) => firstOf(kinds, fits)?.trouble,
    take(kinds, fits) {
      const found = firstOf(kinds, fits)
      const entry = found && active.get(found.id)
      if (entry?.times_left !== undefined) {
        entry.times_left -= 1
        if (entry.times_left === 0) end(entry.id)
      }
      return found?.trouble
    },
  }
}

function isOfKind<K extends Kind>(
  trouble: LastingTrouble,
  kinds: readonly K[],
): trouble is OfKind<K> {
  return kinds.some((kind) => kind === trouble.kind)
}
