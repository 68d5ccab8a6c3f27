// Packs Vouch as npm would publish it, and holds the package against what it should be: it has what runs and nothing else, it is
// small, and others can import what it exports.
//   node scripts/check-package.mjs [folder that gets the package]
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACKED_LIMIT_KB = 14_330 // half of it GraphiQL, which comes three times: as it is, for brotli and for gzip

/** All that may be in it. "files" in package.json says what is; this says what has a reason to. */
const MAY_HOLD = [
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|\.env\.example)$/,
  /^dist\/server\/(?:[\w.-]+\.js(?:\.map)?|licenses\.md)$/, // with maps, since a log with lines of a bundle helps nobody
  /^dist\/web\/[\w-]+\.html(?:\.br|\.gz)?$/,
  /^dist\/web\/assets\/[\w.-]+$/,
  /^dist\/web\/files\.json$/, // which of them the key page loads, for a host that serves nothing else
  /^dist\/client\/client\/[\w-]+\.(?:js|d\.ts)$/,
  /^dist\/client\/(?:calls|core)\/.+\.d\.ts$/, // what the client does comes from the server; of its calls and the core it has the shapes alone
  /^assets\/fonts\/[\w-]+(?:\.ttf)?$/,
  /^migrations\/(?:postgres\/)?(?:\d{4}_[\w-]+\.sql|meta\/_journal\.json)$/,
  /^docs\/[\w-]+\.md$/,
  /^deploy\/(?:vouch(?:-signer)?\.service|monitoring\/(?:alerts\.yml|grafana-dashboard\.json))$/,
]

/** Builds what is stale and packs it as `npm publish` would: the file, and the paths in it. */
function pack() {
  const run = (program, args, cwd) =>
    execFileSync(program, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    })
  run('npm', ['pack', '--loglevel=error', '--pack-destination', folder], ROOT)
  // Neither npm's words nor its JSON is the same in each of its versions; the file is.
  const { name, version } = manifest()
  const file = `${name}-${version}.tgz`
  const files = run('tar', ['-tzf', file], folder)
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith('/'))
    .map((line) => line.replace(/^package\//, ''))
  return { file, files }
}

/** What it cannot do without. */
function mustHold() {
  const { bin, exports } = manifest()
  return [
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    '.env.example',
    ...Object.values(bin),
    ...Object.values(exports).flatMap((conditions) => Object.values(conditions)),
    ...migrationsIn('migrations'),
    ...migrationsIn('migrations/postgres'),
    ...namesIn('src/web', '.html').map((name) => `dist/web/${name}`),
    'dist/web/files.json',
    ...namesIn('assets/fonts', '').map((name) => `assets/fonts/${name}`),
    ...namesIn('docs', '.md').map((name) => `docs/${name}`),
  ].map((path) => path.replace(/^\.\//, ''))
}

const manifest = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const migrationsIn = (folder) => {
  const journal = `${folder}/meta/_journal.json`
  const { entries } = JSON.parse(readFileSync(join(ROOT, journal), 'utf8'))
  return [journal, ...entries.map(({ tag }) => `${folder}/${tag}.sql`)]
}
const namesIn = (folder, ending) =>
  readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(ending))

/** A program of somebody who has the package, in which the types must say what is wrong. */
const CONSUMER = `
import { createVouchClient, VouchError, type TransactionBuild } from 'vouch/client'

const vouch = createVouchClient({ baseUrl: 'http://127.0.0.1:8787' })
const sender = { chain_uid: 'base', address: '0x00' }
const asset_in = { token: 'eth', token_type: { native: { denom: 'eth' } } }
try {
  const recipient = { social: { telegram: '@bobby' } }
  const build: TransactionBuild = await vouch.deposit({ amount_in: '1', asset_in, sender, recipient })
  console.log(build.type.length)
  // @ts-expect-error amounts are text
  await vouch.deposit({ amount_in: 1, asset_in, sender, recipient })
} catch (error) {
  if (error instanceof VouchError) console.log(error.code.length)
}
`

/** What a program of node_modules/.bin has against the package, or undefined. */
function objectionOf(program, ...args) {
  const path = join(ROOT, 'node_modules/.bin', program)
  const { status, stdout, stderr } = spawnSync(path, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' },
    shell: process.platform === 'win32',
  })
  return status === 0 ? undefined : `${program}: ${stdout}${stderr}`
}

/** Compiles a program that has the package and what its types may name: zod, and nothing else. */
function objectionOfConsumer(file) {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, 'vouch'), { recursive: true })
  spawnSync('tar', ['-xzf', file, '-C', 'node_modules/vouch', '--strip-components=1'], {
    cwd: folder,
  })
  symlinkSync(join(ROOT, 'node_modules/zod'), join(packages, 'zod'), 'junction')
  writeFileSync(join(folder, 'consumer.mts'), CONSUMER)
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: [],
  }
  const config = { compilerOptions, files: ['consumer.mts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  return objectionOf('tsc', '-p', '.')
}

const folder = mkdtempSync(join(tmpdir(), 'vouch-pack-'))
const problems = []
try {
  const { file, files } = pack()
  const sizeKb = Math.ceil(statSync(join(folder, file)).size / 1000)
  const unknown = files.filter((path) => !MAY_HOLD.some((pattern) => pattern.test(path)))
  if (unknown.length > 0) problems.push(`it holds what nobody needs: ${unknown.join(', ')}`)
  const missing = mustHold().filter((path) => !files.includes(path))
  if (missing.length > 0) problems.push(`it lacks ${missing.join(', ')}`)
  if (sizeKb > PACKED_LIMIT_KB)
    problems.push(`it takes ${sizeKb} kB packed, more than ${PACKED_LIMIT_KB}`)
  problems.push(
    ...[
      objectionOf('publint', 'run', file, '--strict'),
      // The client is an ES module, as everything here.
      objectionOf('attw', file, '--profile', 'esm-only', '--no-emoji'),
      objectionOfConsumer(file),
    ].filter((objection) => objection !== undefined),
  )
  const [, , destination] = process.argv
  if (destination !== undefined) copyFileSync(join(folder, file), join(destination, file))
  console.log(`The package has ${files.length} files and ${sizeKb} kB.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const problem of problems) console.log(problem.trimEnd())
process.exitCode = problems.length > 0 ? 1 : 0
