import { buildDeposit, DepositRequest, parseDeposit } from '../../src/core/payloads/deposit.ts'
import {
  buildMetaTransfer,
  parseVoucherTransfer,
  VoucherTransferRequest,
} from '../../src/core/payloads/voucher-transfer.ts'
import type { SignView } from '../../src/calls/sign-calls.ts'
import type { Wanted } from '../../src/web/sign/message-words.ts'
import { english } from './english.ts'
import { ALICE_EVM, CLAIMER, FACTORY, sampleNetwork, USDC } from '../core/sample-network.ts'

const claimer = {
  public_secret: 'BAKE',
  otp: 'Ab12Cd',
  _id: 'claim-42',
  created_at: '2026-01-01T00:00:00Z',
}

/** A tip of 5 USDC from Alice to @bobby on Base, with its real payload, as pages say it in English. */
export function sampleSignView(changes: Partial<SignView> = {}): SignView & Wanted {
  const request = DepositRequest.parse({
    amount_in: '5000000',
    asset_in: { token: 'usdc', token_type: { smart: { contract_address: USDC } } },
    sender: { chain_uid: 'base', address: ALICE_EVM },
    recipient: { social: { telegram: 'bobby' } },
    timeout: '120',
  })
  return {
    id: 'sr-1',
    status: 'open',
    words: english,
    owner_name: '@alice',
    language: null,
    operation: 'deposit',
    chain: {
      chain_uid: 'base',
      name: 'Base',
      chain_id: '8453',
      family: 'evm',
      rpc_url: 'https://rpc.base.example',
      factory: FACTORY,
      explorer_tx_url: 'https://scan.base.example/tx/{hash}',
      native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
    claimer_contract: { chain_uid: 'neuron', address: CLAIMER },
    token: { token: 'usdc', decimals: 6 },
    asset: { smart: { contract_address: USDC } },
    paid_asset: null,
    amount: '5000000',
    usd: '5',
    payout: null,
    receive: null,
    legs: null,
    recipient: '@bobby',
    payee: payeeOf(changes.recipient ?? '@bobby'),
    shares: null,
    note: 'for the fix',
    sender_address: ALICE_EVM,
    passkey: false,
    build: buildDeposit(sampleNetwork, parseDeposit(sampleNetwork, request), claimer),
    tx_hash: null,
    sent_beside: false,
    signed_instead: null,
    sent_on: {
      chain_uid: 'base',
      name: 'Base',
      explorer_tx_url: 'https://scan.base.example/tx/{hash}',
    },
    hub: { router: 'neuron1router', contract: 'neuron1meta' },
    expires_at: '2026-01-01T01:00:00Z',
    progress: null,
    claim_state: null,
    overpaid: null,
    ways_out: [],
    invoice_id: null,
    chat: null,
    ...changes,
  }
}

/** The same tip from vouchers: a text to be signed. */
export function sampleTextView(changes: Partial<SignView> = {}): SignView & Wanted {
  const request = VoucherTransferRequest.parse({
    token: 'usdc',
    amount: '5000000',
    sender: { chain_uid: 'base', address: ALICE_EVM },
    recipient_address: { user: { social: { telegram: '@bobby' } } },
  })
  return sampleSignView({
    operation: 'transferVoucher',
    asset: null,
    sent_on: { chain_uid: 'neuron', name: 'Neuron', explorer_tx_url: '' },
    hub: {
      router: sampleNetwork.hub.router,
      contract: sampleNetwork.hub.meta_transaction ?? '',
    },
    build: buildMetaTransfer(
      sampleNetwork,
      parseVoucherTransfer(sampleNetwork, request, 0),
      claimer,
      { expirySec: 1_800_000_000, nonce: 'sample:1' },
    ),
    ...changes,
  })
}

/** What the server says of such a recipient. */
function payeeOf(recipient: string): SignView['payee'] {
  const [, signing] = /^the wallet that signs, on (.+)$/.exec(recipient) ?? []
  if (signing !== undefined) return { kind: 'signer', name: '', place: signing }
  const [, address, chain] = /^(\S+) on (\S+)$/.exec(recipient) ?? []
  return address !== undefined && chain !== undefined
    ? { kind: 'wallet', name: address, place: chain }
    : { kind: 'person', name: recipient, place: null }
}
