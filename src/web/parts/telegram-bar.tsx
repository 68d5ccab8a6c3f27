import { openOutsideTelegram } from './telegram-launch.ts'

/** Telegram's window has no wallets; the browser of the same phone or desktop may have. */
export function TelegramBar() {
  const url = `${location.origin}${location.pathname}`
  return (
    <p class="above small">
      Is your wallet in your browser?{' '}
      <button type="button" class="button plain" onClick={() => openOutsideTelegram(url)}>
        Open this page there
      </button>
    </p>
  )
}
