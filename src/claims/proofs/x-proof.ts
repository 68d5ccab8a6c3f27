import { z } from 'zod'

import { accountNamed } from '../../core/terms/identity.ts'
import type { IdentityProof } from './identity-proof.ts'
import { createOauthSignIn, type OauthClient } from './oauth-sign-in.ts'

/** The answer of `GET /2/users/me`. */
const Me = z.object({
  data: z.object({ id: z.string().regex(/^\d{1,20}$/), username: z.string() }),
})

type Deps = OauthClient & {
  /** `https://api.x.com` */
  apiRoot: string
  /** `https://x.com/i/oauth2/authorize` */
  authorizeUrl: string
}

/** X: its accounts sign in there. Reading the own account needs both scopes; nothing is posted, ever. */
export function createXProof({ apiRoot, authorizeUrl, ...client }: Deps): IdentityProof {
  return {
    platform: 'twitter',
    signIn: createOauthSignIn({
      ...client,
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
