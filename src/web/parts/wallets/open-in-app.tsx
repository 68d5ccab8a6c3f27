import { CopyLink } from '../copy-link.tsx'
import { isPhone } from '../phone-link.tsx'
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
  if (!isPhone())
    return (
      <p class="soft">
        {`No wallet for ${what} was found in this browser. Install one such as ${family === 'evm' ? 'MetaMask' : 'Keplr or Leap'}, or open this page in your wallet app.`}
      </p>
    )
  const isInTelegram = telegramInitData() !== undefined
  const links = walletAppLinks({ url, family, chainId, isSecret, userAgent: navigator.userAgent })
  // Telegram passes web addresses on, and no scheme of an app.
  const usable = isInTelegram && isSecret ? [] : links
  return (
    <>
      <p class="soft">
        {usable.length > 0
          ? `No wallet for ${what} is in this browser. Open this page in an app that you have:`
          : `No wallet for ${what} is in this browser. Copy this page's link, and open it in the browser of your wallet app.`}
      </p>
      {usable.length > 0 && (
        <div class="apps">
          {usable.map(({ name, href }) => (
            <a
              key={name}
              class="button"
              href={href}
              rel="noreferrer"
              onClick={(event) => {
                if (!isInTelegram) return
                event.preventDefault()
                openOutsideTelegram(href)
              }}
            >
              <span class="hidden">Open in </span>
              {name}
            </a>
          ))}
        </div>
      )}
      <CopyLink url={url} />
    </>
  )
}
