/** The shortest and the longest wait between two tries, in milliseconds. */
export type BackOff = { firstMs: number; lastMs: number }

/**
 * Returns how long to wait before the next try, in milliseconds: twice as long with each failure in a row, up to `lastMs`.
 * `failures` is 0 after the first one. Pure.
 * @example backOffMs(3, { firstMs: 1_000, lastMs: 30_000 }) // 8_000
 */
export const backOffMs = (failures: number, { firstMs, lastMs }: BackOff): number =>
  Math.min(firstMs * 2 ** Math.min(failures, 30), lastMs)
