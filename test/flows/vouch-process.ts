import { randomBytes } from 'node:crypto'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chooseLastingPorts, freePorts } from '../devnet/any-ports.ts'
import { hearProcess } from '../hear-process.ts'
import { isOnPostgres, ownDatabase } from './own-database.ts'

/** Fast blocks: a journey of ten blocks in a second or two. */
const ENVIRONMENT = { PORT: '0', DEVNET_BLOCK_TIME_MS: '100', LOG_LEVEL: 'warn' }

const running = new Set<ChildProcess>()
const folders: string[] = []

/** Ends every process that is left, and forgets their data. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map((child) => end(child, 'SIGTERM')))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export type Vouch = {
  url: string
  pid: number
  dataDir: string
  /** What it logged, at the level that it was started with. */
  logged(): string[]
  /** What it logged of that: empty unless something unexpected happened. */
  warnings(): string[]
  stop(): Promise<number | null>
  kill(): Promise<number | null>
}

/** A process that may not serve yet. */
export type Launched = Omit<Vouch, 'url'> & {
  /** Where it serves, once it does; fails when it ends before. */
  ready: Promise<string>
  /** Comes true when it has ended, however. */
  ended: Promise<unknown>
  /** The last lines of all that it said, the log among them. */
  lastWords(): string[]
}

export type HowToStart = {
  dataDir?: string
  env?: Record<string, string>
  command?: [string, ...string[]]
  /** How far ahead the clock of its PostgreSQL is: servers on one go by that, and not by their machine's. */
  databaseAheadMs?: number
}

/** Starts Vouch as its own process, as `npm start` does, with a data folder of its own or one that was used before. */
export async function startVouch(options: HowToStart = {}): Promise<Vouch> {
  const { ready, ...process } = await launchVouch(options)
  return { ...process, url: await ready }
}

/** The same, without waiting until it serves. */
export async function launchVouch(options: HowToStart): Promise<Launched> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'vouch-'))
  if (options.dataDir === undefined) {
    folders.push(dataDir)
    await chooseLastingPorts(join(dataDir, 'devnet')) // what a test holds of chains outlives a restart
  }
  const signer = await ownSigner(dataDir, options.env ?? {})
  const [program, ...args] = options.command ?? [process.execPath, 'dist/server/vouch.js', 'start']
  const child = spawn(program, args, {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...ENVIRONMENT,
      DATA_DIR: dataDir,
      ...(await ownDatabase(dataDir, options.databaseAheadMs)),
      ...signer?.env,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const { said, output } = hearProcess(child, 'Vouch', /^vouch ready (\S+) network=devnet$/m)
  const ready = said.then(([, url = '']) => url)
  ready.catch(() => undefined) // it may be ended while it waits
  const endBoth = async (how: NodeJS.Signals) => {
    const code = await end(child, how)
    await signer?.stop()
    return code
  }
  const logged = () =>
    output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
  return {
    ready,
    ended: once(child, 'exit'),
    pid: child.pid ?? 0,
    dataDir,
    logged,
    lastWords: () => output().trimEnd().split('\n').slice(-8),
    warnings: () => logged().filter((line) => !/^\{"level":[123]0,/.test(line)),
    stop: () => endBoth('SIGTERM'),
    kill: () => endBoth('SIGKILL'),
  }
}

/**
 * A server on PostgreSQL has no signer of its own, since others may stand beside it: where a test names none, one runs in the data folder
 * as long as the server does. The local network needs none.
 */
async function ownSigner(
  dataDir: string,
  env: Record<string, string>,
): Promise<{ env: Record<string, string>; stop(): Promise<unknown> } | undefined> {
  const isOwn = isOnPostgres() && env['NETWORK'] !== undefined && env['SIGNER_URL'] === undefined
  if (!isOwn) return undefined
  const SIGNER_PORT = `${await freePort()}`
  const SIGNER_TOKEN = randomBytes(32).toString('base64url')
  const signer = { ...env, DATA_DIR: dataDir, SIGNER_PORT, SIGNER_TOKEN }
  const { stop } = await startProgram(['signer'], signer, /^vouch signer ready/m)
  return { env: { SIGNER_URL: `http://127.0.0.1:${SIGNER_PORT}`, SIGNER_TOKEN }, stop }
}

/** Starts another command of the built program that runs until it is ended, and waits for what it says when it is ready. */
export async function startProgram(
  args: readonly string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<{ stop(): Promise<number | null> }> {
  const child = spawn(process.execPath, ['dist/server/vouch.js', ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      LOG_LEVEL: 'warn',
      ...(await ownDatabase(env['DATA_DIR'])),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  await hearProcess(child, args[0] ?? 'Vouch', ready).said
  return { stop: () => end(child, 'SIGTERM') }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
  return child.exitCode
}

/** A port that nobody listens on now or is given meanwhile, for what has to know its own beforehand. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}
