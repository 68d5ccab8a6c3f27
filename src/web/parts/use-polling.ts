import { useEffect, useRef } from 'preact/hooks'

/**
 * Runs `work` at once and then again `pauseMs` after each end, never twice at a time, while `isActive`.
 * `work` deals with its own failures; one that it does not see ends nothing. It starts over when `key` changes.
 */
export function usePolling(
  work: () => Promise<void>,
  { pauseMs, isActive, key }: { pauseMs: number; isActive: boolean; key: string },
): void {
  const latest = useRef(work)
  latest.current = work
  useEffect(() => {
    if (!isActive) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = async () => {
      try {
        await latest.current()
      } finally {
        if (!isOver) timer = setTimeout(() => void turn(), pauseMs)
      }
    }
    void turn()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [pauseMs, isActive, key])
}
