import type { CodeSender } from '../claims/code-sender.ts'
import { createDiscordProof } from '../claims/proofs/discord-proof.ts'
import { createEmailProof } from '../claims/proofs/email-proof.ts'
import type { IdentityProof } from '../claims/proofs/identity-proof.ts'
import { createTelegramProof } from '../claims/proofs/telegram-proof.ts'
import { createXProof } from '../claims/proofs/x-proof.ts'
import type { Config } from '../config.ts'

type Deps = { config: Config; codes: CodeSender; now: () => Date }

/**
 * How accounts can prove themselves on this server: a line for each platform, and none for one that is not configured. On the
 * local network the playground stands in for Telegram and for mail.
 */
export function createIdentityProofs({ config, codes, now }: Deps): IdentityProof[] {
  const { mail, telegram, discord, discordClient, x } = config
  const isLocal = config.network === 'devnet'
  return [
    ...(mail || isLocal ? [createEmailProof({ codes })] : []),
    ...(telegram || isLocal ? [createTelegramProof({ codes, bot: telegram, now })] : []),
    ...(discord || discordClient
      ? [createDiscordProof({ codes: discord && codes, client: discordClient })]
      : []),
    ...(x ? [createXProof(x)] : []),
  ]
}
