import { setTimeout as pass } from 'node:timers/promises'

import { z } from 'zod'

import { errorCard } from '../src/bots/dispatch/dispatch.ts'
import { wordsIn } from '../src/bots/words/words.ts'
import { TooManyTriesError, WrongCodeError } from '../src/claims/errors.ts'
import { createVault } from '../src/claims/vault.ts'
import { Claimer, TransactionBuild } from '../src/core/terms/shapes.ts'
import type { Door } from '../test/claims/code-races.ts'
import type { SmtpServer } from '../test/mail/smtp-server.ts'

const Failure = z.object({ error: z.object({ code: z.string() }) })
const Session = z.object({ session: z.string() })
const View = z.object({
  items: z.array(z.object({ claim_id: z.string(), status: z.string() })),
  redemptions: z.array(z.object({ status: z.string() })),
})
const Said = z.object({
  messages: z.array(
    z.object({
      card: z.object({ tone: z.string(), title: z.string() }).nullable(),
    }),
  ),
})
const MAIL_MS = 240_000
/** Codes of errors by the titles that chats give them. */
const REFUSALS = new Map(
  [new WrongCodeError(), new TooManyTriesError('code'), new TooManyTriesError('claim')].map(
    (error) => [errorCard(error, wordsIn('en')).title, error.code],
  ),
)

/** A claim as its sender made it, and the mailbox that it is for. */
export type Sent = { build: TransactionBuild; claimer: Claimer; mailbox: string; secret: string }
export type Visitors = ReturnType<typeof createClaimVisitors>

/** Senders and recipients of a running server, over HTTP, mail and the playground's chats alone. `url` is asked each time: a restart moves it. */
export function createClaimVisitors(deps: { url(): string; smtp: SmtpServer; vaultKey: Buffer }) {
  const { url, smtp } = deps
  // Links are computed from this key. Their mails go out once a claim is funded, which most here never are.
  const vault = createVault({ keyEncryptionKey: deps.vaultKey })

  async function post(path: string, body: object, headers: Record<string, string> = {}) {
    const answer = await fetch(`${url()}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const json: unknown = await answer.json()
    const failure = Failure.safeParse(json)
    return {
      json,
      outcome: failure.success ? failure.data.error.code : 'ok',
      retryAfter: answer.headers.get('retry-after'),
    }
  }

  const claimCall = ({ claimer, secret }: Sent, path: string, body: object) =>
    post(`/api/v1/claims/${claimer._id}${path}`, body, { 'x-claim-secret': secret })

  /** What a persona's private chat answers: `ok`, or an error's code. */
  async function say(persona: string, text: string): Promise<string> {
    const message = { from: persona, chat: `dm:${persona}`, text }
    const { json } = await post('/playground/api/messages', message)
    const card = Said.parse(json).messages.at(-1)?.card
    if (card && card.tone !== 'error') return 'ok'
    const title = card?.title ?? 'no answer'
    return REFUSALS.get(title) ?? title
  }

  const codesTo = (mailbox: string) =>
    smtp.arrived
      .filter(({ recipients }) => recipients.includes(mailbox))
      .flatMap(({ mail }) => /^Code: (\S+)$/m.exec(mail.text ?? '')?.[1] ?? [])

  const askByHttp = async (sent: Sent) =>
    (await claimCall(sent, '/proof', { kind: 'email' })).outcome
  const askIn = (persona: string) => (sent: Sent) =>
    say(persona, `/claim ${sent.claimer._id}#${sent.secret}`)

  /** Asks for a code, and reads it in the mailbox. */
  async function sendCode(sent: Sent, ask: (sent: Sent) => Promise<string>): Promise<string> {
    const before = codesTo(sent.mailbox).length
    const outcome = await ask(sent)
    if (outcome !== 'ok') throw new Error(`no code for ${sent.mailbox}: ${outcome}`)
    for (const from = Date.now(); Date.now() - from < MAIL_MS; await pass(10)) {
      const code = codesTo(sent.mailbox)[before]
      if (code !== undefined) return code
    }
    throw new Error(`no code came to ${sent.mailbox} within ${MAIL_MS} ms`)
  }

  /** Has a payload built for a mailbox of its own, or is refused. `amount` is base units of the chain's coin. */
  async function trySend(
    sender: { chain_uid: string; address: string },
    mailbox: string,
    amount: bigint,
  ) {
    const answer = await post('/api/v1/execute/token/deposit', {
      sender,
      amount_in: `${amount}`,
      asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
      recipient: { social: { email: mailbox } },
    })
    const { json, ...rest } = answer
    if (rest.outcome !== 'ok') return { ...rest, sent: undefined }
    const build = TransactionBuild.parse(json)
    const claimer = Claimer.parse(build.claimer)
    const sent: Sent = { build, claimer, mailbox, secret: vault.hash('link', claimer._id) }
    return { ...rest, sent }
  }

  return {
    trySend,

    /** @throws {Error} it was refused */
    async send(...asked: Parameters<typeof trySend>): Promise<Sent> {
      const { sent, outcome } = await trySend(...asked)
      if (!sent) throw new Error(`a claim for ${asked[1]} was refused: ${outcome}`)
      return sent
    },

    /** The persona has no other claim under way: a code that it types is for the link that it showed last. */
    door: (sent: Sent, persona: string): Door => ({
      pin: sent.claimer.otp,
      sendCode: () => sendCode(sent, askIn(persona)),
      ways: [
        async (code) => (await claimCall(sent, '/proof/verify', { code })).outcome,
        (code) => say(persona, `/claim code ${code}`),
      ],
      cancel: async (pin) => (await claimCall(sent, '/cancel', { otp: pin })).outcome,
    }),

    async prove(sent: Sent): Promise<string> {
      const code = await sendCode(sent, askByHttp)
      const { json } = await claimCall(sent, '/proof/verify', { code })
      return Session.parse(json).session
    },

    redeem: ({ claimer }: Sent, session: string, recipient: object) =>
      post(
        `/api/v1/claims/${claimer._id}/redeem`,
        { recipient },
        { authorization: `Bearer ${session}` },
      ),

    async view({ claimer, secret }: Sent) {
      const headers = { 'x-claim-secret': secret }
      const answer = await fetch(`${url()}/api/v1/claims/${claimer._id}`, { headers })
      return View.parse(await answer.json())
    },
  }
}
