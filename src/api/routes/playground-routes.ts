import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { InvalidRequestError } from '../../core/terms/errors.ts'
import { parseRequest } from '../../core/terms/request.ts'
import { TransactionBuild, type CrossChainUser } from '../../core/terms/shapes.ts'

/** A message of the playground as its page reads it. `card` is the reply vocabulary as JSON. */
export type PlaygroundMessage = {
  seq: number
  id: string
  chat: string
  from: string
  text: string
  card: unknown
  edited: boolean
}

/** What the playground's routes need: its chats, and its personas' wallets on the local network. */
export type Playground = {
  personas: string[]
  /** For the page: how to show amounts, and what to suggest after a slash. */
  tokens: readonly { token: string; decimals: number }[]
  commands: readonly { name: string; summary: string; usage: string }[]
  say(message: {
    from: string
    chat: string
    text: string
    reply_to?: string | undefined
  }): Promise<PlaygroundMessage[]>
  messages(query: { chat: string; after: number }): Promise<PlaygroundMessage[]>
  press(press: { from: string; message_id: string; action: string }): Promise<PlaygroundMessage[]>
  react(reaction: { from: string; message_id: string; emoji: string }): Promise<PlaygroundMessage[]>
  /** Signs a sign request with the persona's wallet and broadcasts, approvals first; hands the signature of a text in. */
  sign(from: string, signId: string): Promise<{ chain_uid: string; tx_hash: string }>
  /** Signs a request's text with the persona's wallet and hands it in. */
  signText(from: string, signId: string): Promise<{ queue_id: string }>
  broadcast(from: string, build: TransactionBuild): Promise<{ chain_uid: string; tx_hash: string }>
  wallets(persona: string): Promise<{
    wallets: (CrossChainUser & { balances: { token: string; amount: bigint }[] })[]
    vouchers: { token: string; amount: bigint }[]
  }>
}

/** Bytes: what 50 people share is more than any request of the public interface. */
const LARGEST_BUILD = 512 * 1024

const id = z.union([z.string(), z.int()]).transform((value) => `${value}`)
const Say = z.object({
  from: z.string(),
  chat: z.string(),
  text: z.string(),
  reply_to: id.nullish(),
})
const Press = z.object({ from: z.string(), message_id: id, action: z.string() })
const React = z.object({ from: z.string(), message_id: id, emoji: z.string() })
const Sign = z.object({ from: z.string(), sign_id: z.string() })
const Broadcast = z.object({ from: z.string(), build: TransactionBuild })
const MessagesQuery = z.object({
  chat: z.string(),
  after: z.coerce.number().int().min(0).default(0),
})
const WalletsQuery = z.object({ persona: z.string() })

/** `/playground/api/…`: the chat that stands in for Telegram on the local network. */
export const playgroundRoutes = (playground: Playground) => (server: FastifyInstance) => {
  server.get('/playground/api/personas', async () => ({
    personas: playground.personas.map((name) => ({ name })),
    tokens: playground.tokens.map(({ token, decimals }) => ({ token, decimals })),
    commands: playground.commands.map(({ name, summary, usage }) => ({ name, summary, usage })),
  }))

  server.post('/playground/api/messages', async ({ body }) => {
    const { reply_to, ...message } = parseRequest(Say, body)
    return { messages: await playground.say({ ...message, reply_to: reply_to ?? undefined }) }
  })
  server.get('/playground/api/messages', async ({ query }) => ({
    messages: await playground.messages(parseRequest(MessagesQuery, query)),
  }))
  server.post('/playground/api/actions', async ({ body }) => ({
    messages: await playground.press(parseRequest(Press, body)),
  }))
  server.post('/playground/api/reactions', async ({ body }) => ({
    messages: await playground.react(parseRequest(React, body)),
  }))

  server.post('/playground/api/sign', async ({ body }) => {
    const { from, sign_id } = parseRequest(Sign, body)
    return playground.sign(from, sign_id)
  })
  server.post('/playground/api/sign-text', async ({ body }) => {
    const { from, sign_id } = parseRequest(Sign, body)
    return playground.signText(from, sign_id)
  })
  server.post('/playground/api/broadcast', { bodyLimit: LARGEST_BUILD }, async ({ body }) => {
    const { from, build } = parseRequest(Broadcast, body)
    if (build.msgs.length === 0)
      throw new InvalidRequestError(
        'build.msgs',
        'is empty',
        'Send a build as the execute endpoints answer it.',
      )
    return playground.broadcast(from, build)
  })

  server.get('/playground/api/wallets', async ({ query }) => {
    const { persona } = parseRequest(WalletsQuery, query)
    const { wallets, vouchers } = await playground.wallets(persona)
    return {
      persona,
      wallets: wallets.map((wallet) => ({ ...wallet, balances: wallet.balances.map(inDigits) })),
      vouchers: vouchers.map(inDigits),
    }
  })
}

function inDigits({ token, amount }: { token: string; amount: bigint }) {
  return { token, amount: `${amount}` }
}

/** A mail of the playground's mailbox. `at` is ISO 8601. */
export type PlaygroundMail = {
  to: string
  subject: string
  text: string
  html: string
  at: string
}

/** `/playground/api/mail`: every mail of the local network, oldest first; none where an SMTP server takes them. */
export const playgroundMailRoutes =
  (mails: () => PlaygroundMail[]) => (server: FastifyInstance) => {
    server.get('/playground/api/mail', async () => ({ mails: mails() }))
  }
