// Makes a fresh clone ready to start, test and check: installs the locked packages when node_modules does not hold
// them, and builds the browser pages when their sources are newer. Runs before every npm script, so it uses nothing
// but Node itself and answers in milliseconds when all is well.
//   node scripts/setup.mjs [--packages-only]
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(ROOT, ...parts)
const LOCK_DIR = at('.setup.lock')
const BEAT_MS = 1000
// A holder touches its lock every second; one that has been silent this long was killed.
const STALE_MS = 20_000

/** What is built, where to, from what, and by which program of node_modules. */
const BUILDS = [
  {
    what: 'the browser pages',
    folder: 'dist/web',
    sources: ['src/web', 'src/client', 'src/core', 'vite.config.ts', 'tsconfig.json'],
    program: ['vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  },
  {
    what: 'the client',
    folder: 'dist/client',
    sources: ['src/client', 'src/core', 'tsconfig.client.json', 'tsconfig.json'],
    program: ['typescript/bin/tsc', '-p', 'tsconfig.client.json'],
  },
  {
    what: 'the server',
    folder: 'dist/server',
    sources: ['src', 'contracts/artifacts', 'vite.server.config.ts', 'tsconfig.json'],
    program: [
      'vite/bin/vite.js',
      'build',
      '--config',
      'vite.server.config.ts',
      '--logLevel',
      'warn',
    ],
  },
]

const say = (text) => process.stderr.write(`setup: ${text}\n`)

class SetupError extends Error {}

/** What stands between node_modules and package-lock.json, in words, or undefined when they agree. */
function missingPackages() {
  const installedLock = at('node_modules', '.package-lock.json')
  if (!existsSync(installedLock)) return 'the packages are not installed yet'
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages
  for (const [path, { version, optional, peer }] of Object.entries(lockedPackages())) {
    if (path === '') continue
    const found = installed[path]
    // Optional packages are for other platforms, unless they are here: then the version must be right.
    if (found === undefined && (optional || peer)) continue
    const here = existsSync(at(path, 'package.json')) ? found?.version : undefined
    if (here !== version) return `${path} should be ${version} and is ${here ?? 'missing'}`
  }
  return undefined
}

function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
  const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  for (const kind of ['dependencies', 'devDependencies']) {
    const wanted = manifest[kind] ?? {}
    const locked = packages['']?.[kind] ?? {}
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(locked)])) {
      if (wanted[name] === locked[name]) continue
      throw new SetupError(
        `package.json asks for ${name} ${wanted[name] ?? '(nothing)'}, package-lock.json has ${locked[name] ?? '(nothing)'}. ` +
          'Run "npm install" and commit package-lock.json.',
      )
    }
  }
  return packages
}

/** Whether the one native module loads under this very Node: it is compiled for a single Node version. */
function nativeModuleLoads() {
  try {
    const Database = createRequire(at('package.json'))('better-sqlite3')
    new Database(':memory:').close()
    return true
  } catch {
    return false
  }
}

/** Newest modification time below a path, folders included so that deletions count; 0 when it does not exist. */
function newestMs(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestMs(join(path, name))),
    stat.mtimeMs,
  )
}

const stampOf = ({ folder }) => at(folder, '.built')

function isStale(build) {
  const builtMs = statSync(stampOf(build), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return [...build.sources, 'package-lock.json'].some((source) => newestMs(at(source)) > builtMs)
}

/** Runs a program to its end with its output on our standard error, and throws when it fails. */
async function run(what, file, args, env = process.env) {
  const child = spawn(file, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 2, 2],
    shell: file.endsWith('.cmd'),
  })
  // A stop meant for us must not leave npm writing into node_modules behind our back.
  const stop = (signal) => child.kill(signal)
  process.on('SIGTERM', stop).on('SIGINT', stop)
  const ending = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(signal ?? code))
  }).finally(() => process.off('SIGTERM', stop).off('SIGINT', stop))
  if (ending !== 0) throw new SetupError(`${what} failed (${ending}); its output is above.`)
}

async function npm(...args) {
  const cli = process.env.npm_execpath
  // npm_execpath is also set by yarn and pnpm, which would not read our lock.
  if (cli !== undefined && /npm-cli\.[cm]?js$/.test(cli)) {
    return run(`npm ${args[0]}`, process.execPath, [cli, ...args])
  }
  return run(`npm ${args[0]}`, process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
}

async function installPackages() {
  const lockBefore = readFileSync(at('package-lock.json'))
  // Not "npm ci": it fails where a registry lacks the binaries of other platforms, and it empties node_modules
  // under other runs. --include=dev because tests and checks are wanted with NODE_ENV=production as well.
  await npm(
    'install',
    '--include=dev',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
    '--no-save',
  )
  if (!readFileSync(at('package-lock.json')).equals(lockBefore)) {
    writeFileSync(at('package-lock.json'), lockBefore)
    say('npm rewrote package-lock.json in its own manner; the committed one was put back')
  }
}

/** Does `work` while no other set-up of this checkout runs. */
async function alone(work) {
  let waiting = false
  for (;;) {
    try {
      mkdirSync(LOCK_DIR)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const beatMs = statSync(LOCK_DIR, { throwIfNoEntry: false })?.mtimeMs
    if (beatMs !== undefined && Date.now() - beatMs > STALE_MS) {
      say('an earlier set-up was interrupted; starting over')
      rmSync(LOCK_DIR, { recursive: true, force: true })
      continue
    }
    if (!waiting) say('another set-up is running; waiting for it')
    waiting = true
    await sleep(200)
  }
  const heart = setInterval(() => {
    if (existsSync(LOCK_DIR)) utimesSync(LOCK_DIR, new Date(), new Date())
  }, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(heart)
    rmSync(LOCK_DIR, { recursive: true, force: true })
  }
}

async function ensurePackages() {
  const reason = missingPackages()
  if (reason === undefined && nativeModuleLoads()) return
  await alone(async () => {
    // Asked again: whoever held the lock may have done the work.
    const stillMissing = missingPackages()
    if (stillMissing !== undefined) {
      say(`installing packages (${stillMissing})`)
      await installPackages()
      const wrong = missingPackages()
      if (wrong !== undefined) throw new SetupError(`after the installation ${wrong}.`)
    }
    if (!nativeModuleLoads()) {
      say(`building better-sqlite3 for Node ${process.version}`)
      await npm('rebuild', 'better-sqlite3', '--ignore-scripts=false')
      // In a process of its own: this one remembers the load that failed.
      await run('loading better-sqlite3', process.execPath, [
        '-e',
        "new (require('better-sqlite3'))(':memory:')",
      ])
    }
    say('packages are in place')
  })
}

async function ensureBuilt(build) {
  if (!isStale(build)) return
  await alone(async () => {
    if (!isStale(build)) return
    const { what, folder, program } = build
    say(`building ${what}`)
    const startedAt = new Date()
    const [file, ...args] = program
    await run(`building ${what}`, process.execPath, [at('node_modules', file), ...args], {
      ...process.env,
      NODE_ENV: 'production',
    })
    mkdirSync(at(folder), { recursive: true })
    writeFileSync(stampOf(build), '')
    // Sources edited during the build are newer than its start, so the next run builds again.
    utimesSync(stampOf(build), startedAt, startedAt)
  })
}

const [major, minor] = process.versions.node.split('.').map(Number)
try {
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new SetupError(`Node 20.19 or newer is needed; this is ${process.versions.node}.`)
  }
  await ensurePackages()
  if (!process.argv.includes('--packages-only')) {
    for (const build of BUILDS) await ensureBuilt(build)
  }
} catch (error) {
  if (!(error instanceof SetupError) && error?.code !== 'ENOENT') throw error
  say(error.message)
  process.exitCode = 1
}
