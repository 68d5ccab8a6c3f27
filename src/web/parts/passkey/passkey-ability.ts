import { isStorageOpen } from '../page-storage.ts'

/** What a page can find out about the browser that it is in, and where it stands. */
export type BrowserFacts = {
  userAgent: string
  hostname: string
  /** Whether the browser has WebAuthn here: only pages over https and on localhost do. */
  hasWebAuthn: boolean
  /** Whether another page shows this one within its own. */
  isFramed: boolean
  /** Whether Telegram's app opened it. */
  isInTelegram: boolean
  /** Whether the page can keep anything: on the way to the key page and back, all else of it is gone. */
  isStorageOpen: boolean
  /** What the browser says that it can do, by the names of WebAuthn's `getClientCapabilities`; nothing where it says nothing. */
  capabilities: Readonly<Record<string, boolean>>
}

/**
 * Whether an account of a passkey can be had here: `inside_app` in an app's own browser or another page, `no_prf` without
 * the extension that gives the secret, `no_passkeys` without WebAuthn, `no_name` at an address of numbers, which no passkey
 * can belong to, `no_storage` where the browser lets the page keep nothing.
 */
export type PasskeyAbility =
  | 'ready'
  | 'inside_app'
  | 'no_prf'
  | 'no_passkeys'
  | 'no_name'
  | 'no_storage'

/** An address of numbers, as `location.hostname` writes IPv4 and IPv6. */
const NUMBERS = /^(\d+(\.\d+){3}|\[.*\])$/
/** How the browsers inside apps name themselves: Meta's, LINE, WeChat, Snapchat, TikTok, LinkedIn, Pinterest, Discord, and any of Android. */
const APPS =
  /FBA[NV]|FB_IAB|Instagram|\bLine\/|MicroMessenger|Snapchat|musical_ly|Bytedance|LinkedInApp|Pinterest\/|Discord|; wv\)/
const APPLE_PHONE = /iPhone|iPad|iPod/
/** What Safari, and every browser of its own on iOS, ends with; a web view of an app does not. */
const WHOLE_BROWSER = /Safari\//
const FIREFOX_ON_ANDROID = /Android.*Firefox\/(\d+)/
/** Its first version with PRF: https://github.com/mdn/browser-compat-data/pull/30177. */
const FIREFOX_WITH_PRF = 149

/**
 * Whether this browser can have an account of a passkey, as far as it says before it is asked. What it does not say shows
 * when the passkey is used: `ready` promises nothing. Apps that open links in the system's own browser look like it, and
 * rightly so, since passkeys work there. Pure.
 */
export function passkeyAbility(facts: BrowserFacts): PasskeyAbility {
  const { userAgent, hostname, hasWebAuthn, isFramed, isInTelegram, capabilities } = facts
  const isWebView = APPLE_PHONE.test(userAgent) && !WHOLE_BROWSER.test(userAgent)
  if (isFramed || isInTelegram || isWebView || APPS.test(userAgent)) return 'inside_app'
  if (NUMBERS.test(hostname)) return 'no_name'
  if (!hasWebAuthn) return 'no_passkeys'
  const [, firefox] = FIREFOX_ON_ANDROID.exec(userAgent) ?? []
  const isTooOld = firefox !== undefined && Number(firefox) < FIREFOX_WITH_PRF
  const hasPrf = capabilities['extension:prf'] ?? !isTooOld
  if (!hasPrf) return 'no_prf'
  return facts.isStorageOpen ? 'ready' : 'no_storage'
}

/** The same for the browser that this page is in. `isInTelegram` is what the page was opened with. */
export async function findPasskeyAbility(isInTelegram: boolean): Promise<PasskeyAbility> {
  const hasWebAuthn = typeof PublicKeyCredential === 'function'
  return passkeyAbility({
    userAgent: navigator.userAgent,
    hostname: location.hostname,
    hasWebAuthn,
    isFramed: window.parent !== window,
    isInTelegram,
    isStorageOpen: isStorageOpen(),
    capabilities: hasWebAuthn ? await saidCapabilities() : {},
  })
}

/** Older browsers have no such method, and the specification lets it fail. */
async function saidCapabilities(): Promise<Record<string, boolean>> {
  try {
    const said = await PublicKeyCredential.getClientCapabilities()
    return Object.fromEntries(Object.entries(said))
  } catch {
    return {}
  }
}
