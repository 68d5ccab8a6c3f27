import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { z } from 'zod'

import { endAll, freePort, startVouch } from '../test/flows/vouch-process.ts'
import { problemsOf, SkippedError, type Drill, type DrillOptions } from './drill.ts'
import { withStage, type Stage } from './stage.ts'
import { tipByMail } from './tip-to-pay-out.ts'

const UID = 1000
const KINDS = ['docker', 'podman', 'chroot'] as const
type Kind = (typeof KINDS)[number]

/** `docker`, `podman` or `chroot` (in a bare Debian), else what the machine has; then arguments of the image's build. */
export const production: Drill = {
  name: 'production',
  isOfCheckout: true,
  about:
    "as deploy/Dockerfile has it run, without rights and on a root that nobody can write: health check, a mail's claim to its pay-out, a backup",
  control: 'the root can be written',
  async run(options) {
    const [asked, ...buildArguments] = options.args
    const found = KINDS.find((each) => (asked === undefined ? isHere(each) : each === asked))
    if (found === undefined && asked !== undefined) throw new Error(`say ${KINDS.join(', ')}`)
    if (found === undefined || !isHere(found))
      throw new SkippedError(
        'no container engine runs here, and there is no root with debootstrap either',
      )
    const problems = await problemsOf(() =>
      withStage((stage) => runInPlace(options, stage, found, buildArguments)),
    )
    return { done: `a tip by mail to its pay-out, in ${found}`, numbers: '', problems }
  },
}

function isHere(kind: Kind): boolean {
  if (kind !== 'chroot') return spawnSync(kind, ['info'], { stdio: 'ignore' }).status === 0
  const { status } = spawnSync('sh', ['-c', 'command -v debootstrap'], { stdio: 'ignore' })
  return process.getuid?.() === 0 && status === 0
}

/** As deploy/compose.yaml has it, but for the network: the chains are on this machine. */
const ISOLATION = [
  '--init',
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--network=host',
]

/** Somewhere that Vouch runs: the command that starts a program there, and the one for another program beside it. */
type Place = {
  start(program: string[], env: Record<string, string>): [string, ...string[]]
  beside(program: string[], env: Record<string, string>): [string, ...string[]]
  remove(): void
}

/** What a program sees of its own rights there: EROFS is a root that nobody can write, EACCES would be only its user. */
const RIGHTS = { uid: UID, capabilities: '0000000000000000', noNewPrivileges: '1', write: 'EROFS' }
const ASK_RIGHTS = `
  const { readFileSync, writeFileSync } = require('node:fs')
  const status = readFileSync('/proc/self/status', 'utf8')
  const field = (name) => new RegExp('^' + name + ':\\\\s*(\\\\S+)', 'm').exec(status)?.[1]
  let write = 'ok'
  try { writeFileSync('/opt/vouch/file', '') } catch ({ code }) { write = code }
  const rights = { uid: process.getuid(), capabilities: field('CapEff') }
  console.log(JSON.stringify({ ...rights, noNewPrivileges: field('NoNewPrivs'), write }))`

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })

function makeBareRoot(folder: string, networkFile: string, isWritable: boolean): Place {
  const [packed, root, data] = [
    join(folder, 'packed'),
    join(folder, 'root'),
    join(folder, 'mounted'),
  ]
  mkdirSync(packed)
  mkdirSync(data)
  chownSync(data, UID, UID)
  run('node', 'scripts/check-package.mjs', packed)
  for (const name of readdirSync(packed)) renameSync(join(packed, name), join(packed, 'vouch.tgz'))
  copyFileSync('package-lock.json', join(packed, 'package-lock.json'))
  const npm = dirname(dirname(process.env['npm_execpath'] ?? ''))
  run('sh', 'drill/bare-root.sh', 'make', root, process.execPath, npm, packed)
  copyFileSync(networkFile, join(root, 'etc/vouch/network.json'))
  const mode = `ROOT_MODE=${isWritable ? 'rw' : 'ro'}`
  const start: Place['start'] = (program, env) => [
    ...(['env', mode, 'sh', 'drill/bare-root.sh', 'run', root, data] as const),
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ...program,
  ]
  return { start, beside: start, remove: () => undefined } // it goes with its folder
}

function makeContainer(
  engine: 'docker' | 'podman',
  networkFile: string,
  buildArguments: readonly string[],
  isWritable: boolean,
): Place {
  const name = `vouch-drill-${process.pid}`
  const isolation = ISOLATION.filter((word) => !isWritable || word !== '--read-only')
  run(engine, 'build', '-f', 'deploy/Dockerfile', '-t', 'vouch:drill', ...buildArguments, '.')
  return {
    start: ([program = '', ...args], env) => [
      ...([engine, 'run', '--rm', `--name=${name}`, ...isolation] as const),
      `--volume=${networkFile}:/etc/vouch/network.json:ro`,
      ...Object.entries(env).map(([variable, value]) => `--env=${variable}=${value}`),
      `--entrypoint=${program}`,
      'vouch:drill',
      ...args,
    ],
    beside: (program) => [engine, 'exec', name, ...program],
    remove: () => void spawnSync(engine, ['rm', '--force', name], { stdio: 'ignore' }),
  }
}

/** A word list of the container file, such as its ENTRYPOINT. */
function wordsOf(line: RegExp): string[] {
  const [, words = 'null'] = line.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
  return z.array(z.string()).parse(JSON.parse(words))
}

async function runInPlace(
  { broken, say }: DrillOptions,
  { devnet, folder, smtp, env: configured }: Stage,
  kind: Kind,
  buildArguments: readonly string[],
): Promise<string[]> {
  const { NETWORK, VAULT_KEY } = configured
  const { start, beside, remove } =
    kind === 'chroot'
      ? makeBareRoot(folder, NETWORK, broken)
      : makeContainer(kind, NETWORK, buildArguments, broken)
  try {
    const env = {
      ...configured,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: `${await freePort()}`,
      METRICS_PORT: `${await freePort()}`,
      DATA_DIR: '/var/lib/vouch',
      NETWORK: '/etc/vouch/network.json',
      LOG_LEVEL: 'warn',
      MAIL_JOIN_SEC: '1',
    }
    const ask = (program: string[]) => {
      const [file, ...args] = beside(program, env)
      return execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
    }
    const program = wordsOf(/^ENTRYPOINT (\[.*\])$/m)
    const command = start([...program, ...wordsOf(/^CMD (\[.*\])$/m)], env)
    const vouch = await startVouch({ command })
    ask(wordsOf(/^HEALTHCHECK .*\\\n\s*CMD (\[.*\])$/m))
    say('it is up, and its health check says so')
    const rights: unknown = JSON.parse(ask(['node', '-e', ASK_RIGHTS]))
    if (!isDeepStrictEqual(rights, RIGHTS))
      return [`its rights are ${JSON.stringify(rights)}, not ${JSON.stringify(RIGHTS)}`]
    say(`its rights: ${JSON.stringify(rights)}`)
    await tipByMail({ url: vouch.url, devnet, smtp, vaultKey: Buffer.from(VAULT_KEY, 'base64') })
    say('what was sent to a mailbox went to its pay-out')
    const backup = '/var/lib/vouch/copy.sqlite'
    ask([...program, 'backup', backup])
    ask([...program, 'restore', '--check', backup])
    say('a backup was written beside it, and looked over')
    const code = await vouch.stop()
    return [...(code === 0 ? [] : [`it ended with ${code}`]), ...vouch.warnings()]
  } finally {
    await endAll() // nothing may run in what is removed
    remove()
  }
}
