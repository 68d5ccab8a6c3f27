import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { DomainError } from '../../core/terms/errors.ts'
import { chainOf, type Network } from '../../core/terms/network.ts'
import { parseTxHash } from '../../core/terms/tx-hash.ts'
import { failAs } from '../error-body.ts'

/** What a page shows, already as HTML. */
export type PageContent = { title: string; html: string }

type Params = { Params: { chain: string; hash: string } }

type Deps = {
  network: Network
  webDir: string
  /** `isOver`: it will not change any more. `undefined` for what nobody follows. */
  stateOf(
    chainUid: string,
    txHash: string,
  ): Promise<(PageContent & { isOver: boolean }) | undefined>
  follow(chainUid: string, txHash: string): Promise<unknown>
  /** A page with one thing to say. */
  say(title: string, words: string): PageContent
}

const POLICY =
  "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
/** For who reads without JavaScript: the page asks again by itself. */
const RELOAD = '<noscript><meta http-equiv="refresh" content="10"></noscript>'
const HTML = 'text/html; charset=utf-8'
const FOLLOW =
  '<form class="panel" method="post"><button class="button primary wide">Follow this transaction</button></form>'

/** `/track/<chain>/<hash>`: where a transaction is, as a page that is complete when it arrives. Opening one follows nothing. */
export const trackPageRoutes =
  ({ network, webDir, stateOf, follow, say }: Deps) =>
  (server: FastifyInstance) => {
    const pageWith = async ({ title, html }: PageContent, head = '') =>
      (await readFile(join(webDir, 'track.html'), 'utf8'))
        .replace(/<title>.*?<\/title>/, () => `<title>${title} - Vouch</title>${head}`)
        .replace('<!--state-->', () => html)
    const placeOf = ({ chain, hash }: Params['Params']) => {
      const known = chainOf(network, chain)
      return { chainUid: known.chain_uid, txHash: parseTxHash(known, hash, 'tx_hash') }
    }

    const unknown = say('Not followed yet', 'Nobody has asked for this transaction so far.')
    const notFollowed = { ...unknown, html: `${unknown.html}${FOLLOW}` }

    void server.register(async (pages) => {
      pages.addHook('onSend', async (_request, reply) => {
        reply.header('content-security-policy', POLICY).header('cache-control', 'no-store')
      })
      pages.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        async () => undefined, // a button without fields
      )
      pages.setErrorHandler(async (error, _request, reply) => {
        if (!(error instanceof DomainError)) throw error
        const page = await pageWith(say('Nothing to follow', `${error.message} ${error.fix}`))
        return failAs(reply, error).type(HTML).send(page)
      })
      pages.get<Params>('/track/:chain/:hash', async ({ params }, reply) => {
        const { chainUid, txHash } = placeOf(params)
        const state = await stateOf(chainUid, txHash)
        const page = state ? pageWith(state, state.isOver ? '' : RELOAD) : pageWith(notFollowed)
        return reply.type(HTML).send(await page)
      })
      pages.post<Params>('/track/:chain/:hash', async ({ params }, reply) => {
        const { chainUid, txHash } = placeOf(params)
        await follow(chainUid, txHash)
        return reply.redirect(`/track/${chainUid}/${txHash}`, 303)
      })
    })
  }
