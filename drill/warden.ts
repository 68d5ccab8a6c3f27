import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Waits until nobody holds the other end of its input, and then ends a group of processes and clears away its folder. A shell, since it has to outlive us, and a busy
 * process as well as a hung one. What is killed may still write for a moment, so the folder is removed again where that fails.
 */
const WARD = `
read -r group
while read -r _; do :; done
[ -z "$group" ] || kill -9 "-$group" 2>/dev/null
[ ! -r /proc/mounts ] || while read -r _ at _; do
  case $at in "$0"/*) umount -l "$at" ;; esac
done </proc/mounts
for _ in 1 2 3 4 5 6 7 8 9; do rm -rf "$0" && exit; done
`

/** Looks after one run of a drill: nothing of it is left once it is over, also where this process is killed with -9. */
export type Warden = {
  /** Where the run puts whatever is temporary. */
  folder: string
  /** Names the group of processes that the run is. */
  watch(group: number): void
  /** Ends what is left of the run, and comes true once it is gone. */
  close(): Promise<void>
}

export function startWarden(): Warden {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-drills-'))
  chmodSync(folder, 0o711) // PostgreSQL runs as somebody else than root, and has its data in there
  // A group of its own: who kills ours, or presses Ctrl-C, is not to end it.
  const shell = spawn('sh', ['-c', WARD, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  return {
    folder,
    watch: (group) => void shell.stdin.write(`${group}\n`),
    async close() {
      const ended = once(shell, 'exit')
      shell.stdin.end()
      await ended
    },
  }
}
