import { z } from 'zod'

import { discordAccount } from '../../core/terms/identity.ts'
import type { CodeSender } from '../code-sender.ts'
import type { IdentityProof } from './identity-proof.ts'
import { createOauthSignIn, type OauthClient } from './oauth-sign-in.ts'

/** As much of the answer of `GET /users/@me` as is needed. */
const Me = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string(),
  discriminator: z.string().optional(),
})

type Deps = {
  /** Where the bot can write to people. */
  codes: CodeSender | undefined
  client: Client | undefined
}

/** `apiRoot` is `https://discord.com/api`. */
type Client = OauthClient & { apiRoot: string }

/** Discord: a code by the bot, or a sign-in there. */
export function createDiscordProof({ codes, client }: Deps): IdentityProof {
  return {
    platform: 'discord',
    ...(codes && { codes }),
    ...(client && { signIn: createDiscordSignIn(client) }),
  }
}

function createDiscordSignIn({ apiRoot, ...client }: Client) {
  return createOauthSignIn({
    ...client,
    place: 'Discord',
    authorizeUrl: new URL('/oauth2/authorize', apiRoot).href,
    tokenUrl: `${apiRoot}/oauth2/token`,
    accountUrl: `${apiRoot}/users/@me`,
    scope: 'identify',
    readAccount(answer) {
      return discordAccount(Me.parse(answer))
    },
  })
}
