import type { Card } from './card-shape.ts'
import type { Identity } from '../core/identity.ts'
import type { SignableOperation } from '../core/operations.ts'
import type { CrossChainUser, TransactionBuild } from '../core/shapes.ts'
import type { Progress } from '../core/tracking/progress.ts'

/** Something that went wrong, in words for a person: what happened, and what to do about it. */
export type Problem = { message: string; fix: string; code?: string; requestId?: string }

/** A refused or failed call. `code` is the API's, or `OFFLINE` when there was no answer of the API at all. */
export class ApiError extends Error {
  constructor(readonly problem: Problem & { code: string }) {
    super(problem.message)
  }
}

export type NativeCurrency = { name: string; symbol: string; decimals: number }
export type TokenDecimals = { token: string; decimals: number }
/** `amount` is base units, as a decimal string. */
export type TokenAmount = { token: string; amount: string }

/** A sign request as its page sees it. */
export type SignView = {
  id: string
  status: 'open' | 'signed' | 'expired'
  owner_name: string
  operation: SignableOperation
  chain: {
    chain_uid: string
    name: string
    chain_id: string
    family: 'evm' | 'cosmwasm'
    rpc_url: string
    explorer_tx_url: string // `{hash}` stands for the hash; empty without an explorer
    native_currency?: NativeCurrency | null
  }
  token: TokenDecimals
  amount: string // base units
  recipient: string // as people write it: "@bobby"
  note: string | null
  sender_address: string | null
  build: TransactionBuild | null
  tx_hash: string | null
  expires_at: string
  progress: Progress | null
}

export type ClaimItem = TokenAmount & { claim_id: string; status: 'funded' | 'redeeming' | 'paid' }
export type Destination = {
  chain_uid: string
  name: string
  family: 'evm' | 'cosmwasm'
  native_currency?: NativeCurrency | null
  tokens: string[] // those with a real form there
}
export type Redemption = {
  claim_id: string
  recipient: CrossChainUser
  tx_hash: string
  status: 'signed' | 'included' | 'failed'
  error: string | null
  progress: Progress | null
}

/** A claim as its recipient sees it. */
export type ClaimView = {
  id: string
  recipient: Identity
  sender_name: string
  note: string | null
  key_held: boolean
  announced: TokenAmount
  items: ClaimItem[]
  redemptions: Redemption[]
  destinations: Destination[]
  tokens: TokenDecimals[]
}
export type ClaimSession = { session: string; expires_at: string }

export type ChatMessage = {
  seq: number // grows with every message and every edit
  id: string
  chat: string
  from: string
  text: string
  card: Card | null
  edited: boolean
}
export type CommandHint = { name: string; summary: string; usage: string }
export type Personas = {
  personas: { name: string }[]
  tokens: TokenDecimals[]
  commands: CommandHint[]
}
export type Wallets = {
  persona: string
  wallets: (CrossChainUser & { balances: TokenAmount[] })[]
  vouchers: TokenAmount[]
}

const DEADLINE_MS = 60_000

async function call<Answer>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch(() => undefined)
  if (!response)
    throw new ApiError({
      code: 'OFFLINE',
      message: 'Vouch cannot be reached right now.',
      fix: 'Check your connection and try again.',
    })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new ApiError(problemIn(answer, response.status))
  // Our own server answers: its routes are tested against these shapes, so the page does not check them again.
  return answer as Answer
}

function problemIn(answer: unknown, status: number): Problem & { code: string } {
  const unclear = {
    code: 'UNCLEAR',
    message: `Vouch answered with status ${status}.`,
    fix: 'Try again in a moment.',
  }
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return unclear
  const error = answer.error
  if (typeof error !== 'object' || error === null) return unclear
  const read = (key: string) => (key in error ? String(Reflect.get(error, key)) : undefined)
  return {
    code: read('code') ?? unclear.code,
    message: read('message') ?? unclear.message,
    fix: read('fix') ?? unclear.fix,
    ...(read('request_id') && { requestId: read('request_id') ?? '' }),
  }
}

/** The problem behind anything that was thrown. What is no `ApiError` is a fault of the page itself. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem
  return {
    message: `Something on this page went wrong: ${error instanceof Error ? error.message : String(error)}.`,
    fix: 'Reload the page and try again.',
  }
}

const signPath = (id: string) => `/api/v1/sign/${encodeURIComponent(id)}`
export const getSign = (id: string) => call<SignView>('GET', signPath(id))
export const prepareSign = (id: string, address: string) =>
  call<SignView>('POST', `${signPath(id)}/prepare`, { address })
export const reportSigned = (id: string, txHash: string) =>
  call<SignView>('POST', `${signPath(id)}/report`, { tx_hash: txHash })

const claimPath = (id: string) => `/api/v1/claims/${encodeURIComponent(id)}`
const linkHeader = (secret: string) => ({ 'x-claim-secret': secret })
export const getClaim = (id: string, secret: string) =>
  call<ClaimView>('GET', claimPath(id), undefined, linkHeader(secret))
export const sendCode = (id: string, secret: string, kind: string) =>
  call<object>('POST', `${claimPath(id)}/proof`, { kind }, linkHeader(secret))
export const verifyCode = (id: string, secret: string, code: string) =>
  call<ClaimSession>('POST', `${claimPath(id)}/proof/verify`, { code }, linkHeader(secret))
export const redeemClaim = (
  id: string,
  secret: string,
  session: string,
  claimId: string,
  recipient: CrossChainUser,
) =>
  call<{ tx_hash: string; chain: string }>(
    'POST',
    `${claimPath(id)}/redeem`,
    { claim_id: claimId, recipient, release: true },
    { ...linkHeader(secret), authorization: `Bearer ${session}` },
  )

export const getPersonas = () => call<Personas>('GET', '/playground/api/personas')
export const getMessages = (chat: string, after: number) =>
  call<{ messages: ChatMessage[] }>(
    'GET',
    `/playground/api/messages?${new URLSearchParams({ chat, after: `${after}` })}`,
  )
export const postMessage = (message: {
  from: string
  chat: string
  text: string
  reply_to?: string
}) => call<{ messages: ChatMessage[] }>('POST', '/playground/api/messages', message)
export const pressAction = (from: string, messageId: string, action: string) =>
  call<{ messages?: ChatMessage[] }>('POST', '/playground/api/actions', {
    from,
    message_id: messageId,
    action,
  })
export const signAsPersona = (from: string, signId: string) =>
  call<{ chain_uid: string; tx_hash: string }>('POST', '/playground/api/sign', {
    from,
    sign_id: signId,
  })
export const getWallets = (persona: string) =>
  call<Wallets>('GET', `/playground/api/wallets?${new URLSearchParams({ persona })}`)
