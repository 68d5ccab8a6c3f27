import { useEffect, useState } from 'preact/hooks'

import { CopyLink } from '../copy-link.tsx'
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

/** The buttons of an account without a wallet. Where this browser cannot have one, why, and where it goes. */
export function PasskeyChoice({ label, isBusy, url, choose }: Props) {
  const [ability, setAbility] = useState<PasskeyAbility>()
  useEffect(() => {
    void findPasskeyAbility(telegramInitData() !== undefined).then(setAbility)
  }, [])

  if (ability === undefined) return null
  if (ability !== 'ready') return <Elsewhere ability={ability} url={url} />
  const known = rememberedPasskey()
  const others: WhichPasskey[] = known ? ['any', 'new', 'words'] : ['any', 'words']
  return (
    <div class="stack">
      <button
        type="button"
        class="button primary wide"
        disabled={isBusy}
        onClick={() => choose(known ? 'remembered' : 'new')}
      >
        {isBusy ? 'One moment…' : label}
      </button>
      {known?.address !== undefined && (
        <p class="soft small">
          With the passkey of this device: <span class="mono">{shorten(known.address)}</span>
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
            ? 'I have recovery words'
            : which === 'new'
              ? 'Make a new passkey'
              : known
                ? 'Use another passkey'
                : 'I have a passkey for Vouch'}
        </button>
      ))}
      <AboutPasskeys />
    </div>
  )
}

/** What has to be known before anything is kept by a passkey. */
function AboutPasskeys() {
  return (
    <details>
      <summary>What a passkey is, and what happens when it is lost</summary>
      <p>
        A passkey is kept by your phone or computer, behind its fingerprint, face or code. It makes
        the key of your account, here in the browser, whenever you confirm. The key is never sent to
        this server, and belongs to your devices alone.
      </p>
      <p>
        iCloud Keychain (iOS and iPadOS 18.4, macOS 15.4 or later) and Google Password Manager bring
        it to your other devices. Windows Hello and security keys keep it on that one device.
      </p>
      <p>
        <strong>
          If you lose every device that has it, or delete it, and have not written down its recovery
          words, what it keeps is lost for good.
        </strong>{' '}
        Nobody can restore it, not even whoever runs this server. A new passkey is another account,
        unless you add it to this one.
      </p>
    </details>
  )
}

const REASONS: Record<Exclude<PasskeyAbility, 'ready'>, string> = {
  inside_app:
    'You are inside an app, where passkeys do not work. Open this page in your browser, such as Safari or Chrome, to keep it without a wallet.',
  no_prf:
    'Passkeys of this browser cannot make a key (it has no PRF extension). Open this page in Chrome, Edge or Safari, or use a wallet.',
  no_passkeys:
    'This browser has no passkeys here. Open this page over https in a newer one, such as Chrome, Edge or Safari, or use a wallet.',
  no_name:
    'A passkey belongs to a name, and this page was opened by a number. Open it by its name, or use a wallet.',
}

function Elsewhere({ ability, url }: { ability: Exclude<PasskeyAbility, 'ready'>; url: string }) {
  const isTelegrams = ability === 'inside_app' && telegramInitData() !== undefined
  const named = ability === 'no_name' ? onThisMachine(url) : undefined
  return (
    <div class="stack">
      <p class="soft">{REASONS[ability]}</p>
      {named !== undefined ? (
        <a class="button wide" href={named}>
          Open it at localhost
        </a>
      ) : isTelegrams ? (
        <button type="button" class="button wide" onClick={() => openOutsideTelegram(url)}>
          Open in my browser
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
