import { existsSync } from 'node:fs'
import { styleText } from 'node:util'

import { PROOF_VARIABLES } from '../claims/proofs/identity-proofs.ts'
import { createVault } from '../claims/vault.ts'
import { inspectConfig, type Config } from '../config.ts'
import { rpcUrlsOf } from '../core/terms/network.ts'
import { inspectSignerRules } from '../signer/signer-config.ts'
import { findVaultKeys } from '../store/claims/vault-keys.ts'
import { isDataLocked } from '../store/database.ts'
import { examineDataDir, type Examination } from '../store/examine-database.ts'
import { readNetworkFile } from '../wiring/read-network-file.ts'
import { checkChains, checkRelayer } from './doctor/check-chains.ts'
import {
  checkConfiguration,
  checkKeyUrl,
  checkPort,
  checkPublicUrl,
} from './doctor/check-configuration.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkClock, checkDisk, checkRights } from './doctor/check-machine.ts'
import { checkSigner } from './doctor/check-signer.ts'
import { checkMnemonic, checkSecrets } from './doctor/check-secrets.ts'
import { checkDiscord, checkMail, checkSignIns, checkTelegram } from './doctor/check-services.ts'
import {
  decode,
  failure,
  wordsOf,
  type Check,
  type Finding,
  type Patient,
  type State,
} from './doctor/finding.ts'
import { readEnvironment, type Settings } from './read-settings.ts'

/** What is looked at, in the order in which it is told. */
const CHECKS = {
  configuration: checkConfiguration,
  secrets: checkSecrets,
  rights: checkRights,
  disk: checkDisk,
  clock: checkClock,
  database: checkDatabase,
  signer: checkSigner,
  port: checkPort,
  'public URL': checkPublicUrl,
  'key URL': checkKeyUrl,
  chains: checkChains,
  relayer: async (patient) => [...checkMnemonic(patient), ...(await checkRelayer(patient))],
  Telegram: checkTelegram,
  Discord: checkDiscord,
  mail: checkMail,
  'sign-ins': checkSignIns,
} satisfies Record<string, Check>

type Examined = Finding & { check: string }

/** One question may take so long, and a check, which asks several, so long. */
const QUESTION_MS = 8_000
const CHECK_MS = 25_000

/**
 * Looks at everything that this configuration is about, and says of each point what is wrong and how to mend it. Nothing is
 * changed, and no secret is shown.
 * @returns whether nothing is wrong
 */
export async function doctor({
  json,
  ...settings
}: Settings & { json: boolean }): Promise<boolean> {
  const environment = readEnvironment(settings)
  const file = settings.config ?? '.env'
  const findings = await examine({
    environment,
    configFile: existsSync(file) ? file : undefined,
    now: () => new Date(),
  })
  console.log(json ? JSON.stringify({ findings }, undefined, 2) : showFindings(findings))
  return findings.every(({ state }) => state !== 'failure')
}

/** Checks that have SQLite look at all of its file: nothing else goes on meanwhile, and an answer of the network would be read too late. */
const AT_THE_END = ['database', 'signer']

/** Runs all checks, those of the network at once, and returns their findings in the order of the checks. */
export async function examine({
  environment,
  configFile,
  now,
  questionMs = QUESTION_MS,
  checkMs = CHECK_MS,
}: {
  environment: Record<string, string | undefined>
  configFile: string | undefined
  now: () => Date
  questionMs?: number
  checkMs?: number
}): Promise<Examined[]> {
  const { config, problems } = inspectConfig(environment)
  const patient: Patient = {
    config,
    problems: [...problems, ...(config.signer ? [] : inspectSignerRules(environment))],
    configFile,
    ...readNetwork(config.network),
    signerKeys: environment['SIGNER_KEY'] ? keysIn(environment, 'SIGNER_KEY') : [],
    examination: examineOnce(config),
    isRunning: isDataLocked(config.dataDir),
    now,
    deadlineMs: questionMs,
  }
  const hide = hider(environment, patient)
  const run = async ([check, look]: [string, Check]): Promise<Examined[]> =>
    (await withDeadline(look, patient, checkMs)).map(({ what, fix, ...rest }) => ({
      check,
      ...rest,
      what: hide(what),
      ...(fix !== undefined && { fix: hide(fix) }),
    }))
  const checks = Object.entries<Check>(CHECKS)
  const isAtTheEnd = ([check]: [string, Check]) => AT_THE_END.includes(check)
  const found = await Promise.all(checks.filter((each) => !isAtTheEnd(each)).map(run))
  for (const each of checks.filter(isAtTheEnd)) found.push(await run(each))
  const names = checks.map(([check]) => check)
  return found
    .flat()
    .toSorted((left, right) => names.indexOf(left.check) - names.indexOf(right.check))
}

function examineOnce(config: Config): Patient['examination'] {
  let found: { examination: Examination | undefined } | undefined
  return () => {
    const keys = findVaultKeys(config)
    found ??= {
      examination: examineDataDir(config.dataDir, {
        vault: keys && createVault(keys),
        look: 'quick',
      }),
    }
    return found.examination
  }
}

function readNetwork(path: string): Pick<Patient, 'network' | 'networkProblem'> {
  if (path === 'devnet') return { network: undefined, networkProblem: undefined }
  try {
    return { network: readNetworkFile(path), networkProblem: undefined }
  } catch (error) {
    return {
      network: undefined,
      networkProblem: error instanceof Error ? error.message : 'unknown',
    }
  }
}

async function withDeadline(look: Check, patient: Patient, checkMs: number): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding[]>((resolve) => {
    const finding = failure(
      `There was no answer within ${checkMs / 1000} s.`,
      'Look at the way from this machine to the service: names, firewall, proxy.',
    )
    timer = setTimeout(() => resolve([finding]), checkMs)
  })
  try {
    return await Promise.race([(async () => look(patient))(), late])
  } catch (error) {
    return [
      failure(
        `This could not be looked at: ${wordsOf(error)}.`,
        'Mend what it says, and ask again.',
      ),
    ]
  } finally {
    clearTimeout(timer)
  }
}

/** Variables whose values are nobody's to read. */
const SECRETS = [
  'TELEGRAM_BOT_TOKEN',
  'TELEGRAM_WEBHOOK_SECRET',
  'DISCORD_BOT_TOKEN',
  ...Object.keys(PROOF_VARIABLES).filter((name) => name.endsWith('_SECRET')),
  'WEBHOOK_SECRET',
  'RELAYER_MNEMONIC',
  'SIGNER_TOKEN',
]
/** The same; each may have some more in the variable with `_OLD` behind its name. */
const KEYS = ['VAULT_KEY', 'SIGNER_KEY']
/** What is shorter may be a word, and taking it out of our own sentences would tell it. */
const SHORTEST_SECRET = 12

/** Takes secrets out of a text, whoever put them there: services may repeat what they were given. */
function hider(
  environment: Record<string, string | undefined>,
  { network }: Patient,
): (text: string) => string {
  const urls = [
    ['SMTP_URL', environment['SMTP_URL']],
    ['DATABASE_URL', environment['DATABASE_URL']],
    ...(network?.chains ?? []).flatMap((chain) => [
      ...rpcUrlsOf(chain).map((url) => ['rpc_url', url]),
      ['rest_url', chain.rest_url],
    ]),
  ]
  const secrets = [
    ...SECRETS.map((name) => [name, environment[name]]),
    ...KEYS.flatMap((name) => keysIn(environment, name).map((key) => [name, key])),
    ...urls.flatMap(([name, url = '']) => secretsInUrl(url).map((part) => [name, part])),
  ]
    .filter(([, secret = '']) => secret.length >= SHORTEST_SECRET)
    .toSorted(([, left = ''], [, right = '']) => right.length - left.length)
  return (text) =>
    secrets.reduce((shown, [name, secret = '']) => shown.replaceAll(secret, `<${name}>`), text)
}

/** What a key is, and then what it was before. */
function keysIn(environment: Record<string, string | undefined>, name: string): string[] {
  const { [name]: newest = '', [`${name}_OLD`]: old = '' } = environment
  return [newest, ...old.split(',')].map((key) => key.trim()).filter((key) => key !== '')
}

/** A password, and whatever stands behind the host: providers put keys there. */
function secretsInUrl(text: string): string[] {
  if (!URL.canParse(text)) return []
  const { password, pathname, search } = new URL(text)
  return [password, decode(password), search.slice(1), pathname.replace(/^\/+/, '')]
}

const MARKS: Record<State, { word: string; color: 'green' | 'yellow' | 'red' | 'dim' }> = {
  ok: { word: 'ok', color: 'green' },
  warning: { word: 'WARNING', color: 'yellow' },
  failure: { word: 'FAILURE', color: 'red' },
  skipped: { word: '-', color: 'dim' },
}

function showFindings(findings: readonly Examined[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ check, state, what, fix }, at) => {
    const { word, color } = MARKS[state]
    const name = findings[at - 1]?.check === check ? '' : check
    const indent = ' '.repeat('FAILURE'.length + width + 4)
    return [
      `${styleText(color, word.padEnd('FAILURE'.length))}  ${name.padEnd(width)}  ${what}`,
      ...(fix === undefined ? [] : [`${indent}-> ${fix}`]),
    ]
  })
  const count = (wanted: State) => findings.filter(({ state }) => state === wanted).length
  const counted = (wanted: State) => `${count(wanted)} ${wanted}${count(wanted) === 1 ? '' : 's'}`
  const rest = `${count('ok')} in order, ${count('skipped')} not set or not to be asked`
  return [...lines, '', `${counted('failure')}, ${counted('warning')}, ${rest}`].join('\n')
}
