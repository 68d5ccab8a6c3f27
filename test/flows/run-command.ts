import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

import { ownDatabase } from './own-database.ts'

export type Ended = { code: number | null; stdout: string; stderr: string }

/**
 * Runs a command of the built program, or of another one, to its end, with nothing in its environment but what is given.
 * @param maxFileKb it may write so much to a file: more is an error of the disk
 */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string> = {},
  program = 'dist/server/vouch.js',
  maxFileKb?: number,
): Promise<Ended> {
  const limited = ['bash', '-c', `ulimit -f ${maxFileKb} && exec "$0" "$@"`]
  const [first = '', ...rest] = [
    ...(maxFileKb === undefined ? [] : limited),
    process.execPath,
    program,
    ...args,
  ]
  const child = spawn(first, rest, {
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
