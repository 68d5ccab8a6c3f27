import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { z } from 'zod'

import { DomainError } from '../../core/terms/errors.ts'
import { DEFAULT_LANGUAGE } from '../../core/terms/language.ts'
import type { Network } from '../../core/terms/network.ts'
import { SCHEMA_QUESTIONS_PER_MINUTE } from '../../core/terms/open-limits.ts'
import type { BlockReads } from '../../services/market/block-reads.ts'
import { parseRequest, refuseLongLists } from '../../core/terms/request.ts'
import { keepNewest } from '../../services/flow/keep-newest.ts'
import { writtenWordsIn } from '../../words/written-words.ts'
import { minuteLimit } from '../client-limits.ts'
import { failAs } from '../error-body.ts'
import { frameworkFix } from '../framework-fix.ts'
import { createExecuteQuery, QueryRefusedError } from '../graphql/execute-query.ts'
import { createResolvers } from '../graphql/resolvers.ts'

const GraphQlRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

/** Most answers that are kept of the newest block, and most of those that no block changes; and the longest, in characters with its question: what everybody asks for is short. */
const KEPT_ANSWERS = 500
const LONGEST_KEPT = 32_768

/** What mends a query that is not as it should be, where its error names nothing better. */
const QUERY_FIX = 'Correct the query as the schema has it: open /graphql in a browser.'

const JSON_TYPE = 'application/json; charset=utf-8'

/** GraphiQL's editor adds style elements of its own; everything else is a file of ours. */
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

type Deps = { network: Network; hub: { latest(): Promise<BlockReads> }; now: () => Date }

/**
 * `POST /graphql {query, variables, operationName?}`, and in a browser a page to try it, which is one of the files of
 * `pageRoutes`. Every answer is shaped as GraphQL's, failures too: `errors` with `message`, and in `extensions` our `code`
 * and `fix`. A request sees the hub at one block, and whoever asks the same within it gets the same answer.
 */
export const graphQlRoutes =
  ({ network, hub, now }: Deps) =>
  (server: FastifyInstance) => {
    const executeQuery = createExecuteQuery(createResolvers(network))
    const sent = createSentAnswers()
    const allowSchema = minuteLimit(
      SCHEMA_QUESTIONS_PER_MINUTE,
      'You are asking for the schema',
      now,
    )

    server.register(async (child) => {
      child.setErrorHandler((error: FastifyError | Error, request, reply) => {
        if (error instanceof QueryRefusedError)
          return refuse(
            reply,
            400,
            error.errors.map((each) => describe(each, request)),
          )
        if (error instanceof DomainError) failAs(reply, error)
        else reply.status(('statusCode' in error && error.statusCode) || 500)
        return refuse(reply, reply.statusCode, [describe(error, request, reply.statusCode < 500)])
      })

      child.post('/graphql', async (request, reply) => {
        refuseLongLists(request.body)
        const asked = parseRequest(GraphQlRequest, request.body)
        let block: Promise<BlockReads> | undefined
        const context = {
          hub: () => (block ??= hub.latest()),
          allowSchema: () => allowSchema(request),
        }
        const question = questionOf(asked)
        const kept = question && (await sent.find(question, context.hub))
        if (kept) return reply.type(JSON_TYPE).send(kept)
        const { data, errors } = await executeQuery(asked, context)
        if (data && !errors) {
          const answer = JSON.stringify({ data })
          if (question) sent.keep(question, answer, await block)
          return reply.type(JSON_TYPE).send(answer)
        }
        // Without data not even the variables could be used.
        return reply.status(data === undefined ? 400 : 200).send({
          data,
          ...(errors && { errors: errors.map((error) => describe(error, request)) }),
        })
      })

      child.get('/graphql', async (request, reply) => {
        if (!/text\/html/.test(request.headers.accept ?? ''))
          return refuse(reply.header('allow', 'POST'), 405, [
            {
              message: 'Queries are sent by POST, as JSON {"query", "variables"}.',
              extensions: {
                code: 'INVALID_REQUEST',
                fix: 'Send it by POST, or open /graphql in a browser.',
              },
            },
          ])
        return reply
          .header('content-security-policy', PAGE_POLICY)
          .header('cache-control', 'no-cache')
          .header('vary', 'accept')
          .sendFile('graphql.html')
      })
    })
  }

/**
 * Answers as they were sent, for whoever asks the same: within a block nothing of them changes, and what was answered without
 * the hub never does. Those of a block go with it; of the others, the one that was kept for longest goes first.
 */
function createSentAnswers() {
  const ofAnyBlock = new Map<string, string>()
  let newest: { block: BlockReads; answers: Map<string, string> } | undefined
  return {
    /** Looks at the hub's block only where an answer is of one; a hub that cannot be read is for its fields to say. */
    async find(question: string, latest: () => Promise<BlockReads>): Promise<string | undefined> {
      const answer = ofAnyBlock.get(question)
      if (answer !== undefined || !newest?.answers.has(question)) return answer
      const block = await latest().catch(() => undefined)
      return block === newest.block ? newest.answers.get(question) : undefined
    },
    /** `block` is the one that was asked; none where the hub was not. */
    keep(question: string, answer: string, block: BlockReads | undefined): void {
      if (question.length + answer.length > LONGEST_KEPT) return
      if (block && block !== newest?.block) newest = { block, answers: new Map() }
      const answers = block && newest ? newest.answers : ofAnyBlock
      answers.set(question, answer)
      keepNewest(answers, KEPT_ANSWERS)
    },
  }
}

/** What names a request; `undefined` for one with a number that JSON cannot say, as the parser makes of `1e999`. */
function questionOf(asked: z.output<typeof GraphQlRequest>): string | undefined {
  let isExact = true
  const text = JSON.stringify(asked, (_name, value: unknown) => {
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
      isExact = false
    return value
  })
  return isExact ? text : undefined
}

function refuse(reply: FastifyReply, status: number, errors: GraphQLFormattedError[]) {
  return reply.status(status).type(JSON_TYPE).send({ errors })
}

/** What a caller may know of a failure. A fault of ours goes to the log and shows no more than its request. */
function describe(
  error: Error,
  request: FastifyRequest,
  isOwnWords = false,
): GraphQLFormattedError {
  const cause = error instanceof GraphQLError ? (underlying(error) ?? error) : error
  const place =
    error instanceof GraphQLError
      ? {
          ...(error.locations && { locations: error.locations }),
          ...(error.path && { path: error.path }),
        }
      : {}
  if (cause instanceof DomainError) {
    const { code, fix, message } = cause
    return { message, ...place, extensions: { code, fix } }
  }
  if (cause instanceof GraphQLError || isOwnWords) {
    const extensions = { code: 'INVALID_REQUEST', fix: fixOf(cause) }
    return { message: shortened(cause.message), ...place, extensions }
  }
  request.log.error({ err: cause, request_id: request.id }, 'a GraphQL field failed')
  const { fault, laterOrTell } = writtenWordsIn(DEFAULT_LANGUAGE).failures
  return {
    message: fault,
    ...place,
    extensions: { code: 'INTERNAL', fix: laterOrTell, request_id: request.id },
  }
}

/** What mends a query, or a request that none could be read from. */
function fixOf(error: Error): string {
  if (!(error instanceof GraphQLError)) return frameworkFix(error)
  const { fix } = error.extensions
  return typeof fix === 'string' ? fix : QUERY_FIX
}

/** A message of the library repeats what was sent: a name or a value as long as a body. */
const LONGEST_MESSAGE = 500

const shortened = (message: string) =>
  message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message

/**
 * What a field threw: graphql-js says it as the standard's `cause`, graphql-jit as `originalError`. An error of GraphQL's own that stands there says less than the
 * one around it, which names the variable.
 */
function underlying(error: Error): Error | undefined {
  const cause = error.cause ?? ('originalError' in error ? error.originalError : undefined)
  return cause instanceof Error && !(cause instanceof GraphQLError) ? cause : undefined
}
