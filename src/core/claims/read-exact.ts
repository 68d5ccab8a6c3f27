import type { z } from 'zod'
import { readJson } from '../terms/read-json.ts'

/**
 * What a schema reads of JSON without spaces, whose fields stand in the schema's order, each once. `undefined` for any other
 * text: what is signed must not be read in two ways. Pure.
 */
export function readExact<Schema extends z.ZodType>(
  schema: Schema,
  json: string,
): z.output<Schema> | undefined {
  const { data } = schema.safeParse(readJson(json))
  return JSON.stringify(data) === json ? data : undefined
}
