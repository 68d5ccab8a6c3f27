import { useEffect, useRef, useState } from 'preact/hooks'

import type { CommandHint } from '../parts/api-client.ts'
import { useWords } from '../parts/spoken.tsx'

/** The id of the message box, for whoever wants to go there at once. */
export const MESSAGE_BOX = 'message'

type Props = {
  draft: string
  setDraft: (draft: string) => void
  commands: readonly CommandHint[]
  replyingTo: string | undefined
  cancelReply: () => void
  isBusy: boolean
  send: () => void
}

/** Where a message is written. `/` lists the commands; arrows choose one, Tab or Enter takes it, Escape closes the list. */
export function Composer({
  draft,
  setDraft,
  commands,
  replyingTo,
  cancelReply,
  isBusy,
  send,
}: Props) {
  const { playground } = useWords()
  const [chosen, setChosen] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const suggestions = isClosed ? [] : suggestCommands(draft, commands)
  const active = suggestions[Math.min(chosen, suggestions.length - 1)]

  useEffect(() => {
    if (draft !== '' || replyingTo !== undefined) input.current?.focus()
  }, [draft !== '', replyingTo])

  function take(command: CommandHint): void {
    setDraft(`/${command.name} `)
    input.current?.focus()
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      setClosed(true)
      cancelReply()
    }
    if (!active) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0)
      setChosen(
        (Math.min(chosen, suggestions.length - 1) + step + suggestions.length) % suggestions.length,
      )
    const isWhole = draft === `/${active.name}`
    const takes = event.key === 'Tab' || (event.key === 'Enter' && !isWhole)
    if (takes) take(active)
    if (step !== 0 || takes) event.preventDefault()
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        if (draft.trim() !== '') send()
      }}
    >
      {suggestions.length > 0 && <Suggestions commands={suggestions} active={active} take={take} />}
      {replyingTo !== undefined && (
        <p class="replying small">
          {playground.replyingTo(replyingTo)}
          <button type="button" class="button plain" onClick={cancelReply}>
            {playground.cancel}
          </button>
        </p>
      )}
      <div class="line">
        <input
          ref={input}
          id={MESSAGE_BOX}
          aria-label={playground.message}
          placeholder={playground.placeholder}
          autocomplete="off"
          spellcheck={false}
          maxLength={2000}
          role="combobox"
          aria-expanded={suggestions.length > 0}
          aria-controls="suggestions"
          aria-activedescendant={active ? `command-${active.name}` : undefined}
          value={draft}
          onInput={(event) => {
            setDraft(event.currentTarget.value)
            setClosed(false)
            setChosen(0)
          }}
          onKeyDown={press}
        />
        <button class="button primary" disabled={isBusy || draft.trim() === ''}>
          {playground.send}
        </button>
      </div>
    </form>
  )
}

function Suggestions({
  commands,
  active,
  take,
}: {
  commands: readonly CommandHint[]
  active: CommandHint | undefined
  take: (command: CommandHint) => void
}) {
  const { playground } = useWords()
  return (
    <ul class="suggestions" role="listbox" id="suggestions" aria-label={playground.commands}>
      {commands.map((command) => (
        <li
          key={command.name}
          id={`command-${command.name}`}
          role="option"
          aria-selected={command === active}
          onMouseDown={(event) => {
            event.preventDefault() // the input keeps the focus
            take(command)
          }}
        >
          <strong>/{command.name}</strong> <span class="soft small">{command.summary}</span>
          {command === active && <code class="small">{command.usage}</code>}
        </li>
      ))}
    </ul>
  )
}

/** The commands that a half-written first word may become; none once the word is finished or is no command. */
export function suggestCommands(draft: string, commands: readonly CommandHint[]): CommandHint[] {
  if (!/^\/\w*$/.test(draft)) return []
  const word = draft.slice(1).toLowerCase()
  return commands.filter(({ name }) => name.startsWith(word))
}
