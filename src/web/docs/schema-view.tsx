import { useState } from 'preact/hooks'

import type { Schema } from './document.ts'

type Schemas = Record<string, Schema>

/** A shape as a list of its fields. Named shapes open when asked, so that shapes within shapes stay readable. */
export function SchemaView({ schema, schemas }: { schema: Schema; schemas: Schemas }) {
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
              {field.description !== undefined && <p class="small">{field.description}</p>}
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
  return <span class="small soft">{describePlain(schema)}</span>
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

function describePlain({ type, enum: values, pattern, ...schema }: Schema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ')
  if ('const' in schema) return `always ${JSON.stringify(schema.const)}`
  return `${type ?? 'anything'}${pattern === undefined ? '' : ` like ${pattern}`}`
}

export const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)
