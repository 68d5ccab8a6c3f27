import { nameInMail, type Letter } from './letter.ts'

/** What waits for whoever has the address. `sum` is in human amounts, for example `5 USDC`. */
export type ClaimNews = {
  senderName: string
  sum: string
  note: string | undefined
  /** The claim page, with the link's secret in the fragment. */
  url: string
  /** The value is so high that the sender's PIN is asked for too. */
  needsPin: boolean
  /** Until when it waits, for example `15 January 2026 at 09:00 UTC`; `undefined` where it waits for ever. */
  untilDay: string | undefined
  /** They were told of it before. */
  isReminder: boolean
}

/** The mail that tells a recipient of value, and of the one thing to do about it. Pure. */
export function claimLetter(news: ClaimNews): Letter {
  const { senderName, sum, note, url, needsPin, untilDay, isReminder } = news
  const name = nameInMail(senderName)
  const title = isReminder ? `${sum} from ${name} still waits for you` : `${name} sent you ${sum}`
  return {
    subject: title,
    title,
    parts: [
      ...(note === undefined ? [] : [{ kind: 'quote' as const, text: note, by: name }]),
      {
        kind: 'text',
        text: 'It waits for you, and only for this address. Open the page, ask for a code (it comes by mail as well), and say where you want to be paid.',
      },
      { kind: 'button', label: 'Claim it', url },
      ...(untilDay === undefined
        ? []
        : [
            {
              kind: 'text' as const,
              text: `It waits until ${untilDay}. After that it goes back to ${name}.`,
            },
          ]),
      ...(needsPin
        ? [
            {
              kind: 'text' as const,
              text: `For this much you also need a PIN of 6 characters. ${name} has it: ask them for it, not by answering this mail.`,
            },
          ]
        : []),
      {
        kind: 'text',
        text: 'Opening the page uses nothing up. Keep the link to yourself. We never ask for a password or a key of yours. If you do not expect this, do nothing.',
      },
    ],
  }
}
