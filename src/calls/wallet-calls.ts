import { z } from 'zod'

import { LANGUAGES } from '../core/terms/language.ts'
import { Platform } from '../core/terms/identity.ts'
import { Family } from './chain-view.ts'
import type { Call } from './call.ts'
import { placesOf } from './examples.ts'

/** The wire shapes of `/api/v1/wallet-links/{id}`. */

const account = {
  chain_uid: z.string().max(64).meta({ description: 'A chain that the wallet signs for.' }),
  address: z.string().min(1).max(128),
}

const LinkTextRequest = z.object(account)

const LinkText = z.object({
  text: z.string().meta({
    description:
      'To sign as it is: as a personal message (EIP-191) with an EVM wallet, by ADR-036 with a Cosmos one.',
  }),
})

const LinkRequest = z.object({
  ...account,
  signature: z.string().max(20_000).meta({
    description:
      'Hex from an EVM wallet: 65 bytes of a key, or whatever a smart account takes for its own (ERC-1271, ERC-6492); base64 of 64 bytes from a Cosmos one.',
  }),
  pub_key: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Base64 secp256k1, from Cosmos wallets alone.' }),
  passkey: z.boolean().optional().meta({
    description:
      "Its key is a passkey's: it has no gas on any chain, so `/claim` keeps what its owner gets as vouchers, unless told where to.",
  }),
  has_words: z.boolean().optional().meta({
    description:
      'Its owner has shown to have the recovery words of that account. Until then `/claim` has it keep no more than a small amount; once said, it stays so.',
  }),
})

/** A request to link a wallet, as its page sees it. */
export const WalletLinkView = z.object({
  id: z.string(),
  status: z.enum(['open', 'linked', 'expired']),
  account: z
    .string()
    .meta({ description: 'Whose wallet it will be, for example `@alice on Telegram`.' }),
  owner: z.object({ name: z.string(), platform: Platform }).meta({
    description: 'The same as data.',
  }),
  language: z.enum(LANGUAGES).nullable().meta({
    description: 'The language of that person, where it is known.',
  }),
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

/** The calls of the page that links a wallet, and of any other front end. */
export const walletCalls = {
  getWalletLink: {
    tag: 'Wallet links',
    method: 'get',
    path: '/api/v1/wallet-links/{id}',
    summary: 'A request to link a wallet to a chat account.',
    description: 'A chat makes one with `/wallet link`; it can be used once, for ten minutes.',
    answer: WalletLinkView,
    errors: ['NOT_FOUND'],
  },
  walletLinkText: {
    tag: 'Wallet links',
    method: 'post',
    path: '/api/v1/wallet-links/{id}/text',
    summary: 'The text that a wallet has to sign to be linked.',
    description: 'It names the chat account, this server, the address, a nonce and the expiry.',
    request: LinkTextRequest,
    answer: LinkText,
    errors: ['NOT_FOUND', 'WALLET_LINK_CLOSED', 'UNKNOWN_CHAIN', 'INVALID_ADDRESS'],
    examples: (network) =>
      Object.fromEntries(placesOf(network).map(({ family, user }) => [family, user])),
  },
  linkWallet: {
    tag: 'Wallet links',
    method: 'post',
    path: '/api/v1/wallet-links/{id}/link',
    summary: 'Link the wallet that signed the text.',
    request: LinkRequest,
    answer: WalletLinkView,
    errors: [
      'NOT_FOUND',
      'WALLET_LINK_CLOSED',
      'WRONG_SIGNATURE',
      'UNKNOWN_CHAIN',
      'INVALID_ADDRESS',
      'CHAIN_UNAVAILABLE',
    ],
    examples: (network) =>
      Object.fromEntries(
        placesOf(network).map(({ family, user }) => [
          family,
          {
            ...user,
            signature: family === 'evm' ? `0x${'ab'.repeat(65)}` : 'q6ur'.repeat(21),
            ...(family === 'evm' ? {} : { pub_key: 'A'.repeat(44) }),
          },
        ]),
      ),
  },
} satisfies Record<string, Call>
