import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

/** Memory that a process has in use, in MB. */
export function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`]).toString()) / 1024
}

/** Files and connections that a process has open; `undefined` on a system that does not tell it by its files. */
export function openHandles(pid: number): number | undefined {
  const folder = `/proc/${pid}/fd`
  return existsSync(folder) ? readdirSync(folder).length : undefined
}

/** 0 for none. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}
