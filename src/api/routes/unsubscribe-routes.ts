import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { OptOuts, OptOutState } from '../../claims/opt-outs.ts'
import { DomainError } from '../../core/terms/errors.ts'
import { parseRequest } from '../../core/terms/request.ts'
import { failAs } from '../error-body.ts'
import type { PageContent } from './track-page-routes.ts'

type Params = { Params: { token: string } }

type Deps = {
  webDir: string
  optOuts: Pick<OptOuts, 'stateOf' | 'choose'>
  /** A page with one thing to say. */
  say(title: string, words: string): PageContent
}

/** What is posted: by the page's buttons a choice, by mail programs what RFC 8058 has them say. */
const Posted = z.union([
  z.object({ choice: z.enum(['all', 'sender', 'none']) }),
  z
    .object({ 'List-Unsubscribe': z.literal('One-Click') })
    .transform(() => ({ choice: 'all' as const })),
])

const POLICY =
  "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
const HTML = 'text/html; charset=utf-8'
/** Far above what such a form has. */
const BODY_LIMIT_BYTES = 4096
/** RFC 8058 lets mail programs send either, and would rather have the second. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Makes whole pages out of what they say: without scripts, in the look of all others. */
export const plainPage =
  (webDir: string) =>
  async ({ title, html }: PageContent): Promise<string> =>
    (await readFile(join(webDir, 'unsubscribe.html'), 'utf8'))
      .replace(/<title>.*?<\/title>/, () => `<title>${title} - Vouch</title>`)
      .replace('<!--state-->', () => html)

/**
 * `/unsubscribe/<token>`: no more mails to a mailbox. Opening it changes nothing, since whoever scans mails opens their links;
 * a POST does, without cookies, session or redirect, so that a mail program can make it.
 */
export const unsubscribeRoutes =
  ({ webDir, optOuts, say }: Deps) =>
  (server: FastifyInstance) => {
    const pageWith = plainPage(webDir)
    const pageOf = (state: OptOutState) => {
      const { title, html } = say(...wordsOf(state))
      return pageWith({ title, html: html + formOf(state) })
    }

    void server.register(async (pages) => {
      pages.addHook('onSend', async (_request, reply) => {
        reply.header('content-security-policy', POLICY).header('cache-control', 'no-store')
      })
      pages.addContentTypeParser(
        FORMS,
        { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
        readForm,
      )
      pages.setErrorHandler(async (error, _request, reply) => {
        if (!(error instanceof DomainError)) throw error
        const page = await pageWith(say('This did not work', `${error.message} ${error.fix}`))
        return failAs(reply, error).type(HTML).send(page)
      })
      pages.get<Params>('/unsubscribe/:token', async ({ params }, reply) =>
        reply.type(HTML).send(await pageOf(await optOuts.stateOf(params.token))),
      )
      pages.post<Params>('/unsubscribe/:token', async ({ params, body }, reply) => {
        const { choice } = parseRequest(Posted, body)
        await optOuts.choose(params.token, choice)
        return reply.type(HTML).send(await pageOf(await optOuts.stateOf(params.token)))
      })
    })
  }

/** A form's fields by name; what cannot be read has none, and is refused as that. */
async function readForm(request: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(body), { headers })
    .formData()
    .catch(() => undefined)
  return Object.fromEntries(form ?? [])
}

function wordsOf({ all, sender }: OptOutState): [title: string, words: string] {
  if (all)
    return [
      'No more mails',
      'Nothing more is sent to this address, but for codes that you ask for yourself. What waits for you still waits.',
    ]
  if (sender === true)
    return [
      'No more mails from this sender',
      'Nobody is told by mail any more what this sender sends to this address. What waits for you still waits.',
    ]
  return [
    'Mails about what waits for you',
    'We write to this address when somebody sends value to it, and before that goes back. Do you want no more of these mails?',
  ]
}

function formOf({ all, sender }: OptOutState): string {
  const button = (choice: string, label: string, look = 'plain') =>
    `<p><button class="button ${look} wide" name="choice" value="${choice}">${label}</button></p>`
  const buttons = [
    ...(all ? [] : [button('all', 'Nothing more to this address', 'primary')]),
    ...(all || sender !== false ? [] : [button('sender', 'Nothing more from this sender', '')]),
    ...(all || sender === true ? [button('none', 'Undo: send me mails again')] : []),
  ]
  return `<form class="panel" method="post">${buttons.join('')}</form>`
}
