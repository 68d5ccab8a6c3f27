import {
  buildSchema,
  execute,
  GraphQLError,
  isObjectType,
  isUnionType,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'

import { isWithinLimits, MAX_TOKENS } from './limits.ts'
import type { GraphQlContext, Resolver } from './resolvers.ts'
import { SCHEMA_TEXT } from './schema-text.ts'

export type GraphQlRequest = {
  query: string
  variables?: Record<string, unknown> | null | undefined
  operationName?: string | null | undefined
}

/** Different queries that are kept checked and compiled; the one that was not used for longest goes first. */
const KEPT_QUERIES = 500

type Checked = { document: DocumentNode; runs: number; compiled?: CompiledQuery }

/** A query that is not run: its text is wrong, or it is out of all proportion. */
export class QueryRefusedError extends Error {
  readonly errors: readonly GraphQLError[]

  constructor(errors: readonly GraphQLError[]) {
    super('the query was refused')
    this.errors = errors
  }
}

/**
 * Runs queries against the schema. A text is checked once, and compiled when it comes a second time: compiling what comes
 * once only costs. Failures of fields stand in the result's `errors`.
 * The function throws {QueryRefusedError} for a query that is not run at all.
 */
export function createExecuteQuery(
  resolvers: Record<string, Record<string, Resolver>>,
): (request: GraphQlRequest, context: GraphQlContext) => Promise<ExecutionResult> {
  const schema = withResolvers(buildSchema(SCHEMA_TEXT), resolvers)
  const kept = new Map<string, Checked>()

  function checked(key: string, query: string): Checked {
    const known = kept.get(key)
    const entry = known ?? { document: check(schema, query), runs: 0 }
    kept.delete(key)
    kept.set(key, entry)
    const [oldest] = kept.size > KEPT_QUERIES ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    return entry
  }

  return async ({ query, variables, operationName }, contextValue) => {
    // A compiled query is one operation of its text.
    const entry = checked(JSON.stringify([query, operationName]), query)
    const { document } = entry
    entry.runs += 1
    if (entry.runs === 2) {
      const compiled = compileQuery(schema, document, operationName ?? undefined)
      if (isCompiledQuery(compiled)) entry.compiled = compiled
    }
    if (entry.compiled) return entry.compiled.query({}, contextValue, variables ?? {})
    const request = { schema, document, contextValue, rootValue: {} }
    return execute({
      ...request,
      variableValues: variables ?? {},
      operationName: operationName ?? null,
    })
  }
}

function check(schema: GraphQLSchema, query: string): DocumentNode {
  const document = parseWithin(query)
  if (!isWithinLimits(document)) throw tooMuch()
  const errors = validate(schema, document)
  if (errors.length > 0) throw new QueryRefusedError(errors)
  const changes = document.definitions.find(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation !== OperationTypeNode.QUERY,
  )
  if (changes)
    throw new QueryRefusedError([
      new GraphQLError('There are queries here, and nothing else.', { nodes: changes }),
    ])
  return document
}

function parseWithin(query: string): DocumentNode {
  try {
    return parse(query, { maxLexicalTokens: MAX_TOKENS })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    throw error.message.includes(`${MAX_TOKENS} tokens`)
      ? tooMuch()
      : new QueryRefusedError([error])
  }
}

/** Says nothing about where the limits are. */
const tooMuch = () =>
  new QueryRefusedError([
    new GraphQLError('This query asks for too much at once. Ask for less, or in several requests.'),
  ])

/** @throws {Error} a resolver for a field that the schema does not have */
function withResolvers(
  schema: GraphQLSchema,
  resolvers: Record<string, Record<string, Resolver>>,
): GraphQLSchema {
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName)
    for (const [name, resolve] of Object.entries(fields)) {
      const field = isObjectType(type) ? type.getFields()[name] : undefined
      if (!field) throw new Error(`the schema has no ${typeName}.${name}`)
      // The schema hands each resolver the parent and the arguments that it was written for.
      field.resolve = resolve as unknown as GraphQLFieldResolver<unknown, GraphQlContext>
    }
  }
  const tokenType = schema.getType('TokenType')
  if (isUnionType(tokenType)) tokenType.resolveType = memberOfTokenType
  return schema
}

function memberOfTokenType(value: object): string {
  if ('native' in value) return 'NativeTokenType'
  return 'smart' in value ? 'SmartTokenType' : 'VoucherTokenType'
}
