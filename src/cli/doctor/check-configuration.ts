import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

import {
  PlaceRefusedError,
  showPlace,
  takePort,
  type Place,
  type TakenPort,
} from '../../api/take-port.ts'
import { metricsPort, VARIABLES } from '../../config.ts'
import { closest } from '../../core/terms/request.ts'
import { SIGNER_VARIABLES } from '../../signer/signer-config.ts'
import { ask } from './ask.ts'
import {
  failure,
  isLocal,
  ok,
  skipped,
  warning,
  wordsOf,
  type Finding,
  type Patient,
} from './finding.ts'

/** Every variable that cannot be used, those that do not fit together, and those that nothing reads. */
export function checkConfiguration({ problems, configFile }: Patient): Finding[] {
  const findings = [
    ...problems.map(({ message, names }) =>
      failure(`${message}.`, `Correct ${names.join(' or ')}; .env.example explains each variable.`),
    ),
    ...(configFile === undefined ? [] : findUnread(configFile)),
  ]
  if (findings.length > 0) return findings
  return [
    ok(
      `Every variable can be used, of the environment${configFile === undefined ? '' : ` and ${configFile}`}.`,
    ),
  ]
}

const READ = [...VARIABLES, ...SIGNER_VARIABLES, 'CLAIM_KEY']
/** What Node, PostgreSQL's client and the system read. */
const READ_BY_OTHERS =
  /^(?:NODE_|PG|SSL_|LC_|MALLOC_|NO_COLOR$|FORCE_COLOR$|LANG$|TZ$|TMPDIR$)|_PROXY$/i

/** Of the file alone: the environment has variables of everybody. */
function findUnread(configFile: string): Finding[] {
  return Object.keys(parseEnv(readFileSync(configFile, 'utf8')))
    .filter((name) => !READ.includes(name) && !READ_BY_OTHERS.test(name))
    .map((name) => {
      const [meant] = closest(name.toUpperCase(), READ)
      return warning(
        `${configFile} sets ${name}, which Vouch does not read.`,
        meant === undefined
          ? 'Look in .env.example for the variable that is meant, or take it out.'
          : `Did you mean ${meant}? .env.example explains each variable.`,
      )
    })
}

/** Whether the server can listen where it is told to, or answers there. */
export async function checkPort(patient: Patient): Promise<Finding[]> {
  const { config, isRunning, deadlineMs } = patient
  const place: Place = { port: config.port, host: config.host, variable: 'PORT' }
  if (isRunning)
    return [
      place.port === 0
        ? ok('PORT=0 takes any free port.')
        : await askServer(showPlace(place), deadlineMs),
    ]
  const ownPort = metricsPort(config, { local: isLocal(patient) })
  return tryPlaces([
    place,
    ...(ownPort === undefined
      ? []
      : [{ port: ownPort, host: config.metrics.host, variable: 'METRICS_PORT' } as const]),
  ])
}

/** Listens at all of them for a moment, together as the server does. */
async function tryPlaces(places: readonly Place[]): Promise<Finding[]> {
  const taken: TakenPort[] = []
  const findings: Finding[] = []
  for (const place of places)
    try {
      taken.push(await takePort(place))
      findings.push(
        ok(
          place.port === 0
            ? `${place.variable}=0 takes any free port.`
            : `${showPlace(place)} is free${place.variable === 'METRICS_PORT' ? ', for metrics' : ''}.`,
        ),
      )
    } catch (error) {
      if (!(error instanceof PlaceRefusedError)) throw error
      findings.push(failure(error.what, error.fix))
    }
  for (const { close } of taken) close()
  return findings
}

async function askServer(place: string, deadlineMs: number): Promise<Finding> {
  // A server that listens everywhere is asked here.
  const url = `http://${place.replace(/^0\.0\.0\.0:|^\[::\]:/, '127.0.0.1:')}/ready`
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(deadlineMs) })
    if (status === 200) return ok(`A server runs, answers on ${place} and is ready.`)
    return warning(
      `A server runs on ${place} and is not ready (HTTP ${status}).`,
      'GET /ready says why: what cannot be kept, or which chain does not answer, brings nothing new or does not go on from what was taken in, or has nodes that contradict each other.',
    )
  } catch (error) {
    return warning(
      `A server has the data open, and does not answer on ${place}: ${wordsOf(error)}.`,
      'Look at its log; it may run with another PORT or HOST than this configuration.',
    )
  }
}

/** Whether people reach the server under the address that links begin with. */
export async function checkPublicUrl(patient: Patient): Promise<Finding[]> {
  const { config, isRunning, deadlineMs } = patient
  const { publicUrl } = config
  if (publicUrl === undefined) return [withoutPublicUrl(patient)]
  const findings: Finding[] = []
  const isPlain = !publicUrl.startsWith('https://')
  if (isPlain)
    findings.push(
      (isLocal(patient) ? warning : failure)(
        `PUBLIC_URL is not https: whoever is on the way reads links and sessions, and no wallet or Mini App opens there.`,
        'Put a proxy with a certificate in front of Vouch, and set PUBLIC_URL to its https:// address.',
      ),
    )
  else if (config.trustedProxies.length === 0)
    findings.push(
      warning(
        'https comes through a proxy, and TRUSTED_PROXIES is not set: all people behind it count as one client and share its limits.',
        'Set TRUSTED_PROXIES to the address or network that the proxy connects from.',
      ),
    )
  const problem = await askForHealth(publicUrl, deadlineMs)
  if (problem === undefined) {
    if (!isPlain) findings.push(ok(`${publicUrl} is https and leads to a Vouch.`))
  } else if (isRunning) {
    findings.push(
      failure(
        `${publicUrl}/health does not lead to the server: ${problem}.`,
        'Check the name, the certificate, and where the proxy passes requests on to.',
      ),
    )
  } else {
    findings.push(
      skipped(
        `Whether ${publicUrl} leads here can be asked when the server runs (now: ${problem}).`,
      ),
    )
  }
  return findings
}

function withoutPublicUrl(patient: Patient): Finding {
  const { config } = patient
  const isTold = config.telegram ?? config.discord ?? config.mail
  const place = `http://${config.host}:${config.port}`
  if (config.network === 'devnet' && !isTold)
    return ok(`PUBLIC_URL is not set: links lead to ${place}, on this machine.`)
  return (isLocal(patient) ? warning : failure)(
    `PUBLIC_URL is not set: links in chats and mails lead to ${place}, which is nothing for anybody elsewhere.`,
    'Set PUBLIC_URL to the https:// address under which people reach Vouch.',
  )
}

/** Whether the key page, where it has a host name of its own, is there, and nothing else is. */
export async function checkKeyUrl({ config, isRunning, deadlineMs }: Patient): Promise<Finding[]> {
  const { keyUrl, publicUrl } = config
  if (keyUrl === undefined || publicUrl === undefined) return []
  const key = await ask(`${keyUrl}/key`, deadlineMs)
  const isKeyPage =
    key.status === 200 && key.text.includes(`content="${new URL(publicUrl).origin}"`)
  if (!isKeyPage && !isRunning)
    return [skipped(`Whether ${keyUrl} leads to the key page can be asked when the server runs.`)]
  if (!isKeyPage)
    return [
      failure(
        `${keyUrl}/key does not lead to the key page of this server: ${key.problem ?? `HTTP ${key.status}`}.`,
        'Check the name, the certificate, and that the proxy passes this name on to Vouch, in the header Host.',
      ),
    ]
  const other = await ask(`${keyUrl}/health`, deadlineMs)
  if (other.status === 404) return [ok(`${keyUrl} leads to the key page, and to nothing else.`)]
  return [
    failure(
      `${keyUrl} leads to more than the key page: /health answers with ${other.problem ?? `HTTP ${other.status}`}.`,
      'Have the proxy pass all of this name on to Vouch, in the header Host, and add nothing of its own.',
    ),
  ]
}

/** Why the address does not lead to a Vouch; `undefined` where it does. */
async function askForHealth(publicUrl: string, deadlineMs: number): Promise<string | undefined> {
  const { status, text, problem } = await ask(`${publicUrl}/health`, deadlineMs)
  if (problem !== undefined) return problem
  if (status !== 200) return `HTTP ${status}`
  return text.includes('"status":"ok"') ? undefined : 'somebody else answers there'
}
