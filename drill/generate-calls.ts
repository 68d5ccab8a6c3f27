import fc from 'fast-check'

/** As much of an OpenAPI document as a generator needs. */
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
type Operation = {
  operationId: string
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: {
    content: Record<
      'application/json',
      { schema: Schema; examples?: Record<string, { value: unknown }> }
    >
  }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
export type Schema = {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  type?: string
  pattern?: string
  minimum?: number
  maximum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

export type DrillCall = {
  /** The path of the document, by which its answers are known. */
  path: string
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  payload: string | undefined
}

const POISON = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '$ref', '']

// Amounts, times, addresses, mail and paths, and letters, that are not quite what they seem.
const AWKWARD = (
  '0|-1|+5|1e18|0x10|1.5| 5|5 |1_000|٣|NaN|null|%00|../../etc/passwd|${7*7}|euclid1qqqq|' +
  '2999-01-01T00:00:00Z|-271821-04-20T00:00:00Z|a@b.co\r\nBcc: x@y.co|\u0000|\ud800|\u202e|' +
  `${2n ** 128n}|${2n ** 256n}|${2n ** 256n - 1n}|0x${'0'.repeat(40)}|${'9'.repeat(78)}|` +
  `${'9'.repeat(5000)}|${'@'.repeat(400)}|${'🦊'.repeat(50)}|${'e\u0301'.repeat(40)}`
).split('|')

/** Texts that readers of amounts, addresses and names stumble over. */
const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...AWKWARD, ...POISON),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.string({ maxLength: 40 }),
)
const deep = fc
  .tuple(fc.integer({ min: 20, max: 300 }), fc.boolean())
  .map(([levels, isList]): unknown =>
    Array.from({ length: levels }).reduce<unknown>((inner) => (isList ? [inner] : { a: inner }), 1),
  )
/** Anything that JSON can say. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: text },
  {
    weight: 4,
    arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, -0, [], {}),
  },
  { weight: 2, arbitrary: fc.integer() },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: deep },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 100, max: 2000 })
      .map((length) => Array.from({ length }, () => '5')),
  },
)

/** A value that fits a schema of the document, as far as the schema says. */
function fitting(schema: Schema, document: Document, depth = 0): fc.Arbitrary<unknown> {
  const inner = (child: Schema) => fitting(child, document, depth + 1)
  if (depth > 12) return fc.constant(null)
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return inner(document.components.schemas[name] ?? {})
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(inner))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  switch (schema.type) {
    case 'string':
      return schema.pattern === undefined ? text : fc.oneof(text, ofPattern(schema.pattern))
    case 'integer':
      return fc.integer({ min: -5, max: Math.min(schema.maximum ?? 1e6, 1e6) })
    case 'number':
      return fc.double()
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: 4 })
    case 'object': {
      const fields = Object.entries(schema.properties ?? {})
      const values = Object.fromEntries(fields.map(([name, child]) => [name, inner(child)]))
      return fc.record(values, { requiredKeys: schema.required ?? [] })
    }
    default:
      return junk
  }
}

/** Not every pattern of the document is one that can be generated from (look-aheads): those give plain texts. */
function ofPattern(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    return text
  }
}

type Change = { at: number; kind: number; junk: unknown; other: unknown; key: string }

/** One change somewhere in a JSON value: gone, replaced, renamed, doubled, one letter off. */
function changed(value: unknown, { at, kind, junk: thing, other, key }: Change): unknown {
  const copy: unknown = structuredClone(value)
  const places = placesIn(copy)
  const place = places[at % Math.max(places.length, 1)]
  if (!place) return thing
  const { holder, name } = place
  const now = holder[name]
  const actions = [
    () => Reflect.deleteProperty(holder, name),
    () => (holder[name] = thing),
    () => (holder[name] = other),
    () => (holder[key] = thing),
    () => {
      Reflect.deleteProperty(holder, name)
      holder[`${name}${key}`] = now
    },
    () => (holder[name] = [now, now, now]),
    () => (holder[name] = typeof now === 'string' ? now.toUpperCase() : JSON.stringify(now)),
    () => (holder[name] = typeof now === 'string' ? `${now.slice(0, -1)}${key.slice(0, 1)}` : -1),
  ]
  actions[kind % actions.length]?.()
  return copy
}

type Place = { holder: Record<string, unknown>; name: string }

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown> // objects and lists alike have named values
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesIn(holder[name])])
}

/** Texts that are nearly JSON, or JSON that a careful reader refuses. */
const spoil: fc.Arbitrary<(json: string) => string> = fc.oneof(
  fc.nat({ max: 400 }).map((at) => (json: string) => json.slice(0, at)),
  fc.tuple(fc.nat({ max: 400 }), fc.string({ maxLength: 3, unit: 'binary' })).map(
    ([at, letters]) =>
      (json: string) =>
        json.slice(0, at) + letters + json.slice(at),
  ),
  fc
    .constantFrom(...POISON)
    .map((key) => (json: string) => `{"${key}":{"amount":"1"},${json.slice(1)}`),
  fc.constant((json: string) => `${json.slice(0, -1)},${json.slice(1)}`), // every key twice
  fc.constant((json: string) => '\ufeff' + json),
  fc.constant((json: string) => `${json.slice(0, -1)},"note":"${'x'.repeat(66_000)}"}`),
  fc
    .constantFrom('', '[]', '""', '1', 'null', '{}', '[[[[', '{"a":'.repeat(5000))
    .map((all) => () => all),
)

const header = fc.stringMatching(/^[ -~]{0,60}$/)

/**
 * Calls of every operation of the document: its examples as they are, examples with changes, what the schemas allow, and
 * what nobody allows. `ids` are ids that exist, for paths that take one.
 */
export function callsOf(document: Document, ids: readonly string[]): fc.Arbitrary<DrillCall> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const examples = operations.flatMap(({ operation }) =>
    Object.values(operation.requestBody?.content['application/json'].examples ?? {}).map(
      ({ value }) => value,
    ),
  )
  const parts = examples.flatMap(placesIn).map(({ holder, name }) => holder[name])
  const change: fc.Arbitrary<Change> = fc.record({
    at: fc.nat(),
    kind: fc.nat({ max: 7 }),
    junk,
    other: fc.constantFrom(...parts),
    key: text,
  })

  return fc.oneof(
    ...operations.map(({ path, method, operation }) => {
      const schema = operation.requestBody?.content['application/json'].schema
      const own = Object.values(operation.requestBody?.content['application/json'].examples ?? {})
      const example = fc.constantFrom(...(own.length > 0 ? own.map(({ value }) => value) : [{}]))
      const body = schema
        ? fc
            .tuple(
              fc.oneof(
                { weight: 2, arbitrary: example },
                {
                  weight: 10,
                  arbitrary: fc
                    .tuple(example, fc.array(change, { minLength: 1, maxLength: 4 }))
                    .map(([value, changes]) => changes.reduce(changed, value)),
                },
                { weight: 3, arbitrary: fitting(schema, document) },
                { weight: 1, arbitrary: junk },
              ),
              fc.option(spoil, { freq: 8, nil: undefined }),
            )
            .map(([value, spoiled]) => {
              const json = JSON.stringify(value) ?? 'null'
              return spoiled ? spoiled(json) : json
            })
        : fc.constant(undefined)
      const id = fc
        .oneof(fc.constantFrom('unknown', ...ids), text, fc.string())
        // An address without an id is another address, and a lone surrogate has no form in one.
        .map((value) => encodeURIComponent(Buffer.from(value).toString()) || 'x')
      const headers = Object.fromEntries(
        operation.parameters
          .filter((parameter) => parameter.in === 'header')
          .map(({ name }) => [name, header]),
      )
      return fc
        .record({
          id: fc.oneof({ weight: 20, arbitrary: id }, { weight: 1, arbitrary: fc.constant('%zz') }),
          body,
          headers: fc.record(headers, { requiredKeys: [] }),
          type: fc.oneof(
            { weight: 20, arbitrary: fc.constant('application/json') },
            {
              weight: 1,
              arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'x'),
            },
          ),
        })
        .map(({ id: given, body: payload, headers: extra, type }): DrillCall => ({
          path,
          method: method === 'post' ? 'POST' : 'GET',
          url: path.replace('{id}', given),
          headers: { ...extra, ...(payload !== undefined && { 'content-type': type }) },
          payload,
        }))
    }),
  )
}
