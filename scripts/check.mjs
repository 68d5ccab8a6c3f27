// The whole static gate: every check runs, one line each, and the exit code says whether all passed.
//   node scripts/check.mjs [name of a gate ...]
import { spawn } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const GATES = {
  format: () => run('oxfmt', '--check'),
  lint: () =>
    run('oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'),
  types: () => run('tsc', '--noEmit'),
  unused: () => run('knip', '--no-progress', '--no-config-hints'),
  imports: () => run('node', 'scripts/check-imports.mjs'),
  migrations: migrationsMatchTables,
  packages: packagesInstall,
  pack: () => run('node', 'scripts/check-package.mjs'),
  pages: pagesAreLight,
}

/** What an installation may take on the disk, in megabytes. */
const MAX_PRODUCTION_MB = 60
const MAX_EVERYTHING_MB = 650

/** Runs a program of node_modules/.bin; its output and whether it succeeded. */
function run(program, ...args) {
  const path = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, PATH: path, FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ passed: false, output: error.message }))
    child.on('close', (code, signal) =>
      resolve({
        passed: code === 0,
        output: signal === null ? output : `${output}\nended by ${signal}`,
      }),
    )
  })
}

/**
 * Asks drizzle-kit, in a copy of migrations/, for the migration that would be needed: there must be none, of either database. And none takes away what servers of the
 * version before need.
 */
async function migrationsMatchTables() {
  const all = await Promise.all([
    migrationsMatch('migrations', 'sqlite', './src/store/*/*-tables.ts'),
    migrationsMatch('migrations/postgres', 'postgresql', './src/store/postgres/*-tables.ts'),
    run('node', 'scripts/check-migrations.mjs'),
  ])
  return {
    passed: all.every(({ passed }) => passed),
    output: all.map(({ output }) => output).join('\n'),
  }
}

async function migrationsMatch(migrations, dialect, schema) {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-migrations-'))
  try {
    const journal = join('meta', '_journal.json')
    cpSync(join(ROOT, migrations), folder, { recursive: true })
    const before = readFileSync(join(folder, journal), 'utf8')
    const generated = await run(
      'drizzle-kit',
      'generate',
      `--dialect=${dialect}`,
      `--schema=${schema}`,
      // It takes every path for a relative one.
      `--out=${relative(ROOT, folder)}`,
      '--name=missing',
    )
    // drizzle-kit answers 0 even when it could not read the tables: only its own word for "no change" counts.
    const passed =
      generated.passed &&
      readFileSync(join(folder, journal), 'utf8') === before &&
      generated.output.includes('No schema changes')
    const missing = readdirSync(folder)
      .filter((name) => name.endsWith('_missing.sql'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
    const hint =
      missing.length > 0 ? ['Run "npm run migrations:generate -- --name=<what-it-does>".'] : []
    return { passed, output: [generated.output, ...missing, ...hint].join('\n') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Holds that the lock installs as it is, and that a server without its tools is small. */
async function packagesInstall() {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-production-'))
  try {
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(join(ROOT, file), join(folder, file))
    const options = ['--no-audit', '--no-fund', '--prefix']
    // npm refuses a lock that lacks a package of any platform.
    const whole = await run('npm', 'ci', '--dry-run', ...options, folder)
    const production = await run('npm', 'ci', '--omit=dev', ...options, folder)
    const sizes = [
      { what: 'a production installation', folder, limit: MAX_PRODUCTION_MB },
      { what: 'everything', folder: ROOT, limit: MAX_EVERYTHING_MB },
    ].map(({ what, folder: where, limit }) => {
      const megabytes = Math.ceil(bytesIn(join(where, 'node_modules')) / 1_000_000)
      return { passed: megabytes <= limit, line: `${what} takes ${megabytes} of ${limit} MB` }
    })
    return {
      passed: whole.passed && production.passed && sizes.every(({ passed }) => passed),
      output: [whole.output, production.output, ...sizes.map(({ line }) => line)].join('\n'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of what npm installed: tools keep what they made before in folders of their own beside it, `.vitest-cache` for example. */
function bytesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => !path.startsWith('.'))
    .reduce((bytes, path) => bytes + lstatSync(join(folder, path)).size, 0)
}

/** Builds the pages where a source has changed, and weighs them. */
async function pagesAreLight() {
  const built = await run('node', 'scripts/setup.mjs')
  return built.passed ? run('node', 'scripts/check-page-weights.mjs') : built
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in GATES))
if (unknown.length > 0) {
  console.error(
    `There is no gate ${unknown.join(', ')}; there are ${Object.keys(GATES).join(', ')}.`,
  )
  process.exit(2)
}

const failed = []
for (const [name, gate] of Object.entries(GATES)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const startedAt = performance.now()
  const { passed, output } = await gate().catch((error) => ({
    passed: false,
    output: `${error.stack}`,
  }))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (!passed) {
    failed.push(name)
    console.log(output.trimEnd())
  }
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds.padStart(5)} s`)
}
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length > 0 ? 1 : 0
