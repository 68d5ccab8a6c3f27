import { useState } from 'preact/hooks'

import { type Mail, getMails } from '../parts/api-client.ts'
import { useWords } from '../parts/spoken.tsx'
import { usePolling } from '../parts/use-polling.ts'

/** Every mail that was sent on the local network, newest first, whoever it is for. Nothing is shown before the first one. */
export function MailPanel({ mails }: { mails: readonly Mail[] }) {
  const { playground } = useWords()
  if (mails.length === 0) return null
  return (
    <section class="mails" aria-label={playground.mail} tabIndex={0}>
      <h2>{playground.mail}</h2>
      {mails.toReversed().map((mail) => (
        <details key={`${mail.at}${mail.to}${mail.subject}`} class="wallet">
          <summary>
            <strong>{mail.subject}</strong>
            <span class="soft small">{playground.mailTo(mail.to)}</span>
          </summary>
          <p class="letter">
            {splitAtLinks(mail.text).map((part, index) =>
              part.isLink ? (
                <a key={index} href={part.text} target="_blank" rel="noreferrer">
                  {part.text}
                </a>
              ) : (
                part.text
              ),
            )}
          </p>
        </details>
      ))}
    </section>
  )
}

const PAUSE_MS = 2000

/** The local network's mails, kept fresh. Quiet when the server is away: the wallets beside them say so. */
export function useMails(): readonly Mail[] {
  const [mails, setMails] = useState<readonly Mail[]>([])
  usePolling(
    async () => {
      const answer = await getMails().catch(() => undefined)
      if (answer) setMails(answer.mails)
    },
    { pauseMs: PAUSE_MS, isActive: true, key: '' },
  )
  return mails
}

/**
 * Cuts plain text where an address of the web begins and ends.
 * @example splitAtLinks('see https://a.b/c now') // 'see ', the link, ' now'
 */
export function splitAtLinks(text: string): { text: string; isLink: boolean }[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => ({ text: part, isLink: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
