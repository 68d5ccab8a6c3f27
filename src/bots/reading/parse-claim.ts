import { plainWord } from './read-number.ts'

/** What `/claim` is asked to do. `which` is `all` or a number of the list. */
export type ClaimOrder =
  | { kind: 'list' }
  | { kind: 'open'; claimerId: string; secret: string }
  | { kind: 'code'; code: string }
  | {
      kind: 'pay'
      which: string
      chain: string | undefined
      address: string | undefined
      pin: string | undefined
    }

/** A claim link, or what stands behind `/claim/` in it. Angle brackets keep a chat app from drawing a preview. */
const LINK = /^<?(?:https?:\/\/\S+\/claim\/)?([0-9a-f]{24})[#/]([\w-]{43})>?$/
const CODE_LENGTH = 8
/** `all to base`, `all on base` and `all base`, with a PIN behind it or not. */
const PAY =
  /^(all|\d{1,6})(?:\s+(?:(?:to|on)\s+)?(?!(?:to|on|pin)(?:\s|$))(\S+)(?:\s+(?!pin(?:\s|$))(\S+))?)?(?:\s+pin\s+([a-z0-9]+))?$/i

/** Reads what stands behind `/claim`; `undefined` when it cannot be read. */
export function parseClaim(input: string): ClaimOrder | undefined {
  if (input === '') return { kind: 'list' }
  const [, claimerId, secret] = LINK.exec(input) ?? []
  if (claimerId !== undefined && secret !== undefined) return { kind: 'open', claimerId, secret }
  const plain = plainWord(input)
  const code = readCode(plain)
  if (code !== undefined) return { kind: 'code', code }
  const [, which, chain, address, pin] = PAY.exec(plain) ?? []
  if (which === undefined) return undefined
  return { kind: 'pay', which: which.toLowerCase(), chain, address, pin }
}

/** People copy codes with spaces and dashes in them. Each sign is looked at once: a pattern may try a wrong code with each share of its spaces. */
function readCode(plain: string): string | undefined {
  if (!/^code\s/i.test(plain)) return undefined
  const code = plain.slice('code'.length).trimStart()
  let signs = 0
  for (const sign of code) {
    if (/[a-z0-9]/i.test(sign)) signs += 1
    else if (!/[\s-]/.test(sign)) return undefined
  }
  return signs === CODE_LENGTH && /[a-z0-9]/i.test(code.charAt(code.length - 1)) ? code : undefined
}

const LINK_SECRET = /([0-9a-f]{24}[#/])[\w-]{43}/g
const TYPED_SECRET = /(\s(?:code|pin)\s+)\S.*$/is

/** A message without what nobody else may read of it: the secret of a claim link, a code, a PIN. */
export function hideClaimSecrets(message: string): string {
  const shown = message.replaceAll(LINK_SECRET, '$1…')
  return /^\s*\/claim\b/i.test(shown) ? shown.replace(TYPED_SECRET, '$1…') : shown
}

/** Whether what stands behind `/claim` is for nobody else's eyes. */
export function holdsClaimSecret(input: string): boolean {
  const message = `/claim ${input}`
  return hideClaimSecrets(message) !== message
}
