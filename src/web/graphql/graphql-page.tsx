import { useState } from 'preact/hooks'

import { problemOf, type Problem } from '../parts/api-client.ts'
import iconUrl from '../parts/icon.svg'
import { ProblemView } from '../parts/problem-view.tsx'
import { openGraphiQl } from './open-graphiql.ts'

const EXAMPLE = `query Tokens {
  token {
    token_metadatas {
      tokenId
      price
      chain_uids
    }
  }
}
`

/** A query to try, at once; GraphiQL, with completion and the schema, is a button away. A link can bring the query as `?query=`. */
export function GraphQlPage() {
  const [query, setQuery] = useState(
    () => new URLSearchParams(location.search).get('query') ?? EXAMPLE,
  )
  const [variables, setVariables] = useState('')
  const [answer, setAnswer] = useState<string>()
  const [problem, setProblem] = useState<Problem>()
  const [busyWith, setBusyWith] = useState<'query' | 'GraphiQL'>()

  async function run(what: 'query' | 'GraphiQL', work: () => Promise<void>): Promise<void> {
    setBusyWith(what)
    setProblem(undefined)
    await work().catch((error: unknown) => setProblem(problemOf(error)))
    setBusyWith(undefined)
  }

  return (
    <div class="docs">
      <header>
        <p class="brand">
          <img src={iconUrl} alt="" width={28} height={28} /> Vouch
        </p>
        <h1>GraphQL</h1>
        <p class="soft">
          Chains, tokens with their prices, pools and balances. Programs send the same to this
          address by POST, as JSON.
        </p>
      </header>
      <main>
        <form
          class="panel"
          onSubmit={(event) => {
            event.preventDefault()
            void run('query', async () => setAnswer(await ask(query, variables)))
          }}
        >
          <p class="field">
            <label for="query">Query</label>
            <textarea
              id="query"
              spellcheck={false}
              rows={Math.min(24, query.split('\n').length + 1)}
              value={query}
              onInput={(event) => setQuery(event.currentTarget.value)}
            />
          </p>
          <p class="field">
            <label for="variables">
              Variables <span class="soft">(JSON, optional)</span>
            </label>
            <textarea
              id="variables"
              spellcheck={false}
              rows={2}
              value={variables}
              onInput={(event) => setVariables(event.currentTarget.value)}
            />
          </p>
          <p class="row">
            <button class="button primary" disabled={busyWith !== undefined}>
              {busyWith === 'query' ? 'Asking…' : 'Execute query'}
            </button>
            <button
              type="button"
              class="button"
              disabled={busyWith !== undefined}
              onClick={() => void run('GraphiQL', () => openGraphiQl({ query, variables }))}
            >
              {busyWith === 'GraphiQL' ? 'Loading…' : 'Open GraphiQL'}
            </button>
            <span class="small soft">
              GraphiQL completes what you write and shows the schema; 2 MB.
            </span>
          </p>
          {problem && <ProblemView problem={problem} />}
          {answer !== undefined && <pre role="status">{answer}</pre>}
        </form>
      </main>
    </div>
  )
}

/** What the server answers, refusals too, indented. */
async function ask(query: string, variables: string): Promise<string> {
  const body = { query, ...(variables.trim() !== '' && { variables: readVariables(variables) }) }
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return JSON.stringify(await response.json(), null, 2)
}

function readVariables(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the variables are not JSON')
  }
}
