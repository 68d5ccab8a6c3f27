import { useState } from 'preact/hooks'

import { curlOf, requestOf, type Operation, type Schema } from './document.ts'

type Props = {
  path: string
  method: string
  operation: Operation
  schemas: Record<string, Schema>
}
type Result = { status: string; body: string }

/** One call: what it does, a form to try it, what it answers, and what can go wrong. */
export function OperationView({ path, method, operation, schemas }: Props) {
  const { operationId, summary, description, responses } = operation
  const [good] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return (
    <details class="operation" id={operationId}>
      <summary>
        <span class={`method ${method}`}>{method.toUpperCase()}</span> <code>{path}</code>
        <span class="soft">
          <Prose text={summary} />
        </span>
      </summary>
      {description !== undefined && (
        <p>
          <Prose text={description} />
        </p>
      )}
      <TryIt path={path} method={method} operation={operation} />
      {operation.requestBody && (
        <section>
          <h4>Request</h4>
          <SchemaView
            schema={unfolded(operation.requestBody.content['application/json'].schema, schemas)}
            schemas={schemas}
          />
        </section>
      )}
      {good && (
        <section>
          <h4>Answer {good[0]}</h4>
          <SchemaView
            schema={unfolded(good[1].content['application/json'].schema, schemas)}
            schemas={schemas}
          />
        </section>
      )}
      <section>
        <h4>Errors</h4>
        <table>
          <tbody>
            {Object.entries(responses)
              .filter(([status]) => Number(status) >= 400)
              .map(([status, response]) => (
                <tr key={status}>
                  <th scope="row">{status}</th>
                  <td>
                    <Prose text={response.description} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

function TryIt({ path, method, operation }: Omit<Props, 'schemas'>) {
  const { operationId } = operation
  const content = operation.requestBody?.content['application/json']
  const examples = Object.entries(content?.examples ?? {})
  const [values, setValues] = useState<Record<string, string>>({})
  const [body, setBody] = useState(content ? pretty(examples[0]?.[1].value ?? {}) : undefined)
  const [result, setResult] = useState<Result>()
  const [isBusy, setBusy] = useState(false)
  const request = requestOf({ path, method, operation }, { values, body })

  async function send(): Promise<void> {
    setBusy(true)
    const { path: target, body: payload, ...rest } = request
    setResult(
      await fetch(target, { ...rest, ...(payload !== undefined && { body: payload }) })
        .then(async (response) => ({
          status: `${response.status} ${response.statusText}`,
          body: prettyText(await response.text()),
        }))
        .catch((error: unknown) => ({ status: 'No answer', body: String(error) })),
    )
    setBusy(false)
  }

  return (
    <form
      class="try"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Fields
        operation={operation}
        values={values}
        set={(name, value) => setValues({ ...values, [name]: value })}
      />
      {examples.length > 1 && (
        <p class="field">
          <label for={`${operationId}-example`}>Example</label>
          <select
            id={`${operationId}-example`}
            onChange={(event) =>
              setBody(pretty(examples[event.currentTarget.selectedIndex]?.[1].value))
            }
          >
            {examples.map(([name]) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </p>
      )}
      {body !== undefined && (
        <p class="field">
          <label for={`${operationId}-body`}>Body</label>
          <textarea
            id={`${operationId}-body`}
            spellcheck={false}
            rows={Math.min(24, body.split('\n').length + 1)}
            value={body}
            onInput={(event) => setBody(event.currentTarget.value)}
          />
        </p>
      )}
      <button class="button primary" disabled={isBusy}>
        {isBusy ? 'Sending…' : 'Send'}
      </button>
      <details>
        <summary>As a command</summary>
        <pre>{curlOf(location.origin, request)}</pre>
      </details>
      {result && (
        <div role="status" class="result">
          <strong>{result.status}</strong>
          <pre>{result.body}</pre>
        </div>
      )}
    </form>
  )
}

/** Parts of the path, and headers. */
function Fields({
  operation: { operationId, parameters },
  values,
  set,
}: {
  operation: Operation
  values: Record<string, string>
  set: (name: string, value: string) => void
}) {
  return (
    <>
      {parameters.map(({ name, required, description }) => (
        <p class="field" key={name}>
          <label for={`${operationId}-${name}`}>
            {name} {!required && <span class="soft">(optional)</span>}
          </label>
          <input
            id={`${operationId}-${name}`}
            class="mono"
            required={required}
            spellcheck={false}
            autocomplete="off"
            value={values[name] ?? ''}
            onInput={(event) => set(name, event.currentTarget.value)}
          />
          {description !== undefined && (
            <span class="small soft">
              <Prose text={description} />
            </span>
          )}
        </p>
      ))}
    </>
  )
}

/** The shape behind a name: the outermost one is shown at once. */
const unfolded = (schema: Schema, schemas: Record<string, Schema>): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? schema)

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

function prettyText(text: string): string {
  try {
    return pretty(JSON.parse(text))
  } catch {
    return text // whatever came, as it came
  }
}

type Schemas = Record<string, Schema>

/** A shape as a list of its fields. Named shapes open when asked, so that shapes within shapes stay readable. */
function SchemaView({ schema, schemas }: { schema: Schema; schemas: Schemas }) {
  if (schema.$ref !== undefined) return <NamedShape name={nameOf(schema.$ref)} schemas={schemas} />
  const choices = schema.anyOf ?? schema.oneOf
  if (choices)
    return (
      <ul class="choices">
        {choices.map((choice, index) => (
          <li key={index}>
            <SchemaView schema={choice} schemas={schemas} />
          </li>
        ))}
      </ul>
    )
  if (schema.properties)
    return (
      <dl class="fields">
        {Object.entries(schema.properties).map(([name, field]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>{' '}
              {schema.required?.includes(name) ? null : <span class="small soft">optional</span>}
            </dt>
            <dd>
              {field.description !== undefined && (
                <p class="small">
                  <Prose text={field.description} />
                </p>
              )}
              <SchemaView schema={field} schemas={schemas} />
            </dd>
          </div>
        ))}
        {schema.additionalProperties === false && (
          <p class="small soft">No other field is taken.</p>
        )}
      </dl>
    )
  if (schema.items)
    return (
      <div class="list">
        <span class="small soft">a list of</span>
        <SchemaView schema={schema.items} schemas={schemas} />
      </div>
    )
  return (
    <span class="small soft">
      <Prose text={describePlain(schema)} />
    </span>
  )
}

function NamedShape({ name, schemas }: { name: string; schemas: Schemas }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {isOpen && <SchemaView schema={schemas[name] ?? {}} schemas={schemas} />}
    </details>
  )
}

/** A sentence in which names and values stand between backticks. */
export function Prose({ text }: { text: string }) {
  const parts = text.split('`')
  return (
    <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  )
}

/** A form that only programs can read is told by an example. */
function describePlain({ enum: values, ...schema }: Schema): string {
  const type = [schema.type ?? 'anything'].flat().join(' or ')
  if (values) return values.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
  if ('const' in schema) return `always \`${JSON.stringify(schema.const)}\``
  const named = schema.format ?? schema.contentEncoding
  if (named !== undefined) return `${type} (${named})`
  const [example] = schema.examples ?? []
  return example === undefined ? type : `${type}, such as \`${JSON.stringify(example)}\``
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)
