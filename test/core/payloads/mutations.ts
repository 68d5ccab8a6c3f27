import fc, { type Arbitrary } from 'fast-check'

import { DomainError } from '../../../src/core/terms/errors.ts'

const ODD = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  '0',
  '-1',
  '1e3',
  'x'.repeat(300),
  '\u0000',
  '\ud800',
  [],
  {},
  [null],
  { __proto__: null },
  `${2n ** 256n}`,
]

/** A valid request of which one part, anywhere in it, is missing, replaced or joined by another. */
export function mutationOf(request: object): Arbitrary<unknown> {
  const paths = pathsIn(request)
  const oddValue = fc.oneof(fc.constantFrom(...ODD), fc.jsonValue())
  return fc
    .tuple(fc.constantFrom(...paths), fc.constantFrom('drop', 'replace', 'add'), oddValue)
    .map(([path, way, odd]) => mutate(request, path, way, odd))
}

/**
 * Runs what may be refused.
 * @throws {Error} anything but a refusal
 */
export async function orRefused(run: () => unknown): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [
    [],
    ...Object.entries(value).flatMap(([key, inner]) =>
      pathsIn(inner).map((path) => [key, ...path]),
    ),
  ]
}

function mutate(value: unknown, path: string[], way: string, odd: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) {
    if (way === 'add' && typeof value === 'object' && value !== null) return { ...value, odd }
    return way === 'drop' ? undefined : odd
  }
  const fields = new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}))
  const inner = mutate(fields.get(key), rest, way, odd)
  if (inner === undefined) fields.delete(key)
  else fields.set(key, inner)
  return Array.isArray(value) ? [...fields.values()] : Object.fromEntries(fields)
}
