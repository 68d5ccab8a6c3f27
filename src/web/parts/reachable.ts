import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'

let answers = 0
const listeners = new Set<() => void>()

/** Answers that this page has had of its server, of any kind. */
export const answersSoFar = (): number => answers

/** Fetches from this page's own server, in the language of the page, and counts that it answered. */
export const fetchCounted: typeof globalThis.fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('accept-language', document.documentElement.lang)
  const response = await globalThis.fetch(input, { ...init, headers })
  answers += 1
  for (const listener of listeners) listener()
  return response
}

/** Whether a page says already, above what stands in it, that its server cannot be reached. */
export const LostToldAbove = createContext(false)

/** Whether a problem is worth showing: that the server cannot be reached is so until its next answer, and is said once. */
export function useIsTrue({ answersBefore }: { answersBefore?: number }): boolean {
  const isToldAbove = useContext(LostToldAbove)
  const [seen, setSeen] = useState(answers)
  useEffect(() => {
    const look = () => setSeen(answers)
    look()
    listeners.add(look)
    return () => void listeners.delete(look)
  }, [])
  return answersBefore === undefined || (!isToldAbove && Math.max(seen, answers) <= answersBefore)
}
