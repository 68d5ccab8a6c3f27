import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

import { ownDatabase } from './own-database.ts'

export type Ended = { code: number | null; stdout: string; stderr: string }

/** Runs a command of the built program, or of another one, to its end, with nothing in its environment but what is given. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string> = {},
  program = 'dist/server/vouch.js',
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...(await ownDatabase(env['DATA_DIR'])),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}
