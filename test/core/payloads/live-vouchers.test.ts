import { describe, expect, test } from 'vitest'

import {
  buildDeposit,
  DepositRequest,
  parseDeposit,
  type DepositRequestJson,
} from '../../../src/core/payloads/deposit.ts'
import {
  buildVoucherTransfer,
  parseVoucherTransfer,
  VoucherTransferRequest,
  type VoucherTransferRequestJson,
} from '../../../src/core/payloads/voucher-transfer.ts'
import { parseRequest } from '../../../src/core/terms/request.ts'
import type { Claimer } from '../../../src/core/terms/shapes.ts'
import { ALICE_EVM, CLAIMER } from '../sample-network.ts'
import { ALICE_OSMO, OSMO_FACTORY, OSMO_USDC, publishedChains } from '../three-chains.ts'
import { cosmWasmMessages, orderIn } from './read-build.ts'

const claimer: Claimer = {
  public_secret: 'BGsA',
  otp: 'vzNexm',
  _id: '68c1a4c7468df3a1b51363ea',
  created_at: '2025-09-10T16:18:15.010858502Z',
}
const claimMessage = btoa(
  JSON.stringify({
    create_voucher_claim: { claimer_pubkey: 'BGsA', pseudo_claim_id: claimer._id },
  }),
)
const onBase = { chain_uid: 'base', address: ALICE_EVM }
const onOsmosis = { chain_uid: 'osmosis', address: ALICE_OSMO }
const osmo = { token: 'osmo', token_type: { native: { denom: 'uosmo' } } }
const usdc = { token: 'usdc', token_type: { smart: { contract_address: OSMO_USDC } } }

const deposit = (request: DepositRequestJson, by?: Claimer) =>
  buildDeposit(
    publishedChains,
    parseDeposit(publishedChains, parseRequest(DepositRequest, request)),
    by,
  )
const transfer = (request: VoucherTransferRequestJson, by?: Claimer) =>
  buildVoucherTransfer(
    publishedChains,
    parseVoucherTransfer(publishedChains, parseRequest(VoucherTransferRequest, request), 0),
    by,
  )

const account = {
  asked: onBase,
  by: undefined,
  paid: {
    recipient: onBase,
    amount: { equal: '500' },
    denom: { voucher: {} },
    forwarding_message: null,
    unsafe_refund_as_voucher: false,
  },
}
const person = {
  asked: { social: { telegram: '@bobby' } },
  by: claimer,
  paid: {
    ...account.paid,
    // The claimer contract is a user of the settlement layer.
    recipient: { chain_uid: 'vsl', address: CLAIMER },
    forwarding_message: claimMessage,
  },
}

describe.each([
  ['an account', account],
  ['a person', person],
])('in the published messages, for %s', (_whom, { asked, by, paid }) => {
  const unset = { timeout: null, ack_response: null, meta: null }

  test('a native deposit', () => {
    const request = { amount_in: '500', asset_in: osmo, sender: onOsmosis, recipient: asked }
    expect(deposit(request, by)).toEqual({
      type: 'cosmwasm',
      sender: onOsmosis,
      contract: OSMO_FACTORY,
      chain_id: 'osmosis-1',
      rpc_url: 'https://rpc.osmosis.example',
      rest_url: 'https://lcd.osmosis.example',
      msgs: [
        {
          contractAddress: OSMO_FACTORY,
          msg: {
            deposit_token: {
              amount_in: '500',
              asset_in: osmo,
              recipients: [paid],
              cross_chain_config: unset,
            },
          },
          funds: [{ denom: 'uosmo', amount: '500' }],
        },
      ],
      ...(by && { claimer: by }),
    })
  })

  test('a smart deposit, with a timeout', () => {
    const built = deposit(
      { amount_in: '500', asset_in: usdc, sender: onOsmosis, recipient: asked, timeout: '45' },
      by,
    )
    expect(cosmWasmMessages(built)).toMatchObject([
      { contractAddress: OSMO_USDC, msg: { send: { contract: OSMO_FACTORY } }, funds: [] },
    ])
    expect(orderIn(built)).toEqual({
      key: 'deposit',
      order: {
        sent: '500',
        token: 'usdc',
        recipients: [paid],
        cross_chain_config: { ...unset, timeout: 45 },
      },
    })
  })

  test('a voucher transfer', () => {
    const built = transfer(
      { amount: '500', token: 'usdc', sender: onOsmosis, recipient_address: { user: asked } },
      by,
    )
    expect(cosmWasmMessages(built)).toEqual([
      {
        contractAddress: OSMO_FACTORY,
        msg: {
          transfer_voucher: {
            token_id: 'usdc',
            amount: '500',
            from: onOsmosis,
            recipients: [paid],
            cross_chain_config: unset,
          },
        },
        funds: [],
      },
    ])
    expect(built.claimer).toEqual(by)
  })
})
