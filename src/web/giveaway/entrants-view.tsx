import { useState } from 'preact/hooks'

import { numberOf, readTicket } from '../../core/giveaways/check-draw.ts'
import type { GiveawayRecord } from '../../core/giveaways/giveaway-record.ts'
import { gapOf } from '../../words/sentences.ts'
import { shorten } from '../parts/show-amount.ts'
import { useWords } from '../parts/spoken.tsx'
import { rowOf } from './describe-draw.ts'

/** Who entered, by their numbers, what came of it, and finding oneself among them. */
export function EntrantsView({ record, told }: { record: GiveawayRecord; told: string }) {
  const words = useWords()
  const { giveaway: said } = words
  const { entrants, drawn, state } = record
  const struck = entrants.flatMap((each) => (each.struck ? [each.number] : []))
  const [isOpen, setOpen] = useState(false)
  if (entrants.length === 0)
    return (
      <section class="panel">
        <h2>{said.whoEntered}</h2>
        <p>{said.nobody}</p>
      </section>
    )
  return (
    <section class="panel">
      <h2>{said.whoEntered}</h2>
      <p>
        {said.entered(entrants.length)}
        {drawn.length > 0 && (
          <strong>
            {gapOf(words)}
            {said.won(rowOf(words, drawn), drawn.length)}
          </strong>
        )}
      </p>
      {struck.length > 0 && <p>{said.leftOut(rowOf(words, struck))}</p>}
      <p class="small soft">{said.noNames}</p>
      <OwnNumber record={record} told={told} />
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{said.list}</summary>
        {isOpen && (
          <table class="entrants small">
            <thead>
              <tr>
                <th scope="col">{said.number}</th>
                <th scope="col">{said.nameInList}</th>
                {state === 'drawn' && <th scope="col">{said.cameOfIt}</th>}
              </tr>
            </thead>
            <tbody>
              {entrants.map(({ number, id }) => (
                <tr key={number}>
                  <td>{number}</td>
                  <td class="mono" title={id}>
                    {shorten(id)}
                  </td>
                  {state === 'drawn' && <td>{said.results[resultOf(record, number)]}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </details>
    </section>
  )
}

/** Whoever has a ticket finds out which number is theirs, here in the browser alone. */
function OwnNumber({ record, told }: { record: GiveawayRecord; told: string }) {
  const { giveaway: said } = useWords()
  const [written, setWritten] = useState(told)
  const number = numberOf(record, readTicket(written))
  const answer =
    written.trim() === ''
      ? ''
      : number === undefined
        ? said.you.absent
        : said.you[resultOf(record, number)](number)
  return (
    <>
      <p class="field">
        <label for="ticket">{said.yourTicket}</label>
        <input
          id="ticket"
          class="mono"
          autocomplete="off"
          aria-describedby="ticket-like"
          value={written}
          onInput={(event) => setWritten(event.currentTarget.value)}
        />
        <span id="ticket-like" class="small soft">
          {said.ticketLike}
        </span>
      </p>
      <p role="status">
        <strong>{answer}</strong>
      </p>
    </>
  )
}

function resultOf({ state, drawn, entrants }: GiveawayRecord, number: number) {
  if (state !== 'drawn') return 'none'
  if (drawn.includes(number)) return 'won'
  return entrants.some((each) => each.number === number && each.struck) ? 'struck' : 'lost'
}
