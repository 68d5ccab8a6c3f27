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

import type { Config } from '../../config.ts'
import { rpcUrlsOf } from '../../core/terms/network.ts'
import { keysIn } from '../../core/terms/public-rpc.ts'
import { signerDir } from '../../signer/signer-config.ts'
import { FEW_BYTES, freeBytes, LEAST_BYTES } from '../../store/upkeep/disk-space.ts'
import { isFull } from '../../store/upkeep/explain-failure.ts'
import {
  failure,
  isLocal,
  ok,
  showSpan,
  skipped,
  warning,
  wordsOf,
  type Finding,
  type Patient,
} from './finding.ts'

/** Whether there is room in DATA_DIR, and what is written there stays. */
export function checkDisk({ config }: { config: Pick<Config, 'dataDir'> }): Finding[] {
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
        isFull(error)
          ? 'Make room.'
          : 'Give the folder to the user that runs Vouch, on a disk that is not read-only.',
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

/** Files with secrets or people in them, of the server and of the signer. */
const PRIVATE_FILE = /^(?:.*\.sqlite.*|.*\.key|.*\.env|address\.json)$/
const OTHERS = 0o077
const OTHERS_WRITE = 0o022
const EVERYBODY = 0o007

/** Whether only the owner can read what is secret, and change what is trusted. */
export function checkRights(patient: Patient): Finding[] {
  if (process.platform === 'win32')
    return [skipped('Rights of files are not looked at on Windows.')]
  const { config, configFile } = patient
  const folders = [
    config.dataDir,
    join(config.dataDir, 'backups'),
    signerDir({ dataDir: config.dataDir, set: config.signerDir }),
  ]
  const inside = folders
    .filter((folder) => grants(folder, OTHERS))
    .flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && PRIVATE_FILE.test(entry.name))
        .map(({ name }) => join(folder, name)),
    )
  const read = [...inside, ...(configFile === undefined ? [] : [configFile])].filter((file) =>
    grants(file, OTHERS),
  )
  const written = folders.filter((folder) => grants(folder, OTHERS_WRITE))
  const findings = [
    ...(read.length === 0
      ? []
      : [
          failure(
            `Others on this machine can read ${read.join(', ')}.`,
            `chmod go= ${read.map(quote).join(' ')}`,
          ),
        ]),
    ...(written.length === 0
      ? []
      : [
          failure(
            `Others on this machine can put other files in the place of those in ${written.join(', ')}.`,
            `chmod go-w ${written.map(quote).join(' ')}`,
          ),
        ]),
    ...judgeNetworkFile(patient),
  ]
  const unseen =
    configFile === undefined && !isLocal(patient)
      ? [
          skipped(
            'The configuration comes from the environment, and who can read the file behind that is not seen from here: of vouch.env, only its owner should.',
          ),
        ]
      : []
  if (findings.length > 0) return [...findings, ...unseen]
  const seen = configFile === undefined ? 'database and keys' : 'database, keys and configuration'
  return [ok(`Only the owner can read the ${seen}.`), ...unseen]
}

/** It may be for the group of the service: root's to write, and the service's to read. */
function judgeNetworkFile({ config, network }: Patient): Finding[] {
  const urls = network?.chains.flatMap((chain) => [...rpcUrlsOf(chain), chain.rest_url]) ?? []
  const hasKeys = urls.some((url) => url !== '' && keysIn(url).length > 0)
  if (!hasKeys || !grants(config.network, EVERYBODY)) return []
  return [
    warning(
      `Everybody on this machine can read ${config.network}, and a node's address in it may hold a key.`,
      `Have it belong to the user or the group that runs Vouch, then: chmod o= ${quote(config.network)}`,
    ),
  ]
}

/** Whether it is there and whom the bits stand for may do something with it. */
function grants(path: string, bits: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && (found.mode & bits) !== 0
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
