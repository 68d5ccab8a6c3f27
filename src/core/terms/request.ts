import type { z } from 'zod'

import { InvalidRequestError, DomainError } from './errors.ts'
import { LIST_ELEMENTS, UNKNOWN_FIELDS } from './open-limits.ts'

/**
 * Reads JSON of the outside into a request of ours.
 * @throws {InvalidRequestError} names the first wrong field by its path and says what would be right
 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { path, message } = deepestIssue(result.error.issues)
  throw new InvalidRequestError(path.join('.'), `is not usable: ${message}`, fixFor(path))
}

/**
 * Reads JSON as `parseRequest` does, and refuses fields that the schema does not know: `refuse` says which.
 * @throws {InvalidRequestError} also as `refuse`
 */
export function parseExactRequest<Schema extends z.ZodObject>(
  schema: Schema,
  json: unknown,
  refuse: typeof refuseMisspelt = refuseLostFields,
): z.output<Schema> {
  refuse(Object.keys(schema.shape), json)
  return parseRequest(schema, json)
}

/**
 * Refuses JSON whose lists, wherever they stand, have more elements together than any call needs.
 * @throws {InvalidRequestError}
 */
export function refuseLongLists(json: unknown): void {
  let elements = 0
  function countIn(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) elements += value.length
    if (elements > LIST_ELEMENTS)
      throw new InvalidRequestError(
        'The request',
        `has more than ${LIST_ELEMENTS} elements in its lists`,
        'Send less at once, in several requests.',
      )
    for (const inner of Object.values(value)) countIn(inner)
  }
  countIn(json)
}

type Issue = { path: PropertyKey[]; message: string }

/** What zod says of a union that says nothing of its own. */
const NO_WORDS = 'Invalid input'

/**
 * Of a union, the alternative tells most that fits but for what is too much; else the one that came furthest: its issue stands deepest in
 * the request. Where several fit, none was meant more than the others, and the union's own words say what would be right.
 */
function deepestIssue(issues: readonly z.core.$ZodIssue[], above: PropertyKey[] = []): Issue {
  const [issue] = issues
  if (!issue) return { path: above, message: 'invalid value' }
  const path = [...above, ...issue.path]
  if (issue.code !== 'invalid_union') return { path, message: issue.message }
  const [fitting, other] = issue.errors.filter(
    (alternative) =>
      alternative.length > 0 && alternative.every(({ code }) => code === 'unrecognized_keys'),
  )
  if (fitting && other && issue.message !== NO_WORDS) return { path, message: issue.message }
  if (fitting) return deepestIssue(fitting, path)
  const candidates = issue.errors
    .filter((alternative) => alternative.length > 0)
    .map((alternative) => deepestIssue(alternative, path))
  return candidates.reduce((best, next) => (next.path.length > best.path.length ? next : best), {
    path,
    message: issue.message,
  })
}

function fixFor(path: PropertyKey[]): string {
  return path.length === 0
    ? 'Send a JSON object as the documentation shows it.'
    : `Correct ${path.join('.')} and send the request again.`
}

/**
 * Runs a check of one field of a request. A refusal that does not name its field yet begins with `path`, for example
 * `recipient.address: "0x1" is not an address on base.` Without a path, refusals stay as they are.
 */
export function atField<Value>(path: string | undefined, check: () => Value): Value {
  try {
    return check()
  } catch (error) {
    if (
      path !== undefined &&
      error instanceof DomainError &&
      !(error instanceof InvalidRequestError)
    )
      error.message = `${path}: ${error.message}`
    throw error
  }
}

/**
 * Fields, of any operation here or at the live service, that say who gets how much and at which price. A request that
 * has one which its operation does not know means something that would not happen.
 */
const MONEY_FIELDS = [
  'amount',
  'amount_in',
  'asset_in',
  'asset_out',
  'token_in',
  'token_out',
  'min_amount_out',
  'minimum_receive',
  'slippage',
  'slippage_tolerance_bps',
  'sender',
  'recipient',
  'recipients',
  'recipient_address',
  'receiver',
  'cross_chain_addresses',
  'limit',
  'denom',
  'forwarding_message',
  'unsafe_refund_as_voucher',
  'partnerFee',
  'partner_fee',
  'swap_path',
  'legs',
  'split',
]

/** A misspelt timeout only means the default one: it moves nothing. */
const HARMLESS = new Set(['timeout'])

/**
 * Refuses a request with a field that its operation would ignore although it moves money: one of `MONEY_FIELDS`, or what
 * looks like a misspelt field of the operation. Any other unknown field is ignored. `known` are the operation's fields.
 * @throws {InvalidRequestError} names the field, and the one that was probably meant
 */
export function refuseLostFields(known: readonly string[], request: unknown): void {
  refuseMisspelt(known, request)
  for (const field of unknownFields(known, request)) {
    if (MONEY_FIELDS.includes(field)) {
      throw new InvalidRequestError(
        field,
        'is not a field of this request, and ignoring it could move money otherwise than you mean',
        `Leave ${field} out, or send the request of the operation that has it.`,
      )
    }
  }
}

/**
 * Refuses a request with what looks like a misspelt field of its call; any other unknown field is ignored.
 * @throws {InvalidRequestError} names the field, and the one that was probably meant
 */
export function refuseMisspelt(known: readonly string[], request: unknown): void {
  for (const field of unknownFields(known, request)) {
    const meant = meantBy(field, known)
    if (meant !== undefined) {
      throw new InvalidRequestError(
        field,
        `is not a field of this request; was ${meant} meant?`,
        `Write ${meant}, or leave ${field} out.`,
      )
    }
  }
}

function unknownFields(known: readonly string[], request: unknown): string[] {
  if (typeof request !== 'object' || request === null) return []
  const unknown = Object.keys(request).filter((field) => !known.includes(field))
  if (unknown.length > UNKNOWN_FIELDS)
    throw new InvalidRequestError(
      'The request',
      `has ${unknown.length} fields that its call does not know`,
      'Send the fields that the documentation shows.',
    )
  return unknown
}

/** Letters that a misspelt name may have too many, too few or changed. */
const SLIPS = 2

function meantBy(field: string, known: readonly string[]): string | undefined {
  const typed = plain(field)
  const names = new Map(
    known.filter((name) => !HARMLESS.has(name)).map((name) => [plain(name), name]),
  )
  const alike = [...names.keys()].filter((name) => Math.abs(name.length - typed.length) <= SLIPS)
  const [nearest] = closest(typed, alike)
  return nearest === undefined ? undefined : names.get(nearest)
}

/** A name without what people write differently: `partnerFee` and `partner_fee` are one. */
const plain = (name: string) => name.toLowerCase().replaceAll('_', '')

/** Letters that a name may be off. */
const FARTHEST = 2

/** The names that a mistyped one may have meant, nearest first: at most two letters off, or begun and not finished. */
export function closest(typed: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({
      name,
      distance: typed.length > 1 && name.startsWith(typed) ? 0 : distanceOf(typed, name),
    }))
    .filter(({ name, distance }) => distance <= FARTHEST && distance < name.length)
    .sort((left, right) => left.distance - right.distance)
    .map(({ name }) => name)
}

/** Levenshtein's: how many letters to add, drop or change; without counting where more are too many or too few than matter. */
function distanceOf(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > FARTHEST) return Infinity
  let row = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...right].entries()) {
      const change = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}
