import type { Config, ConfigProblem } from '../../config.ts'
import type { Network } from '../../core/terms/network.ts'
import type { Examination } from '../../store/examine-database.ts'

/** What an operator hears of one point: what is the case, and what to do where that is not good. */
export type Finding = { state: State; what: string; fix?: string }
export type State = 'ok' | 'warning' | 'failure' | 'skipped'

export const ok = (what: string): Finding => ({ state: 'ok', what })
export const skipped = (what: string): Finding => ({ state: 'skipped', what })
export const warning = (what: string, fix: string): Finding => ({ state: 'warning', what, fix })
export const failure = (what: string, fix: string): Finding => ({ state: 'failure', what, fix })

/** Everything that checks look at. */
export type Patient = {
  config: Config
  problems: readonly ConfigProblem[]
  /** The file that variables were read from, where there is one. */
  configFile: string | undefined
  /** `undefined` with NETWORK=devnet, and where the network file cannot be used, which `networkProblem` says. */
  network: Network | undefined
  networkProblem: string | undefined
  /** SIGNER_KEY, and then what stands in SIGNER_KEY_OLD, where it is set here: base64, for the signer alone. */
  signerKeys: readonly string[]
  /** What SQLite's file in DATA_DIR is like, looked at once, which takes a while and lets nothing else go on; `undefined` where there is none. */
  examination: () => Examination | undefined
  /** A server has the data open. */
  isRunning: boolean
  now: () => Date
  /** How long one question may take. */
  deadlineMs: number
}

/** Looks at one point. What it throws becomes a finding of its own. */
export type Check = (patient: Patient) => Promise<Finding[]> | Finding[]

/** Whether money is worth nothing: on the local network, in this process or beside it. */
export const isLocal = ({ config, network }: Pick<Patient, 'config' | 'network'>): boolean =>
  config.network === 'devnet' || (network?.local ?? false)

/** How long ago, or until when, in the words of people. */
export function showSpan(ms: number): string {
  const [size, unit] = (
    [
      [86_400_000, 'd'],
      [3_600_000, 'h'],
      [60_000, 'min'],
      [1000, 's'],
    ] as const
  ).find(([each]) => Math.abs(ms) >= 2 * each) ?? [1, 'ms']
  return `${Math.round(Math.abs(ms) / size)} ${unit}`
}

/** What percent signs stand for; the text as it is where they stand for nothing. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The words of whatever was thrown. */
export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown'
