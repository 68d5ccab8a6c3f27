import { statfsSync } from 'node:fs'

/** Below this the database may not be able to grow any more. */
export const LEAST_BYTES = 200_000_000
/** Below this an operator is told, while there is time. */
export const FEW_BYTES = 2_000_000_000

/** How much may still be written on the disk of a folder, in bytes. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
