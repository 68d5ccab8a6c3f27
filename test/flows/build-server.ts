import { execFileSync } from 'node:child_process'

/** Builds the server and the pages where a source has changed since, and installs the wallets of other makers. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/setup.mjs', 'test'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
