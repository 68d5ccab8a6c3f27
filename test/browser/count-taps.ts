import type { BrowserContext } from 'playwright-core'

/** Counts what a person presses in every page of the context. Returns how many presses there were so far. */
export async function countTaps(context: BrowserContext): Promise<() => number> {
  let taps = 0
  await context.exposeFunction('countTap', () => void (taps += 1))
  await context.addInitScript(() => {
    const count = (event: Event) => {
      if (event.isTrusted) Reflect.get(window, 'countTap')()
    }
    document.addEventListener('click', count, true)
  })
  return () => taps
}
