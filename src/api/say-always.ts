import { RETRY_AFTER_SEC } from './error-body.ts'

const YEAR_SEC = 31_536_000
/** Passkeys are for the page of keys alone, which says so itself: no script of another one can have one asked. */
const NO_PASSKEYS = 'publickey-credentials-create=(), publickey-credentials-get=()'

/** An answer whose headers are not sent yet, the framework's or one from before it serves. */
type OpenAnswer = {
  statusCode: number
  hasHeader(name: string): boolean
  header(name: string, value: string): unknown
}

/** Adds what every answer tells browsers, whoever made it: where an answer says otherwise itself, that counts. */
export function sayAlways(answer: OpenAnswer, { isHttps }: { isHttps: boolean }): void {
  const sayUnlessSaid = (name: string, value: string) => {
    if (!answer.hasHeader(name)) answer.header(name, value)
  }
  answer.header('x-content-type-options', 'nosniff')
  sayUnlessSaid('referrer-policy', 'no-referrer')
  if (isHttps) answer.header('strict-transport-security', `max-age=${YEAR_SEC}`)
  sayUnlessSaid('permissions-policy', NO_PASSKEYS)
  // A page's own policy says who may frame it.
  if (!answer.hasHeader('content-security-policy')) answer.header('x-frame-options', 'DENY')
  // Kept by nobody, unless it is the same for everybody: claims, sign requests and PINs are not.
  sayUnlessSaid('cache-control', 'no-store')
  if (answer.statusCode === 429 || answer.statusCode === 503)
    sayUnlessSaid('retry-after', `${RETRY_AFTER_SEC}`)
}
