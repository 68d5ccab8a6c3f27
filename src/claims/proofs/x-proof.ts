import { z } from 'zod'

import { accountNamed } from '../../core/terms/identity.ts'
import { Root, type IdentityProof, type ProofKind, type SettingsOf } from './identity-proof.ts'
import { createOauthSignIn, type OauthClient } from './oauth-sign-in.ts'

/** The answer of `GET /2/users/me`. */
const Me = z.object({
  data: z.object({ id: z.string().regex(/^\d{1,20}$/), username: z.string() }),
})

type Deps = OauthClient & { apiRoot: string; authorizeUrl: string }

const variables = {
  X_CLIENT_ID: z.string().optional(),
  X_CLIENT_SECRET: z.string().optional(), // a client without one is a public one
  X_API_ROOT: Root.default('https://api.x.com'),
  X_AUTHORIZE_URL: z.url().default('https://x.com/i/oauth2/authorize'),
}

export const xProof = {
  variables,
  needs: [['X_CLIENT_SECRET', 'X_CLIENT_ID']],
  create({ config: { proofs } }: { config: { proofs: SettingsOf<typeof variables> } }) {
    const { X_CLIENT_ID: clientId, X_CLIENT_SECRET: clientSecret } = proofs
    const { X_API_ROOT: apiRoot, X_AUTHORIZE_URL: authorizeUrl } = proofs
    return clientId === undefined
      ? undefined
      : createXProof({ clientId, clientSecret, apiRoot, authorizeUrl })
  },
} satisfies ProofKind

/** X: its accounts sign in there. Reading the own account needs both scopes; nothing is posted, ever. */
export function createXProof({ apiRoot, authorizeUrl, ...client }: Deps): IdentityProof {
  return {
    platform: 'twitter',
    signIn: createOauthSignIn({
      ...client,
      clientVariable: 'X_CLIENT_ID',
      place: 'X',
      authorizeUrl,
      tokenUrl: `${apiRoot}/2/oauth2/token`,
      accountUrl: `${apiRoot}/2/users/me`,
      scope: 'users.read tweet.read',
      readAccount(answer) {
        const { id, username } = Me.parse(answer).data
        return accountNamed('twitter', id, username)
      },
    }),
  }
}
