import { setTimeout as pass } from 'node:timers/promises'

/** Looks until it is so, every `pauseMs`, for as long as it takes. */
export async function untilSo(
  isSo: () => Promise<boolean> | boolean,
  pauseMs: number,
): Promise<void> {
  while (!(await isSo())) await pass(pauseMs)
}
