import type { z } from 'zod'

/**
 * What a schema reads of JSON without spaces, whose fields stand in the schema's order, each once. `undefined` for any other
 * text: what is signed must not be read in two ways. Pure.
 */
export function readExact<Schema extends z.ZodType>(
  schema: Schema,
  json: string,
): z.output<Schema> | undefined {
  const { data } = schema.safeParse(parseJson(json))
  return JSON.stringify(data) === json ? data : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no JSON, so nothing that a schema reads
  }
}
