import { useEffect, useState } from 'preact/hooks'

import { shorten } from '../parts/show-amount.ts'

const THANKS_MS = 2000

/** A wallet's address, short; a click copies the whole of it, or shows it where a browser lets no page copy. */
export function CopyAddress({ address }: { address: string }) {
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
      <span aria-live="polite">{shown === 'copied' ? 'Copied' : 'Copy'}</span>
    </button>
  )
}
