import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { TextTerms } from '../../core/signing/text-terms.ts'
import { escapeHtml } from '../../core/terms/show-text.ts'
import type { WrittenWords } from '../../words/en/written.ts'
import { writtenWordsIn } from '../../words/written-words.ts'
import { isAtKeyHost } from '../key-host.ts'
import {
  createPageWriter,
  HTML,
  isForReader,
  PAGE_POLICY,
  readerLanguage,
  type PageContent,
} from '../write-page.ts'

const YEAR_MS = 31_536_000_000

/** Pages load nothing but their own files; wallets reach chains through their own RPC, the sign page through the network's. */
const contentSecurityPolicy = (rpcUrls: string[], framedBy: string[]) =>
  [
    "default-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${rpcUrls.join(' ')}`.trim(),
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/**
 * What browsers hold the page of keys to, as each opens accounts of passkeys with it. It sends nothing, loads only its own
 * files and makes no markup of text. Whoever opened its tab, or is opened by it, has no hold of it, not even another page of
 * ours. No other page may use a passkey (`permissions-policy`, as the server says it for all others). Nothing of it is kept.
 */
export const KEY_PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'publickey-credentials-create=(self), publickey-credentials-get=(self)',
  'cache-control': 'no-store',
}

/** Where the key page has a host name of its own: its address, and the one of all other pages. */
export type KeyHost = { keyUrl: string; publicUrl: string }

/** Whose pages may show a page within their own, and whether a browser may keep it and ask whether it is still the same. */
type PageRules = { framed?: string[]; isKept?: boolean }

/**
 * The browser pages, built into `webDir`. At `/` is the playground, or the landing page where `home` says so; `framedBy` is whose pages may show the sign and claim pages
 * within their own. With a `keyHost`, the key page is served there alone, and this host leads on to it.
 * Opening a page changes nothing on the server, however often and by whomever.
 */
export const pageRoutes =
  ({
    webDir,
    home,
    rpcUrls,
    framedBy,
    keyHost,
    texts,
  }: {
    webDir: string
    home: 'playground' | 'landing'
    rpcUrls: string[]
    framedBy: string[]
    keyHost?: KeyHost | undefined
    /** What the key page says texts in words by; without it, none that moves anything is signed there. */
    texts?: TextTerms | undefined
  }) =>
  (server: FastifyInstance) => {
    const writePage = createPageWriter(webDir)
    const page = (name: string, { framed = [], isKept = true }: PageRules = {}) => {
      const policy = contentSecurityPolicy(rpcUrls, framed)
      return async (_request: unknown, reply: FastifyReply) =>
        reply
          .header('content-security-policy', policy)
          .header('cache-control', isKept ? 'no-cache' : 'no-store')
          .sendFile(name)
    }

    async function landing(request: FastifyRequest, reply: FastifyReply) {
      const language = readerLanguage(request, reply)
      const content = landingPage(writtenWordsIn(language))
      return reply
        .header('content-security-policy', PAGE_POLICY)
        .type(HTML)
        .send(await writePage('landing', language, content))
    }

    /** With what that page cannot ask for. */
    async function sendKeyPage(reply: FastifyReply, askedBy = '') {
      const known = texts
        ? `<meta name="vouch-texts" content="${escapeHtml(JSON.stringify(texts))}">`
        : ''
      const html = await readFile(join(webDir, 'key.html'), 'utf8')
      return reply
        .headers(KEY_PAGE_HEADERS)
        .type(HTML)
        .send(html.replace('<head>', () => `<head>${askedBy}${known}`))
    }
    const keyPage = async (_request: unknown, reply: FastifyReply) => sendKeyPage(reply)

    /** On the way to the other host, browsers keep the fragment, in which a page asks, and go on saying whose page that was. */
    const keyPageOf =
      ({ keyUrl, publicUrl }: KeyHost) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        if (!isAtKeyHost(request, keyUrl))
          return reply.header('referrer-policy', 'origin').redirect(`${keyUrl}/key`)
        const askedBy = `<meta name="vouch-pages" content="${escapeHtml(new URL(publicUrl).origin)}">`
        return sendKeyPage(reply, askedBy)
      }

    // Brotli and gzip were made when the pages were built. What a browser may keep is said below, for each kind.
    void server.register(fastifyStatic, {
      root: webDir,
      serve: false,
      preCompressed: true,
      cacheControl: false,
    })
    server.get('/', home === 'playground' ? page('playground.html') : landing)
    server.get('/docs', page('docs.html'))
    server.get('/sign/:id', page('sign.html', { framed: framedBy }))
    server.get('/pay/:id', page('pay.html'))
    // Who reads gets the page that checks the draw, a program the record to check it by.
    const giveawayPage = page('giveaway.html')
    server.get<{ Params: { id: string } }>('/giveaway/:id', async (request, reply) => {
      void reply.header('vary', 'accept')
      if (isForReader(request.url, request.headers.accept)) return giveawayPage(request, reply)
      return reply.redirect(`/api/v1/giveaways/${encodeURIComponent(request.params.id)}`)
    })
    server.get('/wallet/:id', page('wallet.html'))
    server.get('/key', keyHost ? keyPageOf(keyHost) : keyPage)
    // What comes back from the key page stands in the fragment, for the page alone.
    server.get('/key/answer', page('key-answer.html', { isKept: false }))
    server.get('/claim/:id', page('claim.html', { framed: framedBy }))
    // Where people come back to from signing in: the page alone looks at what they bring, and no cache keeps their address.
    server.get('/proof/:kind', page('claim.html', { isKept: false }))
    // Their names change with what is in them. What is not there is not kept: it may come with the next version.
    server.get<{ Params: { '*': string } }>('/assets/*', async ({ params }, reply) =>
      reply.sendFile(`assets/${params['*']}`, {
        cacheControl: true,
        maxAge: YEAR_MS,
        immutable: true,
      }),
    )
  }

const TIP = '<code lang="en">/tip @bobby 5 usdc for the fix</code>'

function landingPage({ landing }: WrittenWords): PageContent {
  const [title, description, heading, api] = [
    landing.title,
    landing.description,
    landing.heading,
    landing.api,
  ].map(escapeHtml)
  const ways = [
    [landing.say, landing.sayMore],
    [landing.sign, landing.signMore],
    [landing.claim, landing.claimMore],
  ].map(
    ([name = '', more = '']) => `<li><h2>${escapeHtml(name)}</h2><p>${escapeHtml(more)}</p></li>`,
  )
  return {
    title: title ?? '',
    head: `<meta name="description" content="${description}">`,
    html: `<h1>${heading}</h1><p class="lead">${landing.lead(TIP)}</p>
      <p class="row"><a class="button primary" href="/docs">${api}</a></p>
      <ol class="ways">${ways.join('')}</ol>`,
  }
}
