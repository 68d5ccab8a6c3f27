import { execFileSync } from 'node:child_process'

/** Builds the server and the pages where a source has changed since. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/setup.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
