import { BODY_BYTES } from '../core/terms/open-limits.ts'

/** What mends a refusal of the framework, by its code. */
const FIXES: Partial<Record<string, (bodyLimit: number) => string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (bodyLimit) => `Send a body of at most ${bodyLimit / 1024} KiB.`,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    'Send JSON, and say so with the header content-type: application/json.',
  FST_ERR_BAD_URL: () => 'Correct the address: a % stands before two hexadecimal digits.',
  FST_ERR_MAX_PARAM_LENGTH: () => 'Correct the address: no part of it is so long.',
}
const ANY_FIX = 'Send a JSON body as the documentation shows it.'

/** Returns what mends a refusal of the framework. `bodyLimit` is the route's, in bytes. Pure. */
export const frameworkFix = (
  { code = '' }: Error & { code?: string },
  bodyLimit = BODY_BYTES,
): string => FIXES[code]?.(bodyLimit) ?? ANY_FIX
