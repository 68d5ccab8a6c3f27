import { accessSync, constants, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import npmChromium from '@sparticuz/chromium'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from 'playwright-core'

const NAMES = ['chromium-headless-shell', 'chromium', 'google-chrome']

// Our own arguments: those of the npm build put every context into one process with shared storage.
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const ATTEMPTS = 10
const PAUSE_MS = 1500

/** For a state that never comes: how fast the machine is, is nothing that tests assert. */
const LIMIT_MS = 600_000

let shared: Promise<Browser> | undefined

/** How the reader of a page writes, unless a test says otherwise: what the machine is set to, is nothing that tests assert. */
const READER: BrowserContextOptions = { locale: 'en-GB', timezoneId: 'UTC' }

/** A profile of its own in the Chromium that all tests of this worker share; that one ends with the worker. */
export async function openProfile(options?: BrowserContextOptions): Promise<BrowserContext> {
  shared ??= launchChromium()
  const context = await (await shared).newContext({ ...READER, ...options })
  context.setDefaultTimeout(LIMIT_MS)
  return context
}

/**
 * Starts a Chromium: `$CHROMIUM_PATH`, or the first that starts of npm's and the machine's own. npm's is the headless shell alone, of an exact version: what machines
 * have is all of a browser, which takes nearly twice as long for the same pages.
 * Throws when there is none, or when none starts: a page that was not looked at is not tested.
 */
async function launchChromium(
  env: Record<string, string | undefined> = process.env,
): Promise<Browser> {
  const failures: Error[] = []
  for (const executablePath of await findChromiums(env)) {
    try {
      return await launch(executablePath)
    } catch (cause) {
      failures.push(new Error(`${executablePath} does not start`, { cause }))
    }
  }
  throw new AggregateError(
    failures,
    "no Chromium starts: install libnss3 and libnspr4 for the one from npm, or Debian's chromium, or set CHROMIUM_PATH",
  )
}

async function launch(executablePath: string): Promise<Browser> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await chromium.launch({
        executablePath,
        args: ARGUMENTS,
        // Vitest ends its workers by a signal, on which they are to end, and Chromium with them.
        handleSIGTERM: false,
      })
    } catch (error) {
      // Another test process may still be unpacking the one from npm into the same place.
      const lacksLibraries = error instanceof Error && error.message.includes('shared libraries')
      const mayBeUnpacked = executablePath.startsWith(tmpdir()) && !lacksLibraries
      if (!mayBeUnpacked || attempt === ATTEMPTS) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/** Where Chromiums are, the best first. A `$CHROMIUM_PATH` that leads nowhere is an error, and never silently replaced. */
async function findChromiums(env: Record<string, string | undefined>): Promise<string[]> {
  const named = env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is ${named}, which cannot be run`)
    return [named]
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const own = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  const isBuiltFor = process.platform === 'linux' && process.arch === 'x64'
  const fromNpm = isBuiltFor ? [await npmChromium.executablePath()] : []
  return [...fromNpm, ...own.filter(isExecutable)]
}

function isExecutable(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
