import type { Progress, Hop, Outcome } from '../../core/tracking/progress.ts'
import { stepStates } from '../../core/tracking/outcome-of.ts'
import { StepsView } from './steps-view.tsx'
import type { StepJson } from './card-shape.ts'
import { shorten } from './show-amount.ts'

type Props = {
  progress: Progress | null
  /** What is said once everything went well, for example "@bobby can claim 5 USDC." */
  whenCompleted: string
  /** What is said where a chain could not pay out, for example whose the vouchers are. */
  whenLeft?: string | undefined
  chainName: (chainUid: string) => string
  explorers?: Record<string, string> // explorer address by chain_uid; `{hash}` stands for the hash
}

/** A transaction's way, hop by hop, and how it ended; changes are read aloud. */
export function ProgressView({
  progress,
  whenCompleted,
  whenLeft,
  chainName,
  explorers = {},
}: Props) {
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
  const { outcome, notice } = progress
  const words =
    outcome === 'completed' ? whenCompleted : outcome === 'released_as_vouchers' ? whenLeft : notice
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

type Names = {
  chainName: (chainUid: string) => string
  txUrl: (chainUid: string, hash: string) => string | undefined
}

const LABELS: Record<Hop['kind'], (chain: string) => string> = {
  submit: (chain) => `Sent on ${chain}`,
  settle: () => 'Settled on the hub',
  confirm: (chain) => `Confirmed on ${chain}`,
  release: (chain) => `Paid out on ${chain}`,
}

/** The hops of a transaction as steps. */
export function stepsOf(progress: Progress, { chainName, txUrl }: Names): StepJson[] {
  const states = stepStates(progress)
  return progress.hops.map((hop, index) => {
    const url = hop.tx_hash === '' ? undefined : txUrl(hop.chain_uid, hop.tx_hash)
    const detail = detailOf(hop)
    return {
      label: LABELS[hop.kind](chainName(hop.chain_uid)),
      state: states[index] ?? 'waiting',
      ...(detail !== '' && { detail }),
      ...(url !== undefined && { url }),
    }
  })
}

function detailOf({ state, detail, tx_hash }: Hop): string {
  if (detail !== '') return detail
  if (state === 'seen') return 'Seen, in no block yet'
  if (state === 'confirmed') return 'In a block, waiting until it is final'
  return tx_hash === '' ? '' : shorten(tx_hash)
}

/** Where the money is, in one sentence. `undefined` while it is still on its way. */
export function describeOutcome(
  outcome: Outcome,
): { tone: 'success' | 'warning' | 'error'; words: string } | undefined {
  switch (outcome) {
    case 'pending':
      return undefined
    case 'completed':
      return { tone: 'success', words: 'It has arrived.' }
    case 'failed':
      return {
        tone: 'error',
        words:
          'The chain refused the transaction, so nothing was moved. Only the network fee was spent.',
      }
    case 'refunded':
      return {
        tone: 'warning',
        words: 'It could not be delivered, and the money is back in the wallet that it came from.',
      }
    case 'not_found':
      return {
        tone: 'error',
        words: 'No block has this transaction, so nothing was moved. Ask for it again in the chat.',
      }
    case 'timed_out':
      return {
        tone: 'warning',
        words: 'It was not received in time. The money is held until the time-out is recorded.',
      }
    case 'needs_attention':
      return {
        tone: 'error',
        words: 'It does not go on. Show its hash to whoever runs this service.',
      }
    case 'released_as_vouchers':
      return {
        tone: 'warning',
        words:
          'The last chain could not pay it out, so the sender holds the money as vouchers, or if it was a claim, its recipient does.',
      }
  }
}
