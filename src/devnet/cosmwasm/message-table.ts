import { z } from 'zod'

import { ContractError } from './tx-error.ts'

type Entry<Context> = (context: Context, body: unknown) => unknown

/** One entry of a message table: the shape of the message's body, and what to do with it. */
export function on<Context, Schema extends z.ZodType>(
  schema: Schema,
  run: (context: Context, body: z.output<Schema>) => unknown,
): Entry<Context> {
  return (context, body) => {
    const parsed = schema.safeParse(body)
    if (!parsed.success)
      throw new ContractError(
        `Error parsing message: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
      )
    return run(context, parsed.data)
  }
}

/**
 * Runs the one message in `msg`, which is `{"<name>": {...}}` as in every CosmWasm contract.
 * @throws {ContractError} not such an object, or a name that the table does not have
 */
export function dispatch<Context>(
  table: Record<string, Entry<Context>>,
  context: Context,
  msg: unknown,
): unknown {
  const entries: [string, unknown][] =
    typeof msg === 'object' && msg !== null ? Object.entries(msg) : []
  const [entry] = entries
  if (!entry || entries.length !== 1)
    throw new ContractError('Error parsing message: expected an object with exactly one key')
  const [name, body] = entry
  const run = Object.hasOwn(table, name) ? table[name] : undefined
  if (!run)
    throw new ContractError(
      `Error parsing message: unknown variant \`${name}\`, expected one of ${Object.keys(table)
        .map((known) => `\`${known}\``)
        .join(', ')}`,
    )
  return run(context, body)
}
