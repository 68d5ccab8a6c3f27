import { useEffect, useState } from 'preact/hooks'

import { rememberWords } from '../parts/passkey/remembered-passkey.ts'
import type { Problem } from '../parts/api-client.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useWords } from '../parts/spoken.tsx'
import { readPhrase } from './read-phrase.ts'

/** How many of the 24 words are asked for. */
const ASKED = 3

/**
 * Shows the words of an account behind a warning, and asks for three of them once they are written down. `onConfirmed` is
 * called when they were right; they are gone from the page when its tab is left.
 */
export function WriteDown({
  words: phrase,
  address,
  onConfirmed,
  onBack,
}: {
  words: string
  address: string
  onConfirmed: () => void
  onBack: () => void
}) {
  const { recovery } = useWords()
  const words = phrase.split(' ')
  const [asked, setAsked] = useState<readonly number[]>()
  useEffect(() => {
    // Whoever comes back to this tab later may be somebody else.
    const hide = () => document.hidden && onBack()
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [])

  if (asked)
    return (
      <AskedWords
        words={words}
        asked={asked}
        onRight={() => {
          rememberWords(address)
          onConfirmed()
        }}
        onBack={() => setAsked(undefined)}
      />
    )
  return (
    <>
      <div class="notice warning">
        <p>
          <strong>{recovery.danger}</strong>
        </p>
        <p>{recovery.onPaper}</p>
      </div>
      <ol class="phrase mono" lang="en" aria-label={recovery.words}>
        {words.map((word, index) => (
          <li key={index}>{word}</li>
        ))}
      </ol>
      <div class="stack">
        <button
          type="button"
          class="button primary wide"
          onClick={() => setAsked(someOf(words.length))}
        >
          {recovery.written}
        </button>
        <button type="button" class="button wide" onClick={onBack}>
          {recovery.hide}
        </button>
      </div>
    </>
  )
}

/** Places of some words, in their order, each as likely as any other. */
function someOf(count: number): readonly number[] {
  const [...places] = Array.from({ length: count }, (_, place) => place)
  const drawn = crypto.getRandomValues(new Uint32Array(count))
  return places
    .toSorted((one, other) => (drawn[one] ?? 0) - (drawn[other] ?? 0))
    .slice(0, ASKED)
    .toSorted((one, other) => one - other)
}

function AskedWords({
  words,
  asked,
  onRight,
  onBack,
}: {
  words: readonly string[]
  asked: readonly number[]
  onRight: () => void
  onBack: () => void
}) {
  const { recovery } = useWords()
  const [given, setGiven] = useState<Readonly<Record<number, string>>>({})
  const [problem, setProblem] = useState<Problem>()
  const check = () => {
    const wrong = asked.find((place) => given[place]?.trim().toLowerCase() !== words[place])
    if (wrong === undefined) onRight()
    else
      setProblem({
        message: recovery.noMatch.message(`${wrong + 1}`),
        fix: recovery.noMatch.fix,
      })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      <p>{recovery.whatStands}</p>
      {problem && <ProblemView problem={problem} />}
      {asked.map((place) => (
        <p key={place} class="field">
          <label for={`word-${place}`}>{recovery.word(`${place + 1}`)}</label>
          <input
            id={`word-${place}`}
            class="mono"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            value={given[place] ?? ''}
            onInput={({ currentTarget: { value } }) => {
              setGiven((before) => ({ ...before, [place]: value }))
              setProblem(undefined)
            }}
          />
        </p>
      ))}
      <div class="stack">
        <button class="button primary wide">{recovery.theseAre}</button>
        <button type="button" class="button wide" onClick={onBack}>
          {recovery.lookAgain}
        </button>
      </div>
    </form>
  )
}

/** Takes 24 words that were written down, and says what is wrong with them. */
export function EnterWords({
  isBusy,
  onWords,
  onBack,
}: {
  isBusy: boolean
  onWords: (words: string) => void
  onBack: () => void
}) {
  const { keyPage, recovery } = useWords()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Problem>()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const read = readPhrase(text, recovery)
        if ('problem' in read) setProblem(read.problem)
        else onWords(read.words)
      }}
    >
      <p>{recovery.onlyHere}</p>
      {problem && <ProblemView problem={problem} />}
      <p class="field">
        <label for="phrase">{recovery.inOrder}</label>
        <textarea
          id="phrase"
          class="mono"
          rows={5}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget: { value } }) => {
            setText(value)
            setProblem(undefined)
          }}
        />
      </p>
      <div class="stack">
        <button class="button primary wide" disabled={isBusy}>
          {isBusy ? keyPage.waiting : recovery.openHere}
        </button>
        <button type="button" class="button wide" onClick={onBack}>
          {keyPage.back}
        </button>
      </div>
    </form>
  )
}
