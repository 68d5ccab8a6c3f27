import { execFileSync, spawnSync, type ExecFileSyncOptions } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { z } from 'zod'

import { startVouch } from '../test/flows/vouch-process.ts'
import { problemsOf, type Drill, type DrillOptions } from './drill.ts'
import { tipInPlayground } from './tip-to-pay-out.ts'
import { withFolder } from './with-folder.ts'

/** 20 is one that Vouch replaces by its own. */
const MAJORS = ['20', '22', '24', '26']
const NATIVE_TESTS = ['test/store', 'test/bots/pictures.test.ts', 'test/devnet/evm']

/** Major versions of Node, else 20 22 24 26. The short form is one version, without the native parts' tests. */
export const nodeVersions: Drill = {
  name: 'node-versions',
  isOfCheckout: true,
  about:
    "the README's two commands in a fresh clone for each Node, up to a tip's pay-out, and the tests of what is native",
  control: 'what makes a clone ready does nothing',
  async run(options) {
    const { short, broken, args, say } = options
    const majors = args.length > 0 ? args : short || broken ? ['22'] : MAJORS
    const problems: string[] = []
    for (const major of majors) {
      const found = await problemsOf(() => withFolder((folder) => tryNode(options, folder, major)))
      say(`Node ${major}: ${found.length === 0 ? 'all well' : found.join('; ')}`)
      problems.push(...found.map((problem) => `Node ${major}: ${problem}`))
    }
    return { done: `fresh clones under Node ${majors.join(', ')}`, numbers: '', problems }
  },
}

async function tryNode(
  { short, broken, say }: DrillOptions,
  folder: string,
  major: string,
): Promise<string[]> {
  const clone = join(folder, 'vouch')
  const name = nodePackage()
  mkdirSync(join(folder, 'node'))
  const quiet: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] }
  const home = join(folder, 'node')
  execFileSync('npm', ['install', '--prefix', home, '--silent', `${name}@^${major}`], quiet)
  execFileSync('git', ['clone', '--quiet', process.cwd(), clone], quiet)
  if (broken) writeFileSync(join(clone, 'scripts/setup.mjs'), '')
  // npm puts this checkout's own programs in front, the Node of it among them.
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((at) => !at.includes('node_modules'))
  const env = { PATH: [join(home, 'node_modules', name, 'bin'), ...path].join(delimiter) }
  const own = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim()

  const vouch = await startVouch({ command: ['npm', '--prefix', clone, 'start'], env })
  await tipInPlayground(vouch.url)
  const metrics = await (await fetch(`${vouch.url}/metrics`)).text()
  const [, used] = /nodejs_version_info\{version="(v[\d.]+)"/.exec(metrics) ?? []
  await vouch.stop()
  say(`Node ${own}: npm start ran on ${used}, and a tip went to its pay-out`)
  if (short) return vouch.warnings()
  const { status } = spawnSync('npm', ['test', '--', ...NATIVE_TESTS], {
    cwd: clone,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return [...vouch.warnings(), ...(status === 0 ? [] : [`npm test ended with ${status}`])]
}

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
