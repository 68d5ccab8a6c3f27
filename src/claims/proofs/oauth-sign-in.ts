import * as oauth from 'oauth4webapi'

import type { Account } from '../../core/terms/identity.ts'
import { PlatformUnavailableError, SignInFailedError } from '../errors.ts'
import type { SignIn, SignInAttempt } from './identity-proof.ts'

const TIMEOUT_MS = 10_000
/** The code is not worth anything (any more): the first is the standard's word for it, the second what X says. */
const REFUSALS = new Set(['invalid_grant', 'invalid_request'])

/** An OAuth client that an operator has registered. Without a secret it is a public one. */
export type OauthClient = { clientId: string; clientSecret: string | undefined }

type Deps = OauthClient & {
  clientVariable: string
  /** The platform as people know it. */
  place: string
  authorizeUrl: string
  tokenUrl: string
  /** Says whose token it is given. */
  accountUrl: string
  scope: string
  /** @throws {Error} the answer of `accountUrl` has another form */
  readAccount(answer: unknown): Account
}

/**
 * OAuth 2.0's authorization code with PKCE, for the one question whose account it is. The token is used for that question and
 * kept nowhere. Nobody is asked but the three addresses that were configured.
 */
export function createOauthSignIn(deps: Deps): SignIn {
  const { place, authorizeUrl, tokenUrl, accountUrl, scope, readAccount } = deps
  const server: oauth.AuthorizationServer = {
    issuer: new URL(authorizeUrl).origin,
    authorization_endpoint: authorizeUrl,
    token_endpoint: tokenUrl,
  }
  const client: oauth.Client = { client_id: deps.clientId }
  const authentication =
    deps.clientSecret === undefined ? oauth.None() : oauth.ClientSecretBasic(deps.clientSecret)
  const optionsFor = (url: string) => ({
    signal: AbortSignal.timeout(TIMEOUT_MS),
    // oxlint-disable-next-line typescript/no-deprecated -- marked so for not being fit for production; an operator has configured it
    [oauth.allowInsecureRequests]: url.startsWith('http:'),
  })

  /** @throws {SignInFailedError} the person declined, or this is no answer to our question */
  function readReturned(returned: URLSearchParams, state: string): URLSearchParams {
    try {
      const parameters = oauth.validateAuthResponse(server, client, returned, state)
      if (parameters.has('code')) return parameters
    } catch (error) {
      if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied')
        throw new SignInFailedError('declined', place)
    }
    throw new SignInFailedError('refused', place)
  }

  /** The access token. */
  async function redeemCode(parameters: URLSearchParams, { returnTo, verifier }: SignInAttempt) {
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      returnTo,
      verifier,
      optionsFor(tokenUrl),
    )
    return (await oauth.processAuthorizationCodeResponse(server, client, response)).access_token
  }

  async function askForAccount(token: string): Promise<Account> {
    const url = new URL(accountUrl)
    const options = optionsFor(accountUrl)
    const answer = await oauth.protectedResourceRequest(token, 'GET', url, undefined, null, options)
    if (!answer.ok) throw new Error(`asked for the account, it answered ${answer.status}`)
    return readAccount(await answer.json())
  }

  return {
    clientVariable: deps.clientVariable,
    async addressOf({ state, verifier, returnTo }) {
      const address = new URL(authorizeUrl)
      const parameters = {
        response_type: 'code',
        client_id: client.client_id,
        redirect_uri: returnTo,
        scope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
      return address
    },

    async accountFrom(returned, attempt) {
      const parameters = readReturned(returned, attempt.state)
      try {
        return await askForAccount(await redeemCode(parameters, attempt))
      } catch (error) {
        if (error instanceof oauth.ResponseBodyError && REFUSALS.has(error.error))
          throw new SignInFailedError('refused', place)
        const unreached = whyUnreached(error)
        if (unreached !== undefined)
          throw new PlatformUnavailableError(place, unreached, { answered: false })
        // The library's own error can hold the token: only its words go on.
        const detail = error instanceof Error ? error.message : 'unknown'
        throw new PlatformUnavailableError(place, detail, { answered: true })
      }
    },
  }
}

/** Why `fetch` got no answer; `undefined` where it got one. */
function whyUnreached(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'TimeoutError') return error.message
  const { cause } = error
  return error instanceof TypeError && cause instanceof Error && 'code' in cause
    ? String(cause.code)
    : undefined
}
