import type { Network } from '../../../core/network.ts'
import type { Hop, Progress } from '../../../core/tracking/progress.ts'
import type { Block, Step } from '../card.ts'
import { explorerUrl, showChain } from '../wording.ts'

const LABELS: Record<Hop['kind'], (chain: string) => string> = {
  submit: (chain) => `Sent on ${chain}`,
  settle: (chain) => `Settled on ${chain}`,
  confirm: (chain) => `Confirmed back on ${chain}`,
  release: (chain) => `Paid out on ${chain}`,
}

/** A transaction's way as people read it: the first hop that is not done yet is the one under way. */
export function stepsOf(network: Network, { hops, outcome }: Progress): Block {
  const under =
    outcome === 'pending'
      ? hops.findIndex(({ state }) => state !== 'done' && state !== 'failed')
      : -1
  return {
    kind: 'steps',
    steps: hops.map((hop, index) => stepOf(network, hop, hops[index - 1], index === under)),
  }
}

function stepOf(network: Network, hop: Hop, before: Hop | undefined, isUnderWay: boolean): Step {
  const detail = detailOf(hop, before)
  const url = explorerUrl(network, hop.chain_uid, hop.tx_hash)
  return {
    label: LABELS[hop.kind](showChain(network, hop.chain_uid)),
    state:
      hop.state === 'done' || hop.state === 'failed'
        ? hop.state
        : isUnderWay
          ? 'active'
          : 'waiting',
    ...(detail === '' ? {} : { detail }),
    ...(url === undefined ? {} : { url }),
  }
}

function detailOf({ state, timeMs, detail }: Hop, before: Hop | undefined): string {
  if (state === 'failed') return detail
  if (state === 'seen') return 'seen, in no block yet'
  if (state === 'confirmed') return 'in a block, not final yet'
  return state === 'done' && timeMs !== undefined && before?.timeMs !== undefined
    ? `took ${showDuration(timeMs - before.timeMs)}`
    : ''
}

/** Block times have seconds at best, and chains' clocks differ a little. Units: milliseconds. */
export function showDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 1) return 'under 1 s'
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Why a transaction did not go on, in the words of the chain that stopped it. */
export function reasonOf({ hops }: Progress): string {
  const detail = hops.find(({ state }) => state === 'failed')?.detail ?? ''
  return detail === '' ? 'it gave no reason' : detail
}
