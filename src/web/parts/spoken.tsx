// oxlint-disable-next-line import/no-unassigned-import -- it must have run before the words are loaded, which bring schemas
import './no-eval.ts'

import { createContext, render, type ComponentChildren } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'

import {
  cookieOfLanguage,
  type Language,
  languageInCookies,
  LANGUAGES,
  nameOfLanguage,
} from '../../core/terms/language.ts'
import { loadPageWords, type PageWords } from '../../words/page-words.ts'
import { followFocus } from './follow-focus.ts'
import { browserLanguage, localeOf } from './language-choice.ts'
import { loadPart } from './load-part.ts'
import { mountPoint } from './mount-point.ts'
import { followTelegramTheme } from './telegram-theme.ts'

/** What a page says, in the language of its reader. `locale` is the tag by which they write numbers and times. */
export type Spoken = PageWords & { locale: string }

/** Without `speak`, the page is in one language for everybody. */
type Speaking = { words: Spoken; speak?: (language: Language) => Promise<void> }
const SpeakingContext = createContext<Speaking | undefined>(undefined)

function useSpeaking(): Speaking {
  const speaking = useContext(SpeakingContext)
  if (!speaking) throw new Error('this page was not drawn by drawPage')
  return speaking
}

export const useWords = (): Spoken => useSpeaking().words

/** Speaks the language of the person whom a page belongs to, unless its reader has chosen one. */
export function useLanguageOf(person: Language | null | undefined): void {
  const { words, speak } = useSpeaking()
  useEffect(() => {
    if (!speak || !person || person === words.language || languageInCookies(document.cookie)) return
    void speak(person).catch(() => undefined) // it cannot be loaded: the page stays as it is, which can be read too
  }, [person])
}

/** Draws a page in its reader's language, and anew when they choose another. */
export async function drawPage(
  title: keyof PageWords['page']['titles'],
  page: ComponentChildren,
): Promise<void> {
  followTelegramTheme()
  const first = await load(languageInCookies(document.cookie) ?? browserLanguage())
  followFocus(mountPoint())
  render(
    <Speech first={first} title={title}>
      {page}
    </Speech>,
    mountPoint(),
  )
}

/** Draws a page for developers, which is English whoever reads it. */
export async function drawEnglishPage(page: ComponentChildren): Promise<void> {
  const words = await load('en')
  render(
    <SpeakingContext.Provider value={{ words }}>{page}</SpeakingContext.Provider>,
    mountPoint(),
  )
}

async function load(language: Language): Promise<Spoken> {
  const locale = localeOf(language, navigator.languages)
  return { ...(await loadPart(() => loadPageWords(language))), locale }
}

function Speech({
  first,
  title,
  children,
}: {
  first: Spoken
  title: keyof PageWords['page']['titles']
  children: ComponentChildren
}) {
  const [words, setWords] = useState(first)
  // Before anything in it is fetched: the server says its errors in the language of the page.
  document.documentElement.lang = words.language
  document.title = `${words.page.titles[title]} - Vouch`
  const speak = async (language: Language) => setWords(await load(language))
  return <SpeakingContext.Provider value={{ words, speak }}>{children}</SpeakingContext.Provider>
}

/** The small switch: a choice is kept for all our pages. */
export function LanguageChoice() {
  const { words, speak } = useSpeaking()
  if (!speak) return null
  const choose = (tag: string) => {
    const language = LANGUAGES.find((each) => each === tag)
    if (!language) return
    document.cookie = cookieOfLanguage(language, location.protocol === 'https:')
    speak(language).catch(() => location.reload()) // our pages are newer than this one, and so are their files
  }
  return (
    <select
      class="language"
      aria-label={words.page.language}
      value={words.language}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {LANGUAGES.map((language) => (
        <option key={language} value={language} lang={language}>
          {nameOfLanguage(language)}
        </option>
      ))}
    </select>
  )
}
