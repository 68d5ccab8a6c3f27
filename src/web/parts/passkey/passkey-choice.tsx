import { useEffect, useState } from 'preact/hooks'

import { gapOf } from '../../../words/sentences.ts'
import { CopyLink } from '../copy-link.tsx'
import { useWords } from '../spoken.tsx'
import { shorten } from '../show-amount.ts'
import { openOutsideTelegram, telegramInitData } from '../telegram-launch.ts'
import type { WhichPasskey } from './key-request.ts'
import { findPasskeyAbility, type PasskeyAbility } from './passkey-ability.ts'
import { rememberedPasskey } from './remembered-passkey.ts'

type Props = {
  /** What the button does, such as `Keep it here`. */
  label: string
  isBusy: boolean
  /** This page's whole link: where this browser cannot, another one is led to it. */
  url: string
  choose: (which: WhichPasskey) => void
}

/** Whether an account of a passkey can be had in this browser, and at this address; `undefined` until the browser has said so. */
export function usePasskeyAbility(): PasskeyAbility | undefined {
  const [ability, setAbility] = useState<PasskeyAbility>()
  useEffect(() => {
    void findPasskeyAbility(telegramInitData() !== undefined).then(setAbility)
  }, [])
  return ability
}

/** The buttons of an account without a wallet. Where this browser cannot have one, why, and where it goes. */
export function PasskeyChoice({ label, isBusy, url, choose }: Props) {
  const words = useWords()
  const { page, passkeys } = words
  const ability = usePasskeyAbility()
  if (ability === undefined) return null
  if (ability !== 'ready') return <PasskeyElsewhere ability={ability} url={url} />
  const known = rememberedPasskey()
  const others: WhichPasskey[] = known ? ['any', 'new', 'words'] : ['any', 'words']
  return (
    <div class="stack">
      <p class="soft">{passkeys.lost}</p>
      <button
        type="button"
        class="button primary wide"
        disabled={isBusy}
        onClick={() => choose(known ? 'remembered' : 'new')}
      >
        {isBusy ? page.moment : label}
      </button>
      {known?.address !== undefined && (
        <p class="soft small">
          {passkeys.ofDevice}
          {gapOf(words)}
          <span class="mono">{shorten(known.address)}</span>
        </p>
      )}
      {others.map((which) => (
        <button
          key={which}
          type="button"
          class="button wide"
          disabled={isBusy}
          onClick={() => choose(which)}
        >
          {which === 'words'
            ? passkeys.haveWords
            : which === 'new'
              ? passkeys.makeNew
              : known
                ? passkeys.another
                : passkeys.haveOne}
        </button>
      ))}
      <AboutPasskeys />
    </div>
  )
}

/** What may be known before anything is kept by a passkey. What has to be stands above the buttons, unfolded. */
function AboutPasskeys() {
  const { passkeys } = useWords()
  return (
    <details>
      <summary>{passkeys.about}</summary>
      <p>{passkeys.what}</p>
      <p>{passkeys.synced}</p>
      <p>{passkeys.newIsAnother}</p>
    </details>
  )
}

/** Why this browser cannot have an account of a passkey here, and the way to where one can: another browser, the name of this host, or leave to keep something. */
export function PasskeyElsewhere({
  ability,
  url,
  isToSign = false,
}: {
  ability: Exclude<PasskeyAbility, 'ready'>
  /** The page's whole link. */
  url: string
  /** An account that is a passkey's has to sign: no wallet could in its place. */
  isToSign?: boolean
}) {
  const { passkeys } = useWords()
  const isTelegrams = ability === 'inside_app' && telegramInitData() !== undefined
  const named = ability === 'no_name' ? onThisMachine(url) : undefined
  return (
    <div class="stack">
      <p class="soft">{(isToSign ? passkeys.toSign : passkeys)[ability]}</p>
      {named !== undefined ? (
        <a class="button wide" href={named}>
          {passkeys.openLocalhost}
        </a>
      ) : isTelegrams ? (
        <button type="button" class="button wide" onClick={() => openOutsideTelegram(url)}>
          {passkeys.openInBrowser}
        </button>
      ) : (
        <CopyLink url={url} />
      )}
    </div>
  )
}

/** Only this machine's own number has a name that everybody knows. */
function onThisMachine(url: string): string | undefined {
  const named = new URL(url)
  if (!/^127\.|^\[::1\]$/.test(named.hostname)) return undefined
  named.hostname = 'localhost'
  return named.href
}
