import { createCall, VouchError } from '../../client/call.ts'
import { createVouchClient } from '../../client/client.ts'
import type { TokenAmount, TokenDecimals } from '../../calls/chain-view.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { CardJson } from './card-shape.ts'
import { PartMissingError } from './load-part.ts'
import { answersSoFar, fetchCounted } from './reachable.ts'

/** Something that went wrong, in words for a person: what happened, and what to do about it. */
export type Problem = {
  message: string
  fix: string
  /** The server's, or a wallet's; `OFFLINE`, `UNCLEAR`, `PART_MISSING` and `FAULT` are said by the page. */
  code?: string
  requestId?: string
  /** Where the server could not be reached: how often it had answered before. It is over with the next answer. */
  answersBefore?: number
}

const ownServer = { baseUrl: '', fetch: fetchCounted }
export const vouch = createVouchClient(ownServer)
export const callOwnServer = createCall(ownServer)

export type ChatMessage = {
  seq: number // grows with every message and every edit
  id: string
  chat: string
  from: string
  text: string
  card: CardJson | null
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

/** A mail of the local network; `at` is ISO 8601. */
export type Mail = { to: string; subject: string; text: string; at: string }

/** The problem behind anything that was thrown. What is no `VouchError` is a fault of the page itself. */
export function problemOf(error: unknown): Problem {
  if (error instanceof VouchError) {
    const { code, message, fix, requestId } = error
    return {
      code,
      message,
      fix,
      ...(requestId !== undefined && { requestId }),
      ...(code === 'OFFLINE' && { answersBefore: answersSoFar() }),
    }
  }
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof PartMissingError ? 'PART_MISSING' : 'FAULT'
  return { code, message, fix: 'Reload the page and try again.' }
}

/** Whether it stays so however often it is asked for: there is no such thing. */
export const isForGood = (problem: Problem | undefined): boolean => problem?.code === 'NOT_FOUND'

export const getMails = () => callOwnServer<{ mails: Mail[] }>('GET', '/playground/api/mail')
export const getPersonas = () => callOwnServer<Personas>('GET', '/playground/api/personas')
export const getMessages = (chat: string, after: number) =>
  callOwnServer<{ messages: ChatMessage[] }>(
    'GET',
    `/playground/api/messages?${new URLSearchParams({ chat, after: `${after}` })}`,
  )
export const postMessage = (message: {
  from: string
  chat: string
  text: string
  reply_to?: string
}) =>
  callOwnServer<{ messages: ChatMessage[] }>('POST', '/playground/api/messages', { body: message })
export const pressAction = (from: string, messageId: string, action: string) =>
  callOwnServer<{ messages?: ChatMessage[] }>('POST', '/playground/api/actions', {
    body: { from, message_id: messageId, action },
  })
export const reactTo = (from: string, messageId: string, emoji: string) =>
  callOwnServer<{ messages?: ChatMessage[] }>('POST', '/playground/api/reactions', {
    body: { from, message_id: messageId, emoji },
  })
export const signAsPersona = (from: string, signId: string) =>
  callOwnServer<{ chain_uid: string; tx_hash: string }>('POST', '/playground/api/sign', {
    body: { from, sign_id: signId },
  })
export const getWallets = (persona: string) =>
  callOwnServer<Wallets>('GET', `/playground/api/wallets?${new URLSearchParams({ persona })}`)
