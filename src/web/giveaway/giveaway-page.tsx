import { useMemo, useState } from 'preact/hooks'

import { withAllEntrants } from '../../client/read-entrants.ts'
import { findFaults, readTicket } from '../../core/giveaways/check-draw.ts'
import type { GiveawayRecord } from '../../core/giveaways/giveaway-record.ts'
import { showSpan } from '../../core/terms/show-text.ts'
import { isForGood, problemOf, vouch, type Problem } from '../parts/api-client.ts'
import { FactsView } from '../parts/facts-view.tsx'
import { OnlyPanel, PageFrame } from '../parts/page-frame.tsx'
import { ProblemView } from '../parts/problem-view.tsx'
import { showMoment } from '../parts/show-moment.ts'
import { useWords, type Spoken } from '../parts/spoken.tsx'
import { StepsView } from '../parts/steps-view.tsx'
import { SumView } from '../parts/sum-view.tsx'
import { usePolling } from '../parts/use-polling.ts'
import { describeDraw } from './describe-draw.ts'
import { EntrantsView } from './entrants-view.tsx'
import { useDecidingBlock } from './use-deciding-block.ts'

const PAUSE_MS = 3000

/**
 * The page of `/giveaway`: what was promised and who entered, and once it is drawn, the draw done again in this browser, with the block as a node of its
 * chain says it. `told` is the ticket of whoever comes by the link of theirs; else empty.
 */
export function GiveawayPage({ id, told }: { id: string; told: string }) {
  const { page, giveaway } = useWords()
  const [record, setRecord] = useState<GiveawayRecord>()
  const [problem, setProblem] = useState<Problem>()
  usePolling(
    async () => {
      try {
        const after = async (number: number) =>
          (await vouch.getGiveawayEntrants(id, `${number}`)).entrants
        setRecord(await withAllEntrants(await vouch.getGiveaway(id), after, record?.entrants))
        setProblem(undefined)
      } catch (error) {
        setProblem(problemOf(error))
      }
    },
    {
      pauseMs: PAUSE_MS,
      isActive:
        (record === undefined || record.state === 'open' || record.state === 'drawing') &&
        !isForGood(problem),
      key: id,
    },
  )
  if (record)
    return (
      <PageFrame>
        {problem && <ProblemView problem={problem} />}
        <RecordView record={record} told={told} />
      </PageFrame>
    )
  return problem ? (
    <OnlyPanel title={giveaway.cannotShow}>
      <ProblemView problem={problem} />
    </OnlyPanel>
  ) : (
    <OnlyPanel title={page.moment}>
      <p class="soft">{giveaway.fetching}</p>
    </OnlyPanel>
  )
}

function RecordView({ record, told }: { record: GiveawayRecord; told: string }) {
  const words = useWords()
  const { giveaway: said } = words
  const { id, state, chain, token, decimals, amount, winners, ends_at } = record
  const asked = useDecidingBlock(record)
  const { seen, isAsking } = asked
  const faults = useMemo(() => findFaults(record, seen, readTicket(told)), [record, seen, told])
  const verdict = faults.length > 0 ? 'wrong' : seen ? 'right' : isAsking ? 'checking' : 'unsure'
  const verdicts = {
    ...said.verdicts,
    checking: said.verdicts.checking(chain.name),
    right: said.verdicts.right(chain.name),
  }
  return (
    <>
      <section class="panel">
        <h1>{said.titles[state === 'drawn' ? verdict : state]}</h1>
        {state === 'drawn' && (
          <div role="status">
            <p class={`notice ${TONES[verdict]}`}>{verdicts[verdict]}</p>
          </div>
        )}
        {state === 'drawn' && !seen && !isAsking && <NotSeen record={record} {...asked} />}
        {state === 'void' && <p>{said.wasVoid}</p>}
        <SumView sum={{ token, amount }} tokens={[{ token, decimals }]} />
        <FactsView
          facts={[
            { label: said.winners, value: winners },
            { label: said.ends, value: showMoment(words.locale, new Date(ends_at)) },
            {
              label: said.mayEnter,
              value: (
                <ul>
                  {rulesOf(words, record).map((rule) => (
                    <li key={rule}>{rule}</li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      </section>
      <EntrantsView record={record} told={told} />
      {state !== 'void' && (
        <section class="panel">
          <h2>{said.stepByStep}</h2>
          <StepsView steps={describeDraw(words, record, { seen, isAsking, faults, told })} />
        </section>
      )}
      <section class="panel">
        <h2>{said.byYourself}</h2>
        <p class="small soft">{said.ofTheServer}</p>
        <pre class="command small" lang="en">
          {`vouch giveaway verify ${location.origin}/giveaway/${id} --node <url>`}
        </pre>
        <p>
          <a href={`/api/v1/giveaways/${encodeURIComponent(id)}`}>{said.record}</a>
        </p>
      </section>
    </>
  )
}

const TONES = { right: 'success', wrong: 'error', checking: '', unsure: 'warning' }

/** Why no node has said what the block is, and asking once more. */
function NotSeen({
  record: { chain },
  reason,
  ask,
}: { record: GiveawayRecord } & Pick<ReturnType<typeof useDecidingBlock>, 'reason' | 'ask'>) {
  const { giveaway: said, page } = useWords()
  if (chain.rpc_url === '') return <p>{said.noNode(chain.name)}</p>
  return (
    <>
      <p>{said.noAnswer(chain.name)}</p>
      <p class="small soft" lang="en">
        {reason}
      </p>
      <p>
        <button type="button" class="button" onClick={ask}>
          {page.tryAgain}
        </button>
      </p>
    </>
  )
}

function rulesOf({ giveaway: said, language }: Spoken, { rules }: GiveawayRecord): string[] {
  const { members, member_for_sec, role, once_a_day, except } = rules
  return [
    said.everybody,
    ...(member_for_sec > 0
      ? [said.membersFor(showSpan(member_for_sec, language))]
      : members
        ? [said.members]
        : []),
    ...(role === '' ? [] : [said.withRole(role)]),
    ...(once_a_day ? [said.onceADay] : []),
    ...(except > 0 ? [said.except(except)] : []),
  ]
}
