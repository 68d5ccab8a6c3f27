import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { OptOuts, OptOutState } from '../../claims/opt-outs.ts'
import { parseRequest } from '../../core/terms/request.ts'
import { escapeHtml } from '../../core/terms/show-text.ts'
import type { WrittenWords } from '../../words/en/written.ts'
import { writtenWordsIn } from '../../words/written-words.ts'
import {
  HTML,
  PAGE_POLICY,
  panel,
  readerLanguage,
  type PageContent,
  type WritePage,
} from '../write-page.ts'

type Params = { Params: { token: string } }

type Deps = {
  writePage: WritePage
  optOuts: Pick<OptOuts, 'stateOf' | 'choose'>
}

/** What is posted: by the page's buttons a choice, by mail programs what RFC 8058 has them say. */
const Posted = z.union([
  z.object({ choice: z.enum(['all', 'sender', 'none']) }),
  z
    .object({ 'List-Unsubscribe': z.literal('One-Click') })
    .transform(() => ({ choice: 'all' as const })),
])

/** Far above what such a form has. */
const BODY_LIMIT_BYTES = 4096
/** RFC 8058 lets mail programs send either, and would rather have the second. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * `/unsubscribe/<token>`: no more mails to a mailbox. Opening it changes nothing, since whoever scans mails opens their links;
 * a POST does, without cookies, session or redirect, so that a mail program can make it.
 */
export const unsubscribeRoutes =
  ({ writePage, optOuts }: Deps) =>
  (server: FastifyInstance) => {
    async function answer(request: FastifyRequest<Params>, reply: FastifyReply) {
      const state = await optOuts.stateOf(request.params.token)
      const language = readerLanguage(request, reply)
      const content = contentOf(state, writtenWordsIn(language))
      return reply.type(HTML).send(await writePage('plain', language, content))
    }

    void server.register(async (pages) => {
      pages.addHook('onSend', async (_request, reply) => {
        reply.header('content-security-policy', PAGE_POLICY).header('cache-control', 'no-store')
      })
      pages.addContentTypeParser(
        FORMS,
        { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
        readForm,
      )
      pages.get<Params>('/unsubscribe/:token', answer)
      pages.post<Params>('/unsubscribe/:token', async (request, reply) => {
        const { choice } = parseRequest(Posted, request.body)
        await optOuts.choose(request.params.token, choice)
        return answer(request, reply)
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

function contentOf(state: OptOutState, { unsubscribe }: WrittenWords): PageContent {
  const { title, html } = state.all
    ? panel(unsubscribe.noMore, [unsubscribe.noMoreMeans])
    : state.sender === true
      ? panel(unsubscribe.notFromThem, [unsubscribe.notFromThemMeans])
      : panel(unsubscribe.about, [unsubscribe.question])
  return { title, html: html + formOf(state, unsubscribe) }
}

function formOf({ all, sender }: OptOutState, words: WrittenWords['unsubscribe']): string {
  const button = (choice: string, label: string, look = 'plain') =>
    `<p><button class="button ${look} wide" name="choice" value="${choice}">${escapeHtml(label)}</button></p>`
  const buttons = [
    ...(all ? [] : [button('all', words.stopAll, 'primary')]),
    ...(all || sender !== false ? [] : [button('sender', words.stopSender, '')]),
    ...(all || sender === true ? [button('none', words.undo)] : []),
  ]
  return `<form class="panel" method="post">${buttons.join('')}</form>`
}
