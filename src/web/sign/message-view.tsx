import { FactsView } from '../parts/facts-view.tsx'
import { useWords } from '../parts/spoken.tsx'
import type { MessageWords } from './message-words.ts'

/** One message in words, each fact marked by whether it is what was asked for, and its bytes for those who want them. */
export function MessageView({
  words,
  number,
  total,
}: {
  words: MessageWords
  number: number
  total: number
}) {
  const { messages } = useWords()
  const facts = words.facts.map(({ label, value, isAsAsked }) => ({
    label,
    value: (
      <span class={isAsAsked === false ? 'off' : undefined}>
        {value}
        {isAsAsked === true && (
          <span class="ok" title={messages.asAskedTitle}>
            {' '}
            ✓<span class="hidden"> {messages.asAsked}</span>
          </span>
        )}
        {isAsAsked === false && ` ✗ ${messages.notAsked}`}
      </span>
    ),
  }))
  return (
    <section class="message">
      <h3>
        {total > 1 && `${number}. `}
        {words.title}
      </h3>
      <FactsView facts={facts} />
      <details class="small">
        <summary>{messages.bytes}</summary>
        <pre>{words.raw}</pre>
      </details>
    </section>
  )
}
