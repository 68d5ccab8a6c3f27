// Holds the imports of src/ against the rules below and prints each one that breaks a rule.
//   node scripts/check-imports.mjs [root of a checkout]
// Type-only imports count: a type is knowledge too. A file that does not parse fails the check.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { parseSync } from 'vite'

const ROOT = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'))

/** What a folder of src/ may import of ours, besides itself. */
const MAY_IMPORT = {
  core: [],
  words: ['core'],
  calls: ['core'],
  services: ['core', 'calls'],
  claims: ['core', 'calls', 'services'],
  chains: ['core', 'services'],
  devnet: ['core', 'services'],
  client: ['core', 'calls'],
  web: ['core', 'words', 'calls', 'client'],
  signer: ['core', 'claims'],
  store: ['core', 'calls', 'services', 'claims', 'signer'],
  mail: ['core', 'words', 'claims'],
  bots: ['core', 'words', 'calls', 'services', 'claims'],
  api: ['core', 'words', 'calls', 'services', 'claims'],
}
const PLATFORM = /^src\/bots\/(telegram|discord|playground|page)\//
const BOTS_SHARED = /^src\/bots\/(?!(?:telegram|discord|playground|page)\/)/

/** All that core may load: shapes, and the pure parts of viem and cosmjs. */
const CORE_PACKAGES = [
  'zod',
  'viem',
  '@cosmjs/amino',
  '@cosmjs/crypto',
  '@cosmjs/encoding',
  '@cosmjs/proto-signing',
  'cosmjs-types',
]

/** Drivers and the only folders that may load them; the rest of src/ asks a port instead. */
const DRIVERS = [
  { driver: 'grammy', packages: /^(?:grammy|@grammyjs\/.+)$/, homes: ['bots/telegram'] },
  { driver: 'discord.js', packages: /^(?:discord\.js|@discordjs\/.+)$/, homes: ['bots/discord'] },
  {
    driver: 'cosmjs clients',
    packages: /^@cosmjs\/(?:cosmwasm-stargate|cosmwasm|stargate|tendermint-rpc)$/,
    homes: ['chains', 'devnet', 'web'],
  },
  {
    driver: 'viem',
    packages: /^viem$/,
    homes: ['core', 'services', 'claims', 'chains', 'devnet', 'web'],
  },
  { driver: 'database', packages: /^(?:drizzle-orm|better-sqlite3|pg)$/, homes: ['store'] },
  { driver: 'nodemailer', packages: /^nodemailer$/, homes: ['mail'] },
  { driver: 'fastify', packages: /^(?:fastify|@fastify\/.+)$/, homes: ['api'] },
  { driver: 'prom-client', packages: /^prom-client$/, homes: ['api'] },
  { driver: 'oauth4webapi', packages: /^oauth4webapi$/, homes: ['claims/proofs'] },
  { driver: 'resvg', packages: /^@resvg\/.+$/, homes: ['bots/pictures'] },
  { driver: 'graphql', packages: /^(?:graphql|graphql-jit|@graphql-yoga\/.+)$/, homes: ['api'] },
]

/** viem mixes pure helpers with clients; these make or drive a client, so they follow the cosmjs clients. */
const VIEM_CLIENT_HOMES = ['chains', 'devnet', 'web']
const VIEM_CLIENT_MODULE = /^viem\/(?:actions|node|chains)(?:\/|$)/
const VIEM_CLIENT_NAME =
  /^(?:create\w*(?:Client|Transport)|http|webSocket|ipc|custom|fallback|\w+Actions|\w*(?:Client|Transport))$/

/** Names of the pure packages that are not: core is given its random values. */
const RANDOM_NAME = /^(?:generatePrivateKey|generateMnemonic|Random)$/

const isIn = (file, folders) => folders.some((folder) => file.startsWith(`src/${folder}/`))
const folderOf = (file) => /^src\/([^/]+)\//.exec(file)?.[1]

/** Why our file `from` may not import our file `to`, or undefined when it may. */
function forbiddenFile(from, to) {
  if (from === to) return 'a file does not import itself'
  if (!to.startsWith('src/')) {
    const isArtifact = isIn(from, ['devnet']) && to.startsWith('contracts/artifacts/')
    const isManifest = isIn(from, ['cli']) && to === 'package.json'
    return isArtifact || isManifest ? undefined : 'src/ does not import from outside src/'
  }
  if (isIn(from, ['cli'])) return undefined
  if (isIn(to, ['cli'])) return 'cli is the program: nobody imports it'
  if (from === 'src/app.ts') return undefined
  if (isIn(from, ['wiring'])) {
    return to === 'src/app.ts' ? 'wiring is used by app.ts and cli' : undefined
  }
  if (from === 'src/config.ts')
    return isIn(to, ['core', 'claims/proofs'])
      ? undefined
      : 'config.ts imports core and claims/proofs'
  const folder = folderOf(from)
  const others = MAY_IMPORT[folder]
  if (others === undefined) return 'no rule covers this place; app.ts, config.ts or a folder'
  if (!isIn(to, [folder, ...others])) {
    return `${folder} imports ${others.length === 0 ? 'nothing of ours' : others.join(' and ')}`
  }
  const platform = PLATFORM.exec(to)?.[1]
  if (platform !== undefined && BOTS_SHARED.test(from)) return 'shared bot code knows no platform'
  if (platform !== undefined && PLATFORM.exec(from)?.[1] !== platform)
    return 'a platform knows no other'
  return undefined
}

/** Why our file `from` may not import these names of a package, or undefined when it may. */
function forbiddenPackage(from, specifier, names) {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  const home = DRIVERS.find(({ packages }) => packages.test(name))
  if (home !== undefined && !isIn(from, home.homes)) {
    return `only ${home.homes.join(', ')} may load ${home.driver}`
  }
  if (isIn(from, ['core']) && !CORE_PACKAGES.includes(name))
    return 'core is pure: no I/O, few packages'
  if (isIn(from, ['core']) && names.some((imported) => RANDOM_NAME.test(imported))) {
    return 'core makes no random values'
  }
  if (name === 'viem' && !isIn(from, VIEM_CLIENT_HOMES)) {
    const makesClient =
      VIEM_CLIENT_MODULE.test(specifier) ||
      // `import * as viem` and `import('viem')` bring everything.
      names.some((imported) => imported === '*' || VIEM_CLIENT_NAME.test(imported))
    if (makesClient) return `only ${VIEM_CLIENT_HOMES.join(', ')} may load viem clients`
  }
  return undefined
}

/** Every module a file names, with the names it takes: imports, re-exports, import(), import types. */
function importsOf(file) {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0].message}`)
  const found = []
  const visit = (node) => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item)
    } else if (node !== null && typeof node === 'object') {
      const specifier = specifierOf(node)
      if (specifier !== undefined) found.push({ specifier, names: namesOf(node) })
      for (const value of Object.values(node)) visit(value)
    }
  }
  visit(program.body)
  return found
}

const MODULE_NODES = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
  'TSExternalModuleReference',
]

function specifierOf(node) {
  const isRequire = node.type === 'CallExpression' && node.callee.name === 'require'
  if (!MODULE_NODES.includes(node.type) && !isRequire) return undefined
  const source = isRequire ? node.arguments[0] : (node.source ?? node.argument ?? node.expression)
  if (source === null || source === undefined) return undefined // an export without "from"
  const literal = source.literal ?? source
  // A specifier put together at run time would hide from the rules, so it breaks one.
  return typeof literal.value === 'string' ? literal.value : '(computed)'
}

function namesOf({ specifiers }) {
  return (specifiers ?? [{}]).map(
    ({ imported, local, type }) =>
      imported?.name ?? (type === 'ExportSpecifier' ? local?.name : undefined) ?? '*',
  )
}

/** Import cycles, each as the path that comes back to where it began. */
function findCycles(graph) {
  const cycles = []
  const done = new Set()
  const walk = (file, path) => {
    const at = path.indexOf(file)
    if (at >= 0) cycles.push([...path.slice(at), file])
    if (at >= 0 || done.has(file)) return
    for (const next of graph.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return cycles
}

const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file))
const problems = files
  .filter((file) => isIn(file, ['core']) && file.endsWith('-port.ts'))
  .map((file) => `${file} -> itself: a port stands beside who asks it, and core asks nobody`)
const graph = new Map()
for (const file of files) {
  const targets = []
  for (const { specifier, names } of importsOf(file)) {
    let reason
    if (specifier === '(computed)') reason = 'an import names its module literally'
    else if (specifier.startsWith('.')) {
      const target = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''))
      targets.push(target)
      reason = existsSync(join(ROOT, target))
        ? forbiddenFile(file, target)
        : 'there is no such file'
    } else reason = forbiddenPackage(file, specifier, names)
    if (reason !== undefined) problems.push(`${file} -> ${specifier}: ${reason}`)
  }
  graph.set(file, targets)
}
for (const cycle of findCycles(graph)) problems.push(`${cycle[0]} -> cycle: ${cycle.join(' -> ')}`)

if (files.length === 0) problems.push('src -> nothing: no file was found, so nothing was checked')
for (const problem of problems) console.log(problem)
console.log(`${graph.size} files, ${problems.length} forbidden imports`)
process.exitCode = problems.length === 0 ? 0 : 1
