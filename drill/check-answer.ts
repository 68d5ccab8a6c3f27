import { Failure } from '../src/calls/call.ts'
import type { Document, DrillCall, Schema } from './generate-calls.ts'

/** What is wrong with an answer, or `undefined`: no fault of ours, one form of failures, and only what the document says. */
export function wrongWith(
  document: Document,
  { path, method }: DrillCall,
  answer: { status: number; body: string },
): string | undefined {
  const { status, body } = answer
  if (status >= 500) return `${status} ${body}`
  const operation = document.paths[path]?.[method.toLowerCase()]
  const response = operation?.responses[status]
  const json = readJson(body)
  if (status < 400)
    return response && json !== undefined ? undefined : `${status} is not documented, or no JSON`
  const failure = Failure.safeParse(json)
  if (!failure.success) return `${status} ${body} has not the form of a failure`
  const { code } = failure.data.error
  // An id can make the address another one, or none at all.
  if (path.includes('{') && (code === 'NOT_FOUND' || code === 'INVALID_REQUEST')) return undefined
  const documented = codesIn(response?.content?.['application/json']?.schema)
  return documented.includes(code) ? undefined : `${status} ${code} is not documented`
}

function codesIn(schema: Schema | undefined): unknown[] {
  return (schema?.allOf ?? []).flatMap(
    (part) => part.properties?.['error']?.properties?.['code']?.enum ?? [],
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
