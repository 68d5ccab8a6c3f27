import { setTimeout as pass } from 'node:timers/promises'

const PATIENCE_MS = 240_000

/**
 * Waits until something is so, far longer than a busy machine takes.
 * @throws {Error} it never was; `what` says it
 */
export async function comesToBe(what: string, isSo: () => Promise<boolean> | boolean) {
  for (const from = Date.now(); !(await isSo()); await pass(50))
    if (Date.now() - from > PATIENCE_MS)
      throw new Error(`it never came to be within ${PATIENCE_MS} ms that ${what}`)
}
