import { useEffect, useState } from 'preact/hooks'

import { createCall } from '../../client/call.ts'
import { problemOf, type Problem } from '../parts/api-client.ts'
import iconUrl from '../parts/icon.svg'
import { OnlyPanel } from '../parts/page-frame.tsx'
import { ProblemView } from '../parts/problem-view.tsx'
import type { ApiDocument } from './document.ts'
import { OperationView, Prose } from './operation-view.tsx'

const call = createCall({ baseUrl: '' })

/** The interface, read from its own document: what can be called, and a form for each call to try it. */
export function DocsPage() {
  const [document, setDocument] = useState<ApiDocument>()
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => {
    void call<ApiDocument>('GET', '/openapi.json').then(setDocument, (error: unknown) =>
      setProblem(problemOf(error)),
    )
  }, [])
  if (!document)
    return (
      <OnlyPanel title="Vouch API">
        {problem ? <ProblemView problem={problem} /> : <p class="soft">One moment…</p>}
      </OnlyPanel>
    )
  const { info, tags, paths, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return (
    <div class="docs">
      <header>
        <p class="brand">
          <img src={iconUrl} alt="" width={28} height={28} /> {info.title}
        </p>
        <h1>API</h1>
        <p class="soft">
          <Prose text={info.description} />
        </p>
        <p class="small">
          The same for programs: <a href="/openapi.json">/openapi.json</a>. Everything that is sent
          from here is real: on the local network with play money, elsewhere not.
        </p>
      </header>
      <main>
        {tags.map(({ name }) => (
          <section key={name} class="panel">
            <h2>{name}</h2>
            {operations
              .filter(({ operation }) => operation.tags.includes(name))
              .map((described) => (
                <OperationView
                  key={described.operation.operationId}
                  {...described}
                  schemas={components.schemas}
                />
              ))}
          </section>
        ))}
      </main>
    </div>
  )
}
