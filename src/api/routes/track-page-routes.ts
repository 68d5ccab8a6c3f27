import type { FastifyInstance } from 'fastify'

import type { Language } from '../../core/terms/language.ts'
import { chainNamed, type Network } from '../../core/terms/network.ts'
import { escapeHtml } from '../../core/terms/show-text.ts'
import { parseTxHash } from '../../core/terms/tx-hash.ts'
import type { AllowNew } from '../../services/tracking/tracker.ts'
import { writtenWordsIn } from '../../words/written-words.ts'
import type { newWatchLimit } from '../client-limits.ts'
import {
  HTML,
  PAGE_POLICY,
  panel,
  readerLanguage,
  type PageContent,
  type WritePage,
} from '../write-page.ts'

type Params = { Params: { chain: string; hash: string } }

type Deps = {
  network: Network
  writePage: WritePage
  /** `isOver`: it will not change any more. `undefined` for what nobody follows. */
  stateOf(
    chainUid: string,
    txHash: string,
    language: Language,
  ): Promise<(PageContent & { isOver: boolean }) | undefined>
  allowNew: ReturnType<typeof newWatchLimit>
  follow(allowNew: AllowNew, chainUid: string, txHash: string): Promise<unknown>
}

/** For who reads without JavaScript: the page asks again by itself. */
const RELOAD = '<noscript><meta http-equiv="refresh" content="10"></noscript>'

/** `/track/<chain>/<hash>`: where a transaction is, as a page that is complete when it arrives. Opening one follows nothing. */
export const trackPageRoutes =
  ({ network, writePage, stateOf, allowNew, follow }: Deps) =>
  (server: FastifyInstance) => {
    const placeOf = ({ chain, hash }: Params['Params']) => {
      const known = chainNamed(network, chain)
      return { chainUid: known.chain_uid, txHash: parseTxHash(known, hash.trim(), 'tx_hash') }
    }

    void server.register(async (pages) => {
      pages.addHook('onSend', async (_request, reply) => {
        reply.header('content-security-policy', PAGE_POLICY).header('cache-control', 'no-store')
      })
      pages.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        async () => undefined, // a button without fields
      )
      pages.get<Params>('/track/:chain/:hash', async (request, reply) => {
        const { chainUid, txHash } = placeOf(request.params)
        const language = readerLanguage(request, reply)
        const state = await stateOf(chainUid, txHash, language)
        const content = state ? followed(state, language) : notFollowed(language)
        return reply.type(HTML).send(await writePage('track', language, content))
      })
      pages.post<Params>('/track/:chain/:hash', async (request, reply) => {
        const { chainUid, txHash } = placeOf(request.params)
        await follow(allowNew(request), chainUid, txHash)
        return reply.redirect(`/track/${chainUid}/${txHash}`, 303)
      })
    })
  }

function followed(
  { title, html, isOver }: PageContent & { isOver: boolean },
  language: Language,
): PageContent {
  const { updates, lost } = writtenWordsIn(language).trackPage
  // What the page's script says once it is connected, and once it is not.
  const said = Object.entries({ updates, lost }).map(
    ([name, text]) => `<meta name="${name}" content="${escapeHtml(text)}">`,
  )
  return { title: `${title} - Vouch`, html, head: `${said.join('')}${isOver ? '' : RELOAD}` }
}

/** Nothing changes before somebody asks. */
function notFollowed(language: Language): PageContent {
  const { trackPage } = writtenWordsIn(language)
  const { title, html } = panel(trackPage.notFollowed, [trackPage.nobodyAsked])
  const button = `<button class="button primary wide">${escapeHtml(trackPage.follow)}</button>`
  return { title, html: `${html}<form class="panel" method="post">${button}</form>` }
}
