import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { rpcUrlsOf } from '../../core/terms/network.ts'
import { FEW_BYTES, freeBytes, LEAST_BYTES } from '../../store/upkeep/disk-space.ts'
import {
  failure,
  ok,
  showSpan,
  skipped,
  warning,
  wordsOf,
  type Finding,
  type Patient,
} from './finding.ts'

/** Whether there is room in DATA_DIR, and what is written there stays. */
export function checkDisk({ config }: Patient): Finding[] {
  const wanted = resolve(config.dataDir)
  const dataDir = nearestFolder(wanted)
  const findings: Finding[] = []
  const free = freeBytes(dataDir)
  const room = `${(free / 1_000_000_000).toFixed(1)} GB free for ${config.dataDir}`
  if (free < FEW_BYTES)
    findings.push(
      (free < LEAST_BYTES ? failure : warning)(
        `There are only ${room}.`,
        'Make room: without it nothing can be promised to anybody, and the server answers 503.',
      ),
    )
  try {
    tryToWrite(dataDir)
  } catch (error) {
    findings.push(
      failure(
        `Nothing can be written in ${dataDir}: ${wordsOf(error)}.`,
        'Give the folder to the user that runs Vouch, on a disk that is not read-only.',
      ),
    )
  }
  if (findings.length > 0) return findings
  const isThere = dataDir === wanted
  return [
    ok(
      `${room}, and what is written reaches the disk.${isThere ? '' : ' The folder is made at the first start.'}`,
    ),
  ]
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}

function tryToWrite(folder: string): void {
  const file = join(folder, `.doctor-${process.pid}`)
  try {
    const handle = openSync(file, 'wx', 0o600)
    try {
      writeSync(handle, 'Vouch looks whether it can write here.')
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } finally {
    rmSync(file, { force: true })
  }
}

/** Files with secrets or people in them. */
const PRIVATE_FILE = /^(?:vouch\.sqlite.*|vault\.key|.*\.env|.*\.sqlite)$/
const OTHERS = 0o077

/** Whether only the owner can read what is secret. */
export function checkRights({ config, configFile }: Patient): Finding[] {
  if (process.platform === 'win32')
    return [skipped('Rights of files are not looked at on Windows.')]
  const folders = [config.dataDir, join(config.dataDir, 'backups')]
  const inside = folders.flatMap((folder) =>
    isOpen(folder)
      ? readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isFile() && PRIVATE_FILE.test(entry.name))
          .map(({ name }) => join(folder, name))
      : [],
  )
  const files = [...inside, ...(configFile === undefined ? [] : [configFile])].filter(isOpen)
  if (files.length === 0)
    return [ok('Only the owner can read the database, keys and configuration.')]
  return [
    failure(
      `Others on this machine can read ${files.join(', ')}.`,
      `chmod go= ${files.map(quote).join(' ')}`,
    ),
  ]
}

/** Whether it is there and others than the owner may do something with it. */
function isOpen(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && (found.mode & OTHERS) !== 0
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}

const OFF_MS = 5_000
const FAR_OFF_MS = 30_000

/** Whether the clock goes right, by those of the services that are configured. They give their time to the second. */
export async function checkClock({
  config,
  network,
  now,
  deadlineMs,
}: Patient): Promise<Finding[]> {
  const places = [
    ...(network?.chains.flatMap(rpcUrlsOf) ?? []),
    ...[config.telegram?.apiRoot, config.discord?.apiRoot, config.publicUrl].filter(
      (url) => url !== undefined,
    ),
  ]
  const offsets = await Promise.all(places.map((url) => offsetOf(url, now, deadlineMs)))
  const known = offsets
    .filter((offset) => offset !== undefined)
    .toSorted((left, right) => left - right)
  const median = known[Math.floor(known.length / 2)]
  if (median === undefined)
    return [skipped('No service is configured and reachable that gives its time.')]
  if (Math.abs(median) < OFF_MS)
    return [
      ok(`The clock agrees with ${known.length} ${known.length === 1 ? 'service' : 'services'}.`),
    ]
  return [
    (Math.abs(median) < FAR_OFF_MS ? warning : failure)(
      `The clock of this machine is ${showSpan(median)} ${median > 0 ? 'behind' : 'ahead'}: deadlines, codes and signatures go by it.`,
      'Have it set by NTP, for example "timedatectl set-ntp true".',
    ),
  ]
}

/** How far a service's clock is ahead of ours; `undefined` where it does not say. */
async function offsetOf(
  url: string,
  now: () => Date,
  deadlineMs: number,
): Promise<number | undefined> {
  const askedMs = now().getTime()
  const answer = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(deadlineMs),
  }).catch(() => undefined)
  const theirMs = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(theirMs)) return undefined
  return theirMs + 500 - (askedMs + now().getTime()) / 2
}
