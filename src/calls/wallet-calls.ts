import { z } from 'zod'

import { Family } from './chain-view.ts'

/** The wire shapes of `/api/v1/wallet-links/{id}`. */

const account = {
  chain_uid: z.string().max(64).meta({ description: 'A chain that the wallet signs for.' }),
  address: z.string().min(1).max(128),
}

export const LinkTextRequest = z.object(account)

export const LinkText = z.object({
  text: z.string().meta({
    description:
      'To sign as it is: as a personal message (EIP-191) with an EVM wallet, by ADR-036 with a Cosmos one.',
  }),
})
export type LinkText = z.infer<typeof LinkText>

export const LinkRequest = z.object({
  ...account,
  signature: z.string().max(400).meta({
    description: 'Hex of 65 bytes from an EVM wallet; base64 of 64 bytes from a Cosmos one.',
  }),
  pub_key: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Base64 secp256k1, from Cosmos wallets alone.' }),
})
export type LinkRequestJson = z.input<typeof LinkRequest>

/** A request to link a wallet, as its page sees it. */
export const WalletLinkView = z.object({
  id: z.string(),
  status: z.enum(['open', 'linked', 'expired']),
  account: z
    .string()
    .meta({ description: 'Whose wallet it will be, for example `@alice on Telegram`.' }),
  expires_at: z.string().meta({ description: 'ISO 8601.' }),
  kinds: z
    .array(
      z.object({
        chain_uid: z.string().meta({ description: 'The chain to sign for.' }),
        family: Family,
        chains: z.array(z.string()).meta({ description: 'Names of all chains that it serves.' }),
      }),
    )
    .meta({ description: 'The kinds of wallets that can be linked: one for each kind of key.' }),
  linked: z
    .object({ family: Family, address: z.string() })
    .nullable()
    .meta({ description: 'What was linked; null while the request is open.' }),
})
export type WalletLinkView = z.infer<typeof WalletLinkView>
