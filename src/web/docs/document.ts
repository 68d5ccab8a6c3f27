/** As much of an OpenAPI document as the page shows. */
export type ApiDocument = {
  info: { title: string; description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export type Parameter = {
  name: string
  in: 'path' | 'header'
  required: boolean
  description?: string
}

type Body = { schema: Schema; examples?: Record<string, { value: unknown }> }

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters: Parameter[]
  requestBody?: { content: Record<'application/json', Body> }
  responses: Record<string, { description: string; content: Record<'application/json', Body> }>
}

export type Schema = {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  type?: string | string[]
  description?: string
  examples?: unknown[]
  format?: string
  contentEncoding?: string
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
}

/** A call as the form of the page has it. */
export type Filled = { values: Record<string, string>; body: string | undefined }

/** The request that a filled form stands for: empty optional parameters are left out. */
export function requestOf(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  { values, body }: Filled,
): { path: string; method: string; headers: Record<string, string>; body: string | undefined } {
  const headers: Record<string, string> =
    body === undefined ? {} : { 'content-type': 'application/json' }
  let target = path
  for (const { name, in: place } of operation.parameters) {
    const value = values[name] ?? ''
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '') headers[name] = value
  }
  return { path: target, method: method.toUpperCase(), headers, body }
}

/** The same request for a shell. */
export function curlOf(origin: string, request: ReturnType<typeof requestOf>): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const headers = Object.entries(request.headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  )
  const data = request.body === undefined ? [] : [`-d ${quoted(request.body)}`]
  const method = request.method === 'GET' || data.length > 0 ? [] : [`-X ${request.method}`]
  return ['curl -s', ...method, quoted(`${origin}${request.path}`), ...headers, ...data].join(' ')
}
