// Makes a fresh clone ready: a Node that serves, the locked packages, and what is built from the sources. Each only where
// it is missing or old. Runs before npm's scripts, so it uses nothing but Node itself (an old one, too) and answers in
// milliseconds when all is well.
//   node scripts/setup.mjs [start | packages | test]   without a word, all that is built
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(ROOT, ...parts)
const LOCK_DIR = at('.setup.lock')
const BEAT_MS = 1000
// A holder touches its lock every second; one that has been silent this long was killed.
const STALE_MS = 20_000

/** Where the pinned Node stands once it was needed; its package.json names the version for each platform. */
const NODE_DIR = at('scripts', 'node')
const NODE_PROGRAM = join(NODE_DIR, 'node_modules', '.bin', onWindows() ? 'node.cmd' : 'node')

/** What is built, where to, from what, and by which program of node_modules. */
const BUILDS = {
  web: {
    what: 'the browser pages',
    folder: 'dist/web',
    sources: [
      'src/web',
      'src/words',
      'src/client',
      'src/calls',
      'src/core',
      'vite.config.ts',
      'tsconfig.json',
    ],
    program: ['vite/bin/vite.js', 'build', '--logLevel', 'error'],
  },
  server: {
    what: 'the server',
    folder: 'dist/server',
    sources: ['src', 'contracts/artifacts', 'vite.server.config.ts', 'tsconfig.json'],
    program: [
      'vite/bin/vite.js',
      'build',
      '--config',
      'vite.server.config.ts',
      '--logLevel',
      'error',
    ],
  },
  client: {
    what: 'the client',
    folder: 'dist/client',
    sources: ['src/client', 'src/calls', 'src/core', 'tsconfig.client.json', 'tsconfig.json'],
    program: ['typescript/bin/tsc', '-p', 'tsconfig.client.json'],
  },
}

const ALL = ['web', 'server', 'client']
/** What must be built for a word on the command line. */
const PURPOSES = { all: ALL, start: ['web', 'server'], packages: [], test: ALL }

/** An installation of its own, which tests need and nobody else. */
const FOREIGN_WALLETS = 'test/browser/foreign'

const say = (text) => process.stderr.write(`setup: ${text}\n`)

class SetupError extends Error {}

function onWindows() {
  return process.platform === 'win32'
}

/** Whether this Node is one of those that package.json names, as in "^22.18 || >=26". */
function nodeServes() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return manifest()
    .engines.node.split('||')
    .some((range) => {
      const [, sign, from, fromMinor = '0'] = /^\s*(\^|>=)(\d+)(?:\.(\d+))?\s*$/.exec(range)
      if (major === Number(from)) return minor >= Number(fromMinor)
      return sign === '>=' && major > Number(from)
    })
}

/** Takes the pinned Node from npm and goes on in it. Answers the exit code of what it did. */
async function goOnInPinnedNode() {
  const locked = JSON.parse(readFileSync(join(NODE_DIR, 'package-lock.json'), 'utf8')).packages
  const [path, { version } = {}] =
    Object.entries(locked).find(
      ([, { os, cpu }]) => os?.includes(process.platform) && cpu?.includes(process.arch),
    ) ?? []
  const here = `This is Node ${process.versions.node}, and Vouch needs ${manifest().engines.node}`
  if (path === undefined)
    throw new SetupError(
      `${here}. npm has none for ${process.platform} ${process.arch}: install one from https://nodejs.org.`,
    )
  const manifestFile = join(NODE_DIR, path, 'package.json')
  const isThere = () =>
    existsSync(manifestFile) && JSON.parse(readFileSync(manifestFile, 'utf8')).version === version
  if (!isThere()) {
    await alone(async () => {
      if (isThere()) return
      say(`${here}: taking ${version} from npm for this folder`)
      await npm('ci', '--prefix', NODE_DIR, '--silent', '--no-audit', '--no-fund', '--no-progress')
    })
  }
  const child = spawn(NODE_PROGRAM, process.argv.slice(1), {
    stdio: 'inherit',
    shell: onWindows(),
  })
  return ending(child)
}

/** Makes npm's scripts find the pinned Node first, where we run in it: npm looks for programs in node_modules/.bin. */
function linkPinnedNode() {
  if (!process.execPath.startsWith(NODE_DIR + sep)) return
  const link = at('node_modules', '.bin', onWindows() ? 'node.cmd' : 'node')
  if (statSync(link, { throwIfNoEntry: false }) !== undefined) return
  rmSync(link, { force: true }) // one that leads nowhere
  mkdirSync(at('node_modules', '.bin'), { recursive: true })
  if (onWindows()) writeFileSync(link, `@"${process.execPath}" %*\r\n`)
  else symlinkSync(NODE_PROGRAM, link)
}

function manifest(folder = '') {
  return JSON.parse(readFileSync(at(folder, 'package.json'), 'utf8'))
}

/** What stands between a folder's node_modules and its package-lock.json, in words, or undefined when they agree. */
function missingPackages(folder, { production }) {
  const installedLock = at(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installedLock)) return 'the packages are not installed yet'
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages
  for (const [path, locked] of Object.entries(lockedPackages(folder))) {
    const { version, optional, peer, dev, devOptional } = locked
    if (path === '' || (production && (dev || devOptional))) continue
    const found = installed[path]
    // Optional packages are for other platforms, unless they are here: then the version must be right.
    if (found === undefined && (optional || peer)) continue
    const here = existsSync(at(folder, path, 'package.json')) ? found?.version : undefined
    if (here !== version) return `${path} should be ${version} and is ${here ?? 'missing'}`
  }
  return undefined
}

function lockedPackages(folder) {
  const { packages } = JSON.parse(readFileSync(at(folder, 'package-lock.json'), 'utf8'))
  const asked = manifest(folder)
  for (const kind of ['dependencies', 'devDependencies']) {
    const wanted = asked[kind] ?? {}
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

function isStale(wanted) {
  const builtMs = statSync(stampOf(wanted), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return [...wanted.sources, 'package-lock.json'].some((source) => newestMs(at(source)) > builtMs)
}

/** How a program that was started ended: its exit code, or the signal that ended it. */
async function ending(child) {
  // A stop meant for us must not leave npm writing into node_modules behind our back.
  const stop = (signal) => child.kill(signal)
  process.on('SIGTERM', stop).on('SIGINT', stop)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(signal ?? code))
  }).finally(() => process.off('SIGTERM', stop).off('SIGINT', stop))
}

/** Runs a program to its end with its output on our standard error, and throws when it fails. */
async function run(what, file, args, env = process.env) {
  const shell = file.endsWith('.cmd')
  const end = await ending(spawn(file, args, { cwd: ROOT, env, stdio: ['ignore', 2, 2], shell }))
  if (end !== 0) throw new SetupError(`${what} failed (${end}); its output is above.`)
}

async function npm(...args) {
  const cli = process.env.npm_execpath
  // npm_execpath is also set by yarn and pnpm, which would not read our lock.
  if (cli !== undefined && /npm-cli\.[cm]?js$/.test(cli)) {
    return run(`npm ${args[0]}`, process.execPath, [cli, ...args])
  }
  return run(`npm ${args[0]}`, onWindows() ? 'npm.cmd' : 'npm', args)
}

async function installPackages(folder) {
  const lockFile = at(folder, 'package-lock.json')
  const lockBefore = readFileSync(lockFile)
  // Not "npm ci": it empties node_modules under other runs. --include=dev because tests and checks are wanted with NODE_ENV=production as well.
  const quietly = ['--no-audit', '--no-fund', '--no-save']
  await npm('install', '--prefix', at(folder), '--include=dev', ...quietly)
  if (!readFileSync(lockFile).equals(lockBefore)) {
    writeFileSync(lockFile, lockBefore)
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

async function ensurePackages(folder, wanted) {
  if (missingPackages(folder, wanted) === undefined) return
  await alone(async () => {
    // Asked again: whoever held the lock may have done the work.
    const missing = missingPackages(folder, wanted)
    if (missing === undefined) return
    say(`installing packages${folder === '' ? '' : ` of ${folder}`} (${missing})`)
    await installPackages(folder)
    const wrong = missingPackages(folder, wanted)
    if (wrong !== undefined) throw new SetupError(`after the installation ${wrong}.`)
    say('packages are in place')
  })
}

async function ensureBuilt(builds) {
  if (!builds.some(isStale)) return
  await alone(async () => {
    const stale = builds.filter(isStale)
    if (stale.length === 0) return
    say(`building ${stale.map(({ what }) => what).join(', ')}`)
    await Promise.all(stale.map(build))
  })
}

async function build(wanted) {
  const { what, folder, program } = wanted
  const startedAt = new Date()
  const [file, ...args] = program
  await run(`building ${what}`, process.execPath, [at('node_modules', file), ...args], {
    ...process.env,
    NODE_ENV: 'production',
  })
  mkdirSync(at(folder), { recursive: true })
  writeFileSync(stampOf(wanted), '')
  // Sources edited during the build are newer than its start, so the next run builds again.
  utimesSync(stampOf(wanted), startedAt, startedAt)
}

/** Whether Vouch is about to start on a network of somebody else's, with everything built: then no tool is needed. */
function isProduction(purpose, builds) {
  if (existsSync(at('.env'))) process.loadEnvFile(at('.env'))
  const isLocal = (process.env.NETWORK || 'devnet') === 'devnet'
  return purpose === 'start' && !isLocal && !builds.some(isStale)
}

async function setUp(purpose) {
  const names = PURPOSES[purpose]
  if (names === undefined)
    throw new SetupError(`There is no "${purpose}"; there are ${Object.keys(PURPOSES).join(', ')}.`)
  if (!nodeServes()) return goOnInPinnedNode()
  const builds = names.map((name) => BUILDS[name])
  await ensurePackages('', { production: isProduction(purpose, builds) })
  if (purpose === 'test') await ensurePackages(FOREIGN_WALLETS, { production: false })
  linkPinnedNode()
  await ensureBuilt(builds)
  return 0
}

try {
  const code = await setUp(process.argv[2] ?? 'all')
  process.exitCode = typeof code === 'number' ? code : 1
} catch (error) {
  if (!(error instanceof SetupError) && error?.code !== 'ENOENT') throw error
  say(error.message)
  process.exitCode = 1
}
