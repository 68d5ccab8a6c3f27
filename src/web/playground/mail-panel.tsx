import type { Mail } from '../parts/api-client.ts'
import { splitAtLinks } from './split-at-links.ts'

/** Every mail that was sent on the local network, newest first, whoever it is for. Nothing is shown before the first one. */
export function MailPanel({ mails }: { mails: readonly Mail[] }) {
  if (mails.length === 0) return null
  return (
    <section class="mails" aria-label="Mail" tabIndex={0}>
      <h2>Mail</h2>
      {mails.toReversed().map((mail) => (
        <details key={`${mail.at}${mail.to}${mail.subject}`} class="wallet">
          <summary>
            <strong>{mail.subject}</strong>
            <span class="soft small">to {mail.to}</span>
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
