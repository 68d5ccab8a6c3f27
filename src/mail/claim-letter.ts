import { LANGUAGES, nameOfLanguage, type Language } from '../core/terms/language.ts'
import type { WrittenWords } from '../words/en/written.ts'
import { writtenWordsIn } from '../words/written-words.ts'
import { nameInMail, type Letter, type Part } from './letter.ts'

/** One thing that waits for whoever has the address. `sum` is what people read, for example `5 USDC (≈ $5)`. */
export type ClaimNews = {
  senderName: string
  sum: string
  note: string | undefined
  /** The claim page, with the link's secret in the fragment. */
  url: string
  /** The link takes the place of one that was told before. */
  isNewLink: boolean
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
  /** Whether it is in the language of its reader, and not in a sender's. */
  isLanguageKnown: boolean
  /** Where to ask for no more of these mails. */
  unsubscribeUrl: string
}

/** The mail that tells a recipient of value, and of the one thing to do about it. Pure. */
export function claimLetter(told: Told, language: Language): Letter {
  const { letters } = writtenWordsIn(language)
  const { news, isLanguageKnown, unsubscribeUrl } = told
  const [only] = news
  const title = titleOf(told, letters)
  return {
    language,
    subject: title,
    title,
    parts: [
      ...(news.length === 1 ? partsOfOne(only, letters) : partsOfMany(news, letters)),
      ...(isLanguageKnown ? [] : [text(letters.otherLanguages(otherLanguages(language)))]),
      { kind: 'footnote', text: letters.why, label: letters.stop, url: unsubscribeUrl },
    ],
  }
}

/** By their own names: whoever reads none of the mail knows theirs. */
const otherLanguages = (spoken: Language): string =>
  LANGUAGES.filter((language) => language !== spoken)
    .map(nameOfLanguage)
    .join(' · ')

type Letters = WrittenWords['letters']

function titleOf({ news, sum, isReminder }: Told, letters: Letters): string {
  const names = new Set(news.map(({ senderName }) => nameInMail(senderName)))
  const [name = ''] = names
  const count = `${names.size}`
  if (names.size > 1)
    return isReminder ? letters.severalStillWait(count, sum) : letters.severalSent(count, sum)
  return isReminder ? letters.stillWaits(name, sum) : letters.sentYou(name, sum)
}

function partsOfOne(news: ClaimNews, letters: Letters): Part[] {
  const { senderName, note, url } = news
  const name = nameInMail(senderName)
  return [
    ...(note === undefined
      ? []
      : [{ kind: 'quote' as const, text: note, intro: letters.writes(name) }]),
    text(letters.howToClaim),
    { kind: 'button', label: letters.claim, url },
    ...toldOf(news, letters).map(text),
    text(letters.caution),
  ]
}

/** Each with its own link: what one page shows beside its own is shown after a code only, and not without end. */
function partsOfMany(all: readonly ClaimNews[], letters: Letters): Part[] {
  return [
    text(letters.howToClaimAll),
    ...all.map((news) => ({
      kind: 'entry' as const,
      title: letters.sumFrom(nameInMail(news.senderName), news.sum),
      quote: news.note,
      lines: toldOf(news, letters),
      label: letters.claim,
      url: news.url,
    })),
    text(letters.caution),
  ]
}

/** What is to be known of one of them beside its link. */
function toldOf({ senderName, isNewLink, untilDay, needsPin }: ClaimNews, letters: Letters) {
  const name = nameInMail(senderName)
  return [
    ...(isNewLink ? [letters.newLink] : []),
    ...(untilDay === undefined ? [] : [letters.waitsUntil(untilDay, name)]),
    ...(needsPin ? [letters.needsPin(name)] : []),
  ]
}

const text = (words: string) => ({ kind: 'text' as const, text: words })
