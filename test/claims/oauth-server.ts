import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

import { OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server'

type Paths = { authorize: string; token: string; userinfo: string }

export const X_PATHS: Paths = {
  authorize: '/i/oauth2/authorize',
  token: '/2/oauth2/token',
  userinfo: '/2/users/me',
}
export const DISCORD_PATHS: Paths = {
  authorize: '/oauth2/authorize',
  token: '/api/oauth2/token',
  userinfo: '/api/users/@me',
}

/** A real OAuth server with PKCE in the place of a platform. Whoever it is asked by signs in as `me` at once. */
export async function startOauthServer(paths: Paths) {
  const issuer = new OAuth2Issuer()
  await issuer.keys.generate('RS256')
  const service = new OAuth2Service(issuer, paths)
  const server = createServer((request, response) => {
    refuseInStandardWords(response)
    service.requestHandler(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  issuer.url = `http://127.0.0.1:${address.port}`
  const state = {
    url: issuer.url,
    /** The platform's answer to whose token it is. */
    me: { status: 200, body: {} as object },
    isDeclining: false,
    /** What was redeemed for a token, and with which credentials. */
    redeemed: [] as { body: Record<string, string>; authorization: string | undefined }[],
    /** Every token that was given out. */
    tokens: [] as string[],
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
    /** What a browser does: goes there, and gives the address that it is sent back to. */
    async visit(url: string): Promise<URL> {
      const answer = await fetch(url, { redirect: 'manual' })
      return new URL(answer.headers.get('location') ?? 'about:blank')
    },
  }
  service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }) => {
    if (!state.isDeclining) return
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
  })
  service.on('beforeResponse', (answer, { body, headers }) => {
    state.redeemed.push({ body: { ...body }, authorization: headers.authorization })
    if (answer.body === '') return
    delete answer.body['id_token'] // plain OAuth, as at these platforms
    state.tokens.push(String(answer.body['access_token']), String(answer.body['refresh_token']))
  })
  service.on('beforeUserinfo', (answer) => {
    answer.statusCode = state.me.status
    answer.body = { ...state.me.body }
  })
  return state
}

/** The package refuses with problem details; a platform says it as RFC 6749 wants it (5.2). */
function refuseInStandardWords(response: ServerResponse): void {
  const end = response.end.bind(response)
  Object.assign(response, {
    end(content?: string) {
      const isProblem = /problem\+json/.test(String(response.getHeader('content-type')))
      if (!isProblem) return end(content)
      const refusal = JSON.stringify({ error: 'invalid_grant', error_description: content })
      response.setHeader('content-type', 'application/json')
      response.setHeader('content-length', Buffer.byteLength(refusal))
      return end(refusal)
    },
  })
}

export type OauthServer = Awaited<ReturnType<typeof startOauthServer>>
