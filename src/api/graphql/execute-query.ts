import {
  buildSchema,
  execute,
  getOperationAST,
  getVariableValues,
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
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'

import { keepNewestTexts } from '../../services/flow/keep-newest.ts'
import type { GraphQlContext, Resolver } from './resolver.ts'
import { SCHEMA_TEXT } from './schema-text.ts'

export type GraphQlRequest = {
  query: string
  variables?: Record<string, unknown> | null | undefined
  operationName?: string | null | undefined
}

/** Of a request's variables, the first that cannot be read are named: a list may have thousands. */
const NAMED_VARIABLE_ERRORS = 10

/**
 * Different queries that are kept checked and compiled, and their characters, of which each takes up to 500 bytes of memory then; the one that was not used for longest
 * goes first. Of those that people's tools ask none is as long as `LONGEST_KEPT`.
 */
const KEPT_QUERIES = { most: 500, characters: 100_000 }
const LONGEST_KEPT = 8_192

type Checked = {
  document: DocumentNode
  isAboutSchema: boolean
  runs: number
  compiled?: CompiledQuery
}

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
    const entry = known ?? { ...check(schema, query), runs: 0 }
    if (key.length > LONGEST_KEPT) return entry
    kept.delete(key)
    kept.set(key, entry)
    if (!known) keepNewestTexts(kept, KEPT_QUERIES)
    return entry
  }

  return async ({ query, variables, operationName: named }, contextValue) => {
    // Some clients write an empty name where they have none.
    const operationName = named || undefined
    // A compiled query is one operation of its text.
    const entry = checked(JSON.stringify([query, operationName]), query)
    const { document } = entry
    if (entry.isAboutSchema) contextValue.allowSchema?.()
    // A compiled query reads variables without a limit of errors, each of which tells the whole list that it is of.
    const errors = variableErrors(schema, entry.document, { variables, operationName })
    if (errors) return { errors }
    entry.runs += 1
    if (entry.runs === 2) {
      const compiled = compileQuery(schema, document, operationName)
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

/** Of an operation that the text does not have, running it tells. */
function variableErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variables, operationName }: Omit<GraphQlRequest, 'query'>,
): readonly GraphQLError[] | undefined {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? []
  const limit = { maxErrors: NAMED_VARIABLE_ERRORS }
  return getVariableValues(schema, definitions, variables ?? {}, limit).errors
}

function check(schema: GraphQLSchema, query: string): Pick<Checked, 'document' | 'isAboutSchema'> {
  const document = parseWithin(query)
  const sizes = sizesOf(document)
  if (!sizes.every(isWithinLimits)) throw tooMuch()
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
  return { document, isAboutSchema: sizes.some(({ isAboutSchema }) => isAboutSchema) }
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
    new GraphQLError('This query asks for too much at once.', {
      extensions: { fix: 'Ask for less, or in several requests.' },
    }),
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

/** Lexical tokens of a query's text: what a parser reads before it gives up. */
const MAX_TOKENS = 1_000
const MAX_ALIASES = 15
/** How often an answer's field stands in a query: validation compares each two that come to one field of the answer. */
const MAX_REPEATS = 15
/** `chains.evm_chain_config.rpc_urls.default.http`: the interface's own queries nest no deeper. */
const INTERFACE_DEPTH = 5
const MAX_DEPTH = INTERFACE_DEPTH + 6

/**
 * Whether an operation stays below what anybody needs: 15 aliases, 11 levels of fields, each named 15 times. Fragments count where they are spread. Questions about the schema
 * itself (`__schema`, `__type`) have a limit of levels in the standard rules, within which each alias makes an answer many times as large: no tool has one there.
 */
const isWithinLimits = ({ depth, aliases, repeats }: Size) =>
  depth <= MAX_DEPTH && aliases <= MAX_ALIASES && mostOf(repeats) <= MAX_REPEATS

/** How large the operations of a document are, and how often its fragments repeat a field, which are validated where nothing spreads them too. */
function sizesOf(document: DocumentNode): Size[] {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition)
  const known = new Map<string, Size>()

  function sizeOf({ selections }: SelectionSetNode): Size {
    const repeats = new Map<string, number>()
    const size = { ...NOTHING, repeats }
    for (const selection of selections) {
      const part = sizeOfSelection(selection)
      size.depth = Math.max(size.depth, part.depth)
      size.aliases += part.aliases
      size.isAboutSchema ||= part.isAboutSchema
      for (const [name, times] of part.repeats) repeats.set(name, (repeats.get(name) ?? 0) + times)
    }
    return size
  }

  function sizeOfSelection(selection: SelectionSetNode['selections'][number]): Size {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return sizeOfFragment(selection.name.value)
    if (selection.kind === Kind.INLINE_FRAGMENT) return sizeOf(selection.selectionSet)
    const below = selection.selectionSet ? sizeOf(selection.selectionSet) : NOTHING
    const isAboutSchema = SCHEMA_FIELDS.has(selection.name.value)
    const aliases = below.aliases + (selection.alias ? 1 : 0)
    return {
      depth: selection.name.value.startsWith('__') ? 0 : below.depth + 1,
      aliases: isAboutSchema && aliases > 0 ? Infinity : aliases,
      isAboutSchema: isAboutSchema || below.isAboutSchema,
      repeats: new Map([[(selection.alias ?? selection.name).value, mostOf(below.repeats)]]),
    }
  }

  /** Each fragment is looked into once, however often it is spread, so a nest of them costs no more than its text. */
  function sizeOfFragment(name: string): Size {
    const size = known.get(name)
    if (size) return size
    known.set(name, NOTHING) // for one that spreads itself, which validation refuses
    const fragment = fragments.get(name)
    const found = fragment ? sizeOf(fragment.selectionSet) : NOTHING
    known.set(name, found)
    return found
  }

  return document.definitions.flatMap((definition) => {
    if (!('selectionSet' in definition)) return []
    const size = sizeOf(definition.selectionSet)
    const isRun = definition.kind === Kind.OPERATION_DEFINITION
    return [isRun ? size : { ...NOTHING, repeats: size.repeats }]
  })
}

const SCHEMA_FIELDS: ReadonlySet<string> = new Set(['__schema', '__type'])

type Size = {
  depth: number
  aliases: number
  isAboutSchema: boolean
  /** How often each field of the answer stands here, or one below it that is named more often: what stands below several of one name comes together. */
  repeats: ReadonlyMap<string, number>
}
const NOTHING: Size = { depth: 0, aliases: 0, isAboutSchema: false, repeats: new Map() }

const mostOf = (repeats: Size['repeats']) => Math.max(1, ...repeats.values())
