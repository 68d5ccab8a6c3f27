import { LinkRequest, LinkText, LinkTextRequest, WalletLinkView } from '../../calls/wallet-calls.ts'
import type { Endpoint } from './endpoint.ts'
import { placesOf } from './examples.ts'

/** What the page for linking a wallet calls, and any other front end can. */
export const walletEndpoints: Endpoint[] = [
  {
    id: 'getWalletLink',
    tag: 'Wallet links',
    method: 'get',
    path: '/api/v1/wallet-links/{id}',
    summary: 'A request to link a wallet to a chat account.',
    description: 'A chat makes one with `/wallet link`; it can be used once, for ten minutes.',
    answer: WalletLinkView,
    errors: ['NOT_FOUND'],
  },
  {
    id: 'walletLinkText',
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
  {
    id: 'linkWallet',
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
]
