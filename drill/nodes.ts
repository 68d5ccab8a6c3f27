import { execFileSync, spawnSync, type ExecFileSyncOptions } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { z } from 'zod'

import { endAll, startVouch } from '../test/flows/vouch-process.ts'
import { tipInPlayground } from './tip-to-pay-out.ts'

// The README's two commands in a fresh clone for each Node: started until a tip went to its pay-out, and the tests of what is
// native (the database, pictures, Anvil). 20 is one that Vouch replaces by its own.
//   npm run drill:nodes -- [major version of Node ...]    without one, 20 22 24 26
const NATIVE_TESTS = ['test/store', 'test/bots/pictures.test.ts', 'test/devnet/evm']
const asked = process.argv.slice(2)
const majors = asked.length > 0 ? asked : ['20', '22', '24', '26']

const Lock = z.object({
  packages: z.record(z.string(), z.object({ os: z.unknown(), cpu: z.unknown() }).partial()),
})
/** The package of npm that holds Node for this machine: the one that `scripts/node` names, too. */
function nodePackage(): string {
  const { packages } = Lock.parse(
    JSON.parse(readFileSync('scripts/node/package-lock.json', 'utf8')),
  )
  const [path] =
    Object.entries(packages).find(
      ([, { os, cpu }]) => os === process.platform && cpu === process.arch,
    ) ?? []
  if (path === undefined) throw new Error(`npm has no Node for ${process.platform} ${process.arch}`)
  return path.replace('node_modules/', '')
}

const folder = mkdtempSync(join(tmpdir(), 'vouch-nodes-'))
// npm puts this checkout's own programs in front, the Node of it among them.
const path = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((at) => !at.includes('node_modules'))

async function tryNode(major: string): Promise<void> {
  const home = join(folder, major)
  const clone = join(home, 'vouch')
  const name = nodePackage()
  mkdirSync(home)
  const quiet: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] }
  const version = `${name}@^${major}`
  execFileSync('npm', ['install', '--prefix', home, '--silent', version], quiet)
  execFileSync('git', ['clone', '--quiet', process.cwd(), clone], quiet)
  const env = { PATH: [join(home, 'node_modules', name, 'bin'), ...path].join(delimiter) }
  const own = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim()

  const vouch = await startVouch({ command: ['npm', '--prefix', clone, 'start'], env })
  await tipInPlayground(vouch.url)
  const metrics = await (await fetch(`${vouch.url}/metrics`)).text()
  const [, used] = /nodejs_version_info\{version="(v[\d.]+)"/.exec(metrics) ?? []
  await vouch.stop()
  if (vouch.warnings().length > 0) throw new Error(`it warned: ${vouch.warnings().join('\n')}`)
  console.log(`Node ${own}: npm start ran on ${used}, and a tip went to its pay-out`)

  const { status } = spawnSync('npm', ['test', '--', ...NATIVE_TESTS], {
    cwd: clone,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error(`npm test ended with ${status}`)
  console.log(`Node ${own}: the native parts' tests passed`)
}

try {
  for (const major of majors) await tryNode(major)
  console.log('drill passed')
} catch (error) {
  console.log(`PROBLEM ${error instanceof Error ? error.message : String(error)}`)
  console.log('drill FAILED')
  process.exitCode = 1
} finally {
  await endAll()
  rmSync(folder, { recursive: true, force: true })
}
