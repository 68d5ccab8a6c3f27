import type { Network } from '../../core/terms/network.ts'
import type { Hop, Progress } from '../../core/tracking/progress.ts'
import { stepStates } from '../../core/tracking/outcome-of.ts'
import type { StepsWords } from '../words/en/payments.ts'
import { chainsWords, sayReason } from '../../words/say-reason.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'
import type { Block, Step } from './card.ts'
import { explorerUrl, showChain } from './wording.ts'

/** A transaction's way as people read it; `inDetail` with a chain's own words where only it can say why it stopped. */
export function stepsOf(
  words: Words,
  network: Network,
  progress: Progress,
  { inDetail = false }: { inDetail?: boolean } = {},
): Block {
  const { hops } = progress
  const steps = stepStates(progress).flatMap((state, index) => {
    const hop = hops[index]
    if (!hop) return []
    const said = inDetail ? chainsWords(hop.detail, hop.reason) : ''
    const step = stepOf(words, network, hop, hops[index - 1], state)
    return [said === '' ? step : { ...step, detail: words.trouble.quoted(said) }]
  })
  return { kind: 'steps', steps }
}

function stepOf(
  words: Words,
  network: Network,
  hop: Hop,
  before: Hop | undefined,
  state: Step['state'],
): Step {
  const detail = detailOf(words, hop, before)
  const url = explorerUrl(network, hop.chain_uid, hop.tx_hash)
  return {
    label: words.steps[hop.kind](showChain(network, hop.chain_uid)),
    state,
    ...(detail === '' ? {} : { detail }),
    ...(url === undefined ? {} : { url }),
  }
}

function detailOf(
  { steps, trouble }: Words,
  { state, timeMs, detail, reason }: Hop,
  before: Hop | undefined,
): string {
  if (state === 'failed') return detail === '' ? '' : sayReason(trouble, detail, reason)
  if (state === 'seen') return steps.seen
  if (state === 'confirmed') return steps.confirmed
  return state === 'done' && timeMs !== undefined && before?.timeMs !== undefined
    ? steps.took(showDuration(steps, timeMs - before.timeMs))
    : ''
}

/** Block times have seconds at best, and chains' clocks differ a little. Units: milliseconds. */
export function showDuration(steps: StepsWords, ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 1) return steps.underOneSecond
  return seconds < 60
    ? steps.seconds(seconds)
    : steps.minutes(Math.floor(seconds / 60), seconds % 60)
}

/** Why a transaction did not go on. */
export function reasonOf({ steps, trouble }: Words, { hops }: Progress): string {
  const failed = hops.find(({ state }) => state === 'failed')
  return failed === undefined || failed.detail === ''
    ? steps.noReason
    : sayReason(trouble, failed.detail, failed.reason)
}

/** What is to be known of a transaction beside its steps. */
export function noticeOf(
  words: Words,
  network: Network,
  { about }: Pick<Progress, 'about'>,
): string | undefined {
  return (
    about &&
    words.trouble.notice(
      about,
      (chainUid) => showChain(network, chainUid),
      (time) => showTime(words, time),
    )
  )
}
