import type { TokenAmount, TokenDecimals } from '../../calls/chain-view.ts'
import { showAbout, showAmount, showWorth } from './show-amount.ts'
import { useWords } from './spoken.tsx'

type Props = {
  sum: TokenAmount
  tokens: readonly TokenDecimals[]
}

/** Characters of a sum that stand on one line of a phone in full size. */
const ON_A_LINE = 14

/**
 * What a page is about, at a glance, with what it is worth now, `usd` as the API writes it. What is to be signed here stands there to its
 * last digit (`isSigned`).
 */
export function SumView({
  usd,
  isSigned = false,
  ...amount
}: Props & { usd?: string | null | undefined; isSigned?: boolean }) {
  const words = useWords()
  const { sum, tokens } = amount
  const exact = showAmount(words, sum, tokens)
  const shown = isSigned ? exact : showAbout(words, sum, tokens)
  const worth = showWorth(words, sum, tokens, usd ?? null)
  return (
    <>
      <p class={shown.length > ON_A_LINE ? 'sum long' : 'sum'} title={exact}>
        {shown}
      </p>
      {worth !== undefined && <p class="worth soft">{worth}</p>}
      {!isSigned && <ExactAmount {...amount} />}
    </>
  )
}

/** The amount to its last digit, one tap away, where it is shown with fewer. */
export function ExactAmount({ sum, tokens }: Props) {
  const words = useWords()
  const exact = showAmount(words, sum, tokens)
  if (showAbout(words, sum, tokens) === exact) return null
  return (
    <details class="small">
      <summary>{words.naming.exactly}</summary>
      <p>{exact}</p>
    </details>
  )
}
