import { setTimeout as pass } from 'node:timers/promises'

const PATIENCE_MS = 240_000

/**
 * Waits until something is so, far longer than a busy machine takes.
 * @param isSo `true`, or what is seen in its place
 * @param againFrom when waiting began again, as of `Date.now()`: what comes to be needs a server, and that was started anew
 * @throws {Error} it never was; `what` says it
 */
export async function comesToBe(
  what: string,
  isSo: () => Promise<boolean | string> | boolean | string,
  againFrom: () => number = () => 0,
) {
  for (const from = Date.now(); ; await pass(50)) {
    const seen = await isSo()
    if (seen === true) return
    if (Date.now() - Math.max(from, againFrom()) <= PATIENCE_MS) continue
    const instead = typeof seen === 'string' ? `; there was: ${seen}` : ''
    throw new Error(`it never came to be within ${PATIENCE_MS} ms that ${what}${instead}`)
  }
}
