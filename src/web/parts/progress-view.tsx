import type { Progress } from '../../core/tracking/progress.ts'
import { describeOutcome, stepsOf } from './describe-progress.ts'
import { StepsView } from './steps-view.tsx'

type Props = {
  progress: Progress | null
  /** What is said once everything went well, for example "@bobby can claim 5 USDC." */
  whenCompleted: string
  chainName: (chainUid: string) => string
  explorers?: Record<string, string> // explorer address by chain_uid; `{hash}` stands for the hash
}

/** A transaction's way, hop by hop, and how it ended; changes are read aloud. */
export function ProgressView({ progress, whenCompleted, chainName, explorers = {} }: Props) {
  if (!progress) {
    return (
      <div aria-live="polite">
        <StepsView
          steps={[{ label: 'Sent', state: 'active', detail: 'Waiting for the chain to report it' }]}
        />
      </div>
    )
  }
  const txUrl = (chainUid: string, hash: string) =>
    explorers[chainUid]?.replace('{hash}', hash) || undefined
  const end = describeOutcome(progress.outcome)
  const words = progress.outcome === 'completed' ? whenCompleted : progress.notice
  return (
    <div aria-live="polite">
      <StepsView steps={stepsOf(progress, { chainName, txUrl })} />
      {end && (
        <div class={`notice ${end.tone}`}>
          <p>
            <strong>{words ?? end.words}</strong>
          </p>
        </div>
      )}
      {!end && words && <p class="soft">{words}</p>}
    </div>
  )
}
