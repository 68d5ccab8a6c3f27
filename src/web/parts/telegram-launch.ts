import { tabStorage } from './page-storage.ts'

/** Telegram's app, around a page that it opened as a Mini App. */
type TelegramApp = { TelegramWebviewProxy?: { postEvent(event: string, data: string): void } }

const KEY = 'vouch:telegram'
const THEME_KEY = 'vouch:telegram-theme'
const TELEGRAM_WEB = 'https://web.telegram.org'

/**
 * Who opened this page in Telegram, as text signed by Telegram, for the server to check. Telegram hands it over in the address's
 * fragment, so none of its scripts is needed. Takes it out of the address bar and leaves the rest of the fragment, such as
 * a claim link's secret; this tab keeps it, for a reload. `undefined`: Telegram did not open this page.
 */
export function takeTelegramInitData(): string | undefined {
  const { rest, initData, theme } = readLaunch(location.hash)
  if (initData === undefined) return telegramInitData()
  history.replaceState(null, '', `${location.pathname}${rest}`)
  tabStorage.setItem(KEY, initData)
  tabStorage.setItem(THEME_KEY, theme ?? '')
  return initData
}

/** What `takeTelegramInitData` found when the page was opened. */
export function telegramInitData(): string | undefined {
  return tabStorage.getItem(KEY) ?? undefined
}

/** The colours of the Telegram around this page when that was opened, as the JSON that Telegram wrote. */
export function telegramTheme(): string | undefined {
  return tabStorage.getItem(THEME_KEY) ?? undefined
}

type Launch = { rest: string; initData?: string | undefined; theme?: string | undefined }

/**
 * Parts a fragment into what was the link's own and what Telegram has put behind it.
 * @example readLaunch('#secret?tgWebAppData=user%3D1&tgWebAppThemeParams=%7B%7D') // { rest: '#secret', initData: 'user=1', theme: '{}' }
 */
export function readLaunch(hash: string): Launch {
  const begin = hash.search(/[#?&]tgWebApp/)
  if (begin < 0) return { rest: hash }
  const form = new URLSearchParams(hash.slice(begin + 1))
  const given = (name: string) => {
    const text = form.get(name) ?? ''
    return text === '' ? undefined : text
  }
  return {
    rest: hash.slice(0, begin),
    initData: given('tgWebAppData'),
    theme: given('tgWebAppThemeParams'),
  }
}

/** Has Telegram open a page in the browser, where wallets are. */
export function openOutsideTelegram(url: string): void {
  const data = { url }
  // What Telegram's apps put into their windows has no types; Telegram's web app shows the page in a frame instead.
  const { TelegramWebviewProxy: proxy } = window as TelegramApp
  if (proxy) proxy.postEvent('web_app_open_link', JSON.stringify(data))
  else if (window.parent === window) window.open(url, '_blank', 'noopener')
  else
    window.parent.postMessage(
      JSON.stringify({ eventType: 'web_app_open_link', eventData: data }),
      TELEGRAM_WEB,
    )
}
