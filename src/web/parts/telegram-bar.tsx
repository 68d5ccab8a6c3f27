import { gapOf } from '../../words/sentences.ts'
import { useWords } from './spoken.tsx'
import { openOutsideTelegram } from './telegram-launch.ts'

/** Telegram's window has no wallets; the browser of the same phone or desktop may have. */
export function TelegramBar() {
  const words = useWords()
  const { page } = words
  const url = `${location.origin}${location.pathname}`
  return (
    <p class="above small">
      {page.walletElsewhere}
      {gapOf(words)}
      <button type="button" class="button plain" onClick={() => openOutsideTelegram(url)}>
        {page.openThere}
      </button>
    </p>
  )
}
