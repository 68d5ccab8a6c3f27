import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MODULE = fileURLToPath(new URL('settable-clock.mjs', import.meta.url))

/** A clock of the day for processes that are started with its `env`: it may be set at any time. */
export function createSettableClock() {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-clock-'))
  const file = join(folder, 'ahead-ms')
  /** So far ahead of this machine's. */
  function setAhead(ms: number): void {
    writeFileSync(`${file}.new`, `${ms}`)
    renameSync(`${file}.new`, file)
  }
  setAhead(0)
  return {
    env: { NODE_OPTIONS: `--import=${MODULE}`, CLOCK_FILE: file },
    setAhead,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
