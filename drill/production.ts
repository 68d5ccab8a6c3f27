import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { z } from 'zod'

import { Network } from '../src/core/terms/network.ts'
import { DEVNET_MNEMONIC } from '../src/devnet/accounts.ts'
import { startDevnet } from '../src/devnet/devnet.ts'
import { ANY_PORTS } from '../test/devnet/any-ports.ts'
import { endAll, freePort, startVouch } from '../test/flows/vouch-process.ts'
import { startSmtpServer } from '../test/mail/smtp-server.ts'
import { tipByMail } from './tip-to-pay-out.ts'

// Vouch as deploy/Dockerfile has it run: installed without development dependencies, without rights, on a root that cannot be
// written, over chains that it does not run itself. Its health check answers, a mail's claim goes to its pay-out, a backup is made, it stops.
//   npm run drill:production -- docker [argument of its build ...]    or podman
//   npm run drill:production -- chroot    the same steps in a bare Debian; needs root and debootstrap
const UID = 1000

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

const [kind = '', ...buildArguments] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'vouch-production-'))
const networkFile = join(folder, 'network.json')
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })

function makePlace(): Place {
  if (kind === 'chroot') return makeBareRoot()
  if (kind === 'docker' || kind === 'podman') return makeContainer(kind)
  throw new Error('say chroot, docker or podman')
}

function makeBareRoot(): Place {
  if (process.getuid?.() !== 0) throw new Error('a chroot takes root')
  const [packed, root, data] = [join(folder, 'packed'), join(folder, 'root'), join(folder, 'data')]
  mkdirSync(packed)
  mkdirSync(data)
  chownSync(data, UID, UID)
  run('node', 'scripts/check-package.mjs', packed)
  for (const name of readdirSync(packed)) renameSync(join(packed, name), join(packed, 'vouch.tgz'))
  copyFileSync('package-lock.json', join(packed, 'package-lock.json'))
  const npm = dirname(dirname(process.env['npm_execpath'] ?? ''))
  run('sh', 'drill/bare-root.sh', 'make', root, process.execPath, npm, packed)
  copyFileSync(networkFile, join(root, 'etc/vouch/network.json'))
  const start: Place['start'] = (program, env) => [
    ...(['sh', 'drill/bare-root.sh', 'run', root, data] as const),
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ...program,
  ]
  return { start, beside: start, remove: () => undefined } // it goes with its folder
}

function makeContainer(engine: 'docker' | 'podman'): Place {
  const name = `vouch-drill-${process.pid}`
  run(engine, 'build', '-f', 'deploy/Dockerfile', '-t', 'vouch:drill', ...buildArguments, '.')
  return {
    start: ([program = '', ...args], env) => [
      ...([engine, 'run', '--rm', `--name=${name}`, ...ISOLATION] as const),
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

const smtp = await startSmtpServer()
const devnet = await startDevnet({ blockTimeMs: 100, ports: ANY_PORTS })
let place: Place | undefined
try {
  writeFileSync(networkFile, JSON.stringify(z.encode(Network, devnet.network)))
  place = makePlace()
  const { start, beside } = place
  const vaultKey = randomBytes(32)
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: `${await freePort()}`,
    METRICS_PORT: `${await freePort()}`,
    DATA_DIR: '/var/lib/vouch',
    NETWORK: '/etc/vouch/network.json',
    LOG_LEVEL: 'warn',
    VAULT_KEY: vaultKey.toString('base64'),
    RELAYER_MNEMONIC: DEVNET_MNEMONIC,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Vouch <vouch@example.com>',
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
  console.log('it is up, and its health check says so')
  const rights: unknown = JSON.parse(ask(['node', '-e', ASK_RIGHTS]))
  if (!isDeepStrictEqual(rights, RIGHTS))
    throw new Error(`its rights are ${JSON.stringify(rights)}, not ${JSON.stringify(RIGHTS)}`)
  console.log(`its rights: ${JSON.stringify(rights)}`)
  await tipByMail({ url: vouch.url, devnet, smtp, vaultKey })
  console.log('what was sent to a mailbox went to its pay-out')
  const backup = '/var/lib/vouch/copy.sqlite'
  ask([...program, 'backup', backup])
  ask([...program, 'restore', '--check', backup])
  console.log('a backup was written beside it, and looked over')
  const code = await vouch.stop()
  if (code !== 0) throw new Error(`it ended with ${code}`)
  if (vouch.warnings().length > 0) throw new Error(`it warned: ${vouch.warnings().join('\n')}`)
  console.log('drill passed')
} catch (error) {
  console.log(`PROBLEM ${error instanceof Error ? error.message : String(error)}`)
  console.log('drill FAILED')
  process.exitCode = 1
} finally {
  await endAll()
  place?.remove()
  await devnet.stop()
  await smtp.stop()
  rmSync(folder, { recursive: true, force: true })
}
