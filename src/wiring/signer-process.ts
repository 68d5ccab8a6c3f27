import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { SignerDesk, Signer } from '../claims/signer.ts'
import type { Config } from '../config.ts'
import type { Network } from '../core/terms/network.ts'
import { createSignerClient, type SignerAddress } from '../signer/signer-client.ts'
import { signerDir } from '../signer/signer-config.ts'
import { makeFolder } from '../store/upkeep/make-folder.ts'
import { ConfigurationError, WRONG_CONFIGURATION } from '../core/terms/configuration-error.ts'

/** Before one that ended is started again. */
const AGAIN_MS = 1_000
/** One that stands still is not waited for longer: what it has signed is on the disk. */
const END_MS = 2_000
/** What `vouch signer` prints once it listens. */
const READY = /^vouch signer ready (\S+)$/

type Deps = {
  /** Runs this program: what stands before `signer` on its command line. */
  command: readonly [string, ...string[]]
  config: Config
  network: Network
  log: { warn(details: object, message: string): void }
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** How long one beside us may take to end; 2 seconds unless told. */
  endMs?: number
}

/** The signer that the configuration names, or one that is started beside us. */
export function reachSigner(deps: Deps): SignerAtHand {
  const { config, log } = deps
  const { signer: elsewhere } = config
  if (elsewhere === undefined) return startSignerBeside(deps)
  const signer = createSignerClient({ address: () => elsewhere, log })
  return { signer, ready: async () => undefined, stop: async () => undefined }
}

/** `ready` waits until it listens for the first time, where that is ours to see to. */
export type SignerAtHand = {
  signer: Signer & SignerDesk
  ready(): Promise<void>
  stop(): Promise<void>
}

/**
 * Runs a signer beside this process, on this machine, and starts it again should it end. It ends with us, however we end: it
 * watches its standard input.
 */
function startSignerBeside({
  command,
  config,
  network,
  log,
  sleep,
  endMs = END_MS,
}: Deps): SignerAtHand {
  const [program, ...args] = command
  const token = randomBytes(32).toString('base64url')
  const dir = signerDir({ dataDir: config.dataDir, set: config.signerDir })
  makeFolder(dir, 'SIGNER_DIR')
  const stopping = new AbortController()
  let address: SignerAddress | undefined
  let child: ChildProcess

  let hasListened = false
  let heard: () => void
  let failed: (error: Error) => void
  const listening = new Promise<void>((resolve, reject) => {
    heard = resolve
    failed = reject
  })
  listening.catch(() => undefined) // whoever waits for it hears of it; who does not has trouble of their own

  async function runOnce(): Promise<void> {
    child = spawn(program, [...args, 'signer', '--beside'], {
      env: {
        ...process.env,
        NETWORK: networkFile(config, network, dir),
        DATA_DIR: config.dataDir,
        SIGNER_DIR: dir,
        SIGNER_HOST: '127.0.0.1',
        SIGNER_PORT: '0',
        SIGNER_TOKEN: token,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin?.on('error', () => undefined) // it ended before we did
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        const url = READY.exec(line)?.[1]
        if (url === undefined) return
        address = { url, token }
        hasListened = true
        heard()
      })
    // A program that cannot be run, for example while it is replaced by another version, is tried again like one that ended.
    await once(child, 'exit').catch((error: unknown) =>
      log.warn({ err: error }, 'the signer could not be run'),
    )
    address = undefined
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runOnce()
      if (stopping.signal.aborted) return
      if (!hasListened) {
        // Whoever waits for it ends, and says so; what kept it from its first start would do so again.
        const why = `The signer did not start (${child.exitCode}); what it said is above.`
        failed(
          child.exitCode === WRONG_CONFIGURATION ? new ConfigurationError(why) : new Error(why),
        )
        return
      }
      log.warn({ code: child.exitCode }, 'the signer ended; starting it again')
      await sleep(AGAIN_MS, stopping.signal)
    }
  }
  const running = keepRunning()

  return {
    ready: () => listening,
    signer: createSignerClient({
      address() {
        if (address) return address
        throw new Error('it is not running')
      },
      log,
    }),
    async stop(): Promise<void> {
      stopping.abort()
      child.stdin?.end()
      const late = setTimeout(() => {
        log.warn({ endMs }, 'the signer did not end in time, and was ended')
        child.kill('SIGKILL')
      }, endMs)
      await running
      clearTimeout(late)
    },
  }
}

/** The local network is in this process: what it is like goes to the signer in a file. */
function networkFile(config: Config, network: Network, dir: string): string {
  if (config.network !== 'devnet') return config.network
  const file = join(dir, 'network.json')
  writeFileSync(file, JSON.stringify(network), { mode: 0o600 })
  return file
}
