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

const NAMES = ['chromium', 'chromium-headless-shell', 'google-chrome']

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
 * Starts a Chromium: `$CHROMIUM_PATH`, else the machine's own, else the one from npm.
 * Throws when there is none, or when it does not start: a page that was not looked at is not tested.
 */
async function launchChromium(
  env: Record<string, string | undefined> = process.env,
): Promise<Browser> {
  for (let attempt = 1; ; attempt += 1) {
    const executablePath = await findChromium(env)
    try {
      return await chromium.launch({
        executablePath,
        args: ARGUMENTS,
        // Vitest ends its workers by a signal, on which they are to end, and Chromium with them.
        handleSIGTERM: false,
      })
    } catch (error) {
      // Another test process may still be unpacking the one from npm into the same place.
      if (attempt < ATTEMPTS && executablePath.startsWith(tmpdir())) await sleep(PAUSE_MS)
      else
        throw new Error(
          `${executablePath} does not start: install Debian's chromium, or set CHROMIUM_PATH`,
          { cause: error },
        )
    }
  }
}

/** Where Chromium is. A `$CHROMIUM_PATH` that leads nowhere is an error, and never silently replaced. */
export async function findChromium(env: Record<string, string | undefined>): Promise<string> {
  const named = env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is ${named}, which cannot be run`)
    return named
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(
    isExecutable,
  )
  return found ?? (await npmChromium.executablePath())
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
