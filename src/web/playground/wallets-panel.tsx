import { useState, useEffect } from 'preact/hooks'

import type { TokenDecimals } from '../../calls/chain-view.ts'
import { getWallets, problemOf, type Problem, type Wallets } from '../parts/api-client.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { showAmount, showBalance, shorten } from '../parts/show-amount.ts'
import { useWords } from '../parts/spoken.tsx'
import { usePolling } from '../parts/use-polling.ts'

const PAUSE_MS = 3000

/** What a persona really has: tokens on each chain, and vouchers on the hub. Read from the chains again and again. */
export function WalletsPanel({
  persona,
  tokens,
}: {
  persona: string
  tokens: readonly TokenDecimals[]
}) {
  const { playground } = useWords()
  const [wallets, setWallets] = useState<Wallets>()
  const [problem, setProblem] = useState<Problem>()
  usePolling(
    async () => {
      try {
        setWallets(await getWallets(persona))
        setProblem(undefined)
      } catch (error) {
        setProblem(problemOf(error))
      }
    },
    { pauseMs: PAUSE_MS, isActive: true, key: persona },
  )
  const shown = wallets?.persona === persona ? wallets : undefined // not the last persona's while the next one's load
  return (
    <>
      {problem && <ProblemView problem={problem} />}
      {!shown && !problem && <p class="soft">{playground.reading}</p>}
      {shown?.wallets.map(({ chain_uid, address, balances }) => (
        <section key={chain_uid} class="wallet">
          <h3>
            {chain_uid}
            <CopyAddress address={address} />
          </h3>
          <Balances balances={balances} tokens={tokens} whenNone={playground.empty} />
        </section>
      ))}
      {shown && (
        <section class="wallet">
          <h3>{playground.vouchers}</h3>
          <Balances balances={shown.vouchers} tokens={tokens} whenNone={playground.noVouchers} />
        </section>
      )}
    </>
  )
}

function Balances({
  balances,
  tokens,
  whenNone,
}: {
  balances: Wallets['vouchers']
  tokens: readonly TokenDecimals[]
  whenNone: string
}) {
  const words = useWords()
  if (balances.length === 0) return <p class="soft small">{whenNone}</p>
  return (
    <ul>
      {balances.map((balance) => (
        <li key={balance.token} title={showAmount(words, balance, tokens)}>
          {showBalance(words, balance, tokens)}
        </li>
      ))}
    </ul>
  )
}

const THANKS_MS = 2000

/** A wallet's address, short; a click copies the whole of it, or shows it where a browser lets no page copy. */
function CopyAddress({ address }: { address: string }) {
  const { playground } = useWords()
  const [shown, setShown] = useState<'short' | 'copied' | 'whole'>('short')
  useEffect(() => {
    if (shown !== 'copied') return
    const timer = setTimeout(() => setShown('short'), THANKS_MS)
    return () => clearTimeout(timer)
  }, [shown])
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address)
      setShown('copied')
    } catch {
      setShown('whole')
    }
  }
  if (shown === 'whole') return <span class="mono soft">{address}</span>
  return (
    <button type="button" class="button plain address" title={address} onClick={() => void copy()}>
      <span class="mono soft">{shorten(address)}</span>{' '}
      <span aria-live="polite">{shown === 'copied' ? playground.copied : playground.copy}</span>
    </button>
  )
}
