import { CopyLink } from '../copy-link.tsx'
import { isPhone } from '../phone-link.tsx'
import { useWords } from '../spoken.tsx'
import { openOutsideTelegram, telegramInitData } from '../telegram-launch.ts'
import { walletAppLinks } from './wallet-apps.ts'

type Props = {
  /** This page's whole link. */
  url: string
  family: 'evm' | 'cosmwasm'
  /** Decimal on EVM; absent where any chain of the family will do. */
  chainId?: string
  /** Whether more than looking can be done with the link alone. */
  isSecret: boolean
  /** What it is for, such as `Base`. */
  what: string
}

/** Where a browser has no wallet: on a phone the wallet apps that can open this page, elsewhere what to install. */
export function OpenInApp({ url, family, chainId, isSecret, what }: Props) {
  const { wallets } = useWords()
  if (!isPhone())
    return (
      <p class="soft">
        {wallets.notFound(what, family === 'evm' ? 'MetaMask' : wallets.either('Keplr', 'Leap'))}
      </p>
    )
  const isInTelegram = telegramInitData() !== undefined
  const links = walletAppLinks({ url, family, chainId, isSecret, userAgent: navigator.userAgent })
  // Telegram passes web addresses on, and no scheme of an app.
  const usable = isInTelegram && isSecret ? [] : links
  return (
    <>
      <p class="soft">{usable.length > 0 ? wallets.openInApp(what) : wallets.pasteInApp(what)}</p>
      {usable.length > 0 && (
        <div class="apps">
          {usable.map(({ name, href }) => (
            <a
              key={name}
              class="button"
              href={href}
              rel="noreferrer"
              aria-label={wallets.openIn(name)}
              onClick={(event) => {
                if (!isInTelegram) return
                event.preventDefault()
                openOutsideTelegram(href)
              }}
            >
              {name}
            </a>
          ))}
        </div>
      )}
      <CopyLink url={url} />
    </>
  )
}
