import type { Progress, Hop } from '../../core/tracking/progress.ts'
import { stepStates } from '../../core/tracking/outcome-of.ts'
import { countEnds, isFinal } from '../../core/tracking/outcomes.ts'
import { chainsWords, sayReason } from '../../words/say-reason.ts'
import { StepsView } from './steps-view.tsx'
import type { StepJson } from './card-shape.ts'
import { showMoment } from './show-moment.ts'
import { shorten } from './show-amount.ts'
import { useWords, type Spoken } from './spoken.tsx'

type Props = {
  progress: Progress | null
  /** What is said once everything went well, for example "@bobby can claim 5 USDC." */
  whenCompleted: string
  /** Where that is not good news, for example that it came back later. */
  isCompletedInVain?: boolean
  /** What is said where a chain could not pay out, for example whose the vouchers are. */
  whenLeft?: string | undefined
  chainName: (chainUid: string) => string
  explorers: Record<string, string> // explorer address by chain_uid; `{hash}` stands for the hash
}

/** How the end of a transaction looks; what is still on its way has no end. */
const TONES = {
  pending: undefined,
  completed: 'success',
  failed: 'error',
  refunded: 'warning',
  not_found: 'error',
  timed_out: 'warning',
  needs_attention: 'error',
  released_as_vouchers: 'warning',
} as const satisfies Record<Progress['outcome'], string | undefined>

/** A transaction's way, hop by hop, and how it ended; changes are read aloud. */
export function ProgressView({
  progress,
  whenCompleted,
  isCompletedInVain = false,
  whenLeft,
  chainName,
  explorers,
}: Props) {
  const words = useWords()
  if (!progress) {
    const { sent, unreported } = words.progress
    return (
      <div aria-live="polite">
        <StepsView steps={[{ label: sent, state: 'active', detail: unreported }]} />
      </div>
    )
  }
  const txUrl = (chainUid: string, hash: string) =>
    explorers[chainUid]?.replace('{hash}', hash) || undefined
  const { outcome } = progress
  const tone = outcome === 'completed' && isCompletedInVain ? 'warning' : TONES[outcome]
  const said =
    mixedEnds(words, progress) ??
    (outcome === 'completed'
      ? whenCompleted
      : outcome === 'released_as_vouchers'
        ? whenLeft
        : noticeOf(words, progress, chainName))
  const end = outcome === 'pending' ? undefined : words.progress[outcome]
  return (
    <div aria-live="polite">
      <StepsView steps={stepsOf(words, progress, { chainName, txUrl })} />
      <ChainsWords said={progress.hops.map(({ detail, reason }) => chainsWords(detail, reason))} />
      {tone && (
        <div class={`notice ${tone}`}>
          <p>
            <strong>{said ?? end}</strong>
          </p>
        </div>
      )}
      {!tone && said && <p class="soft">{said}</p>}
    </div>
  )
}

/** What chains said that no language has words for, for whoever opens it; nothing where there is nothing. */
export function ChainsWords({ said }: { said: readonly string[] }) {
  const { trouble } = useWords()
  const theirs = said.filter((words) => words !== '')
  if (theirs.length === 0) return null
  return (
    <details class="small">
      <summary>{trouble.chainsWords}</summary>
      {theirs.map((words) => (
        <p key={words} class="mono" lang="en">
          {words}
        </p>
      ))}
    </details>
  )
}

/** What is to be known of a transaction beside its hops. */
const noticeOf = (
  { trouble, locale }: Pick<Spoken, 'trouble' | 'locale'>,
  { about, notice }: Progress,
  chainName: Names['chainName'],
): string | undefined =>
  about ? trouble.notice(about, chainName, (time) => showMoment(locale, time)) : notice

/** How each part of a transaction ended, where they did not all end alike. */
function mixedEnds(
  { progress: words }: Pick<Spoken, 'progress'>,
  { outcome, parts = [] }: Progress,
): string | undefined {
  const ends = countEnds(parts)
  if (!isFinal(outcome) || ends.length < 2) return undefined
  return ends
    .flatMap(({ end, count }) =>
      end === 'pending' ? [] : [words.ofParts(count, parts.length), words[end]],
    )
    .join(' ')
}

type Names = {
  chainName: (chainUid: string) => string
  txUrl: (chainUid: string, hash: string) => string | undefined
}

/** The hops of a transaction as steps. */
export function stepsOf(
  words: Pick<Spoken, 'progress' | 'trouble'>,
  progress: Progress,
  { chainName, txUrl }: Names,
): StepJson[] {
  const states = stepStates(progress)
  return progress.hops.map((hop, index) => {
    const url = hop.tx_hash === '' ? undefined : txUrl(hop.chain_uid, hop.tx_hash)
    const detail = detailOf(words, hop)
    return {
      label: labelOf(words, hop, chainName),
      state: states[index] ?? 'waiting',
      ...(detail !== '' && { detail }),
      ...(url !== undefined && { url }),
    }
  })
}

const labelOf = (
  { progress }: Pick<Spoken, 'progress'>,
  { kind, chain_uid }: Hop,
  chainName: Names['chainName'],
): string => (kind === 'settle' ? progress.settle : progress[kind](chainName(chain_uid)))

function detailOf(
  { progress, trouble }: Pick<Spoken, 'progress' | 'trouble'>,
  { state, detail, reason, tx_hash }: Hop,
): string {
  if (detail !== '') return sayReason(trouble, detail, reason)
  if (state === 'seen') return progress.seen
  if (state === 'confirmed') return progress.confirmed
  return tx_hash === '' ? '' : shorten(tx_hash)
}
