import { OAuth2Server } from 'oauth2-mock-server'

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
  const server = new OAuth2Server(undefined, undefined, { endpoints: paths })
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  const { port } = server.address()
  const state = {
    url: `http://127.0.0.1:${port}`,
    /** The platform's answer to whose token it is. */
    me: { status: 200, body: {} as object },
    isDeclining: false,
    /** What was redeemed for a token, and with which credentials. */
    redeemed: [] as { body: Record<string, string>; authorization: string | undefined }[],
    /** Every token that was given out. */
    tokens: [] as string[],
    stop: () => server.stop(),
    /** What a browser does: goes there, and gives the address that it is sent back to. */
    async visit(url: string): Promise<URL> {
      const answer = await fetch(url, { redirect: 'manual' })
      return new URL(answer.headers.get('location') ?? 'about:blank')
    },
  }
  server.service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }) => {
    if (!state.isDeclining) return
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
  })
  server.service.on('beforeResponse', (answer, { body, headers }) => {
    state.redeemed.push({ body: { ...body }, authorization: headers.authorization })
    if (answer.body === '') return
    delete answer.body['id_token'] // plain OAuth, as at these platforms
    state.tokens.push(String(answer.body['access_token']), String(answer.body['refresh_token']))
  })
  server.service.on('beforeUserinfo', (answer) => {
    answer.statusCode = state.me.status
    answer.body = { ...state.me.body }
  })
  return state
}

export type OauthServer = Awaited<ReturnType<typeof startOauthServer>>
