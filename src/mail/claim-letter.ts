import { nameInMail, type Letter, type Part } from './letter.ts'

/** One thing that waits for whoever has the address. `sum` is in human amounts, for example `5 USDC`. */
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
}

type Told = {
  /** What waits, the oldest first. */
  news: readonly [ClaimNews, ...ClaimNews[]]
  /** All of it together. */
  sum: string
  /** They were told of all of it before. */
  isReminder: boolean
  /** Where to ask for no more of these mails. */
  unsubscribeUrl: string
}

const CAUTION =
  'Keep the link to yourself. We never ask for a password or a key of yours. If you do not expect this, do nothing.'

/** The mail that tells a recipient of value, and of the one thing to do about it. Pure. */
export function claimLetter(told: Told): Letter {
  const { news, unsubscribeUrl } = told
  const [only] = news
  const title = titleOf(told)
  return {
    subject: title,
    title,
    parts: [
      ...(news.length === 1 ? partsOfOne(only) : partsOfMany(news)),
      {
        kind: 'footnote',
        text: 'You get this mail because somebody sent value to this address.',
        label: 'No more of these mails',
        url: unsubscribeUrl,
      },
    ],
  }
}

function titleOf({ news, sum, isReminder }: Told): string {
  const names = new Set(news.map(({ senderName }) => nameInMail(senderName)))
  const [name = ''] = names
  if (names.size > 1)
    return isReminder
      ? `${sum} from ${names.size} senders still waits for you`
      : `${names.size} senders sent you ${sum}`
  return isReminder ? `${sum} from ${name} still waits for you` : `${name} sent you ${sum}`
}

function partsOfOne({ senderName, note, url, needsPin, untilDay }: ClaimNews): Part[] {
  const name = nameInMail(senderName)
  return [
    ...(note === undefined ? [] : [{ kind: 'quote' as const, text: note, by: name }]),
    {
      kind: 'text',
      text: 'It waits for you, and only for this address. Open the page, ask for a code (it comes by mail as well), and say where you want to be paid.',
    },
    { kind: 'button', label: 'Claim it', url },
    ...(untilDay === undefined
      ? []
      : [text(`It waits until ${untilDay}. After that it goes back to ${name}.`)]),
    ...(needsPin
      ? [
          text(
            `For this much you also need a PIN of 6 characters. ${name} has it: ask them for it, not by answering this mail.`,
          ),
        ]
      : []),
    text(`Opening the page uses nothing up. ${CAUTION}`),
  ]
}

/** Each with its own link: what one page shows beside its own is shown after a code only, and not without end. */
function partsOfMany(news: readonly ClaimNews[]): Part[] {
  return [
    text(
      'All of it waits for you, and only for this address. Open a page, ask for a code (it comes by mail as well), and say where you want to be paid. After the first code, the page shows what else waits.',
    ),
    ...news.map(({ senderName, sum, note, url, needsPin, untilDay }) => {
      const name = nameInMail(senderName)
      return {
        kind: 'entry' as const,
        title: `${sum} from ${name}`,
        quote: note,
        lines: [
          ...(untilDay === undefined
            ? []
            : [`It waits until ${untilDay}, then it goes back to ${name}.`]),
          ...(needsPin
            ? [`It also needs a PIN of 6 characters, which ${name} has: ask them for it.`]
            : []),
        ],
        label: 'Claim it',
        url,
      }
    }),
    text(`Opening a page uses nothing up. ${CAUTION}`),
  ]
}

const text = (words: string) => ({ kind: 'text' as const, text: words })
