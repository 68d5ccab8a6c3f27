import { z } from 'zod'

import { discordAccount } from '../../core/terms/identity.ts'
import type { CodeSender } from '../code-sender.ts'
import type { IdentityProof, ProofKind, SettingsOf } from './identity-proof.ts'
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

const variables = {
  DISCORD_API_ROOT: z.url().default('https://discord.com/api'), // of the bot too
  DISCORD_CLIENT_ID: z.string().regex(/^\d+$/, 'must be the number of the application').optional(),
  DISCORD_CLIENT_SECRET: z.string().optional(),
}

type KindDeps = {
  config: { discord: object | undefined; proofs: SettingsOf<typeof variables> }
  codes: CodeSender
}

export const discordProof = {
  variables,
  pairs: [['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET']],
  create({ config: { discord, proofs }, codes }: KindDeps) {
    const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = proofs
    const client =
      clientId === undefined || clientSecret === undefined
        ? undefined
        : { clientId, clientSecret, apiRoot: proofs.DISCORD_API_ROOT }
    return discord || client ? createDiscordProof({ codes: discord && codes, client }) : undefined
  },
} satisfies ProofKind

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
    clientVariable: 'DISCORD_CLIENT_ID',
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
