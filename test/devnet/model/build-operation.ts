import { isDeepStrictEqual } from 'node:util'

import { toBase64, toUtf8 } from '@cosmjs/encoding'

import { createHub } from '../../../src/chains/hub/hub.ts'
import { buildClaimMessage } from '../../../src/core/claims/claim-message.ts'
import { denomOn, tokenOf, type Network } from '../../../src/core/terms/network.ts'
import type { Operations } from '../../../src/services/operations/operations.ts'
import { createJsonOperations } from '../../services/json-edge.ts'
import { TransactionBuild, type CrossChainUser } from '../../../src/core/terms/shapes.ts'
import type {
  Action,
  ClaimMark,
  Limit,
  Operation,
  Payout,
  Recipient,
  Side,
  Swap,
} from './operation.ts'
import { PATIENT } from '../patient.ts'

/** Operations that the REST interface builds. */
export type BuiltAction = Exclude<Action, { kind: 'redeem' | 'meta' }>

/**
 * Builds operations as the service does. `publicKeys` are base64, by the index in claim marks;
 * `vlpOf` is the address of a pair's pool.
 */
export function createBuilder(deps: {
  network: Network
  publicKeys: readonly string[]
  vlpOf: (pair: string) => string
}) {
  const { network, publicKeys, vlpOf } = deps
  const keyOf = ({ key }: ClaimMark) => publicKeys[key] ?? ''
  /** Claims that wait for a person, by e-mail address. */
  const marks = new Map<string, ClaimMark>()
  const operations = createJsonOperations({
    network,
    pools: createHub(network, PATIENT),
    now: () => new Date(),
    claimers: {
      async create([gift]) {
        const recipient = gift?.recipient
        const mark = recipient?.kind === 'social' && marks.get(recipient.social.email ?? '')
        if (!mark) throw new Error('a claimer for nobody')
        const claimer = {
          public_secret: recipient.pubKey ?? keyOf(mark),
          otp: 'aB3dE6',
          _id: mark.pseudoId,
          social: recipient.social,
          created_at: '2026-01-01T00:00:00.000000000Z',
          sender: gift?.sender,
        }
        return { claimers: [claimer], claim_group_id: undefined }
      },
    },
  })
  const assetOf = (chain: string, token: string) => ({
    token,
    token_type: denomOn(tokenOf(network, token), chain),
  })
  const sidesOf = (chain: string, [one, other]: readonly [Side, Side]) => ({
    token_1: { ...assetOf(chain, one.token), amount: `${one.amount}` },
    token_2: { ...assetOf(chain, other.token), amount: `${other.amount}` },
  })
  /** Somebody with an account, or a person; half of the persons bring a key of their own. */
  const userOrSocial = ({ user, claim }: Recipient) => {
    if (!claim) return user
    const email = `${claim.pseudoId}@example.com`
    marks.set(email, claim)
    const hasKey = claim.pseudoId < '8'
    return { social: { email, ...(hasKey && { pub_key: keyOf(claim) }) } }
  }
  const limitOf = ({ kind, value }: Limit) => ({ [kind]: `${value}` })
  const forwardingMessage = (claim: ClaimMark) => {
    const { create_voucher_claim: message } = buildClaimMessage({
      publicKey: keyOf(claim),
      pseudoClaimId: claim.pseudoId,
    })
    const create_voucher_claim = { ...message, claim_group_id: claim.group ?? null }
    return toBase64(toUtf8(JSON.stringify({ create_voucher_claim })))
  }
  const addressesOf = (recipients: readonly Recipient[]) =>
    recipients.map(({ user, limit }) => ({ user, ...(limit && { limit: limitOf(limit) }) }))
  /** As the live service's clients name recipients. */
  const clientsRecipients = (recipients: readonly Recipient[]) =>
    recipients.map(({ user, form, limit, claim, isRefunded }) => ({
      user,
      ...(limit && { amount: limitOf(limit) }),
      ...(form === 'voucher' && { denom: { voucher: {} } }),
      ...(claim && { forwarding_message: forwardingMessage(claim) }),
      ...(isRefunded && { unsafe_refund_as_voucher: true }),
    }))
  const isPlain = (recipients: readonly Recipient[]) =>
    recipients.every(
      ({ form, limit, isRefunded }) =>
        form === 'real' &&
        isRefunded !== true &&
        (limit === undefined || limit.kind === 'less_than_or_equal'),
    )

  function requestOf(
    sender: CrossChainUser,
    action: BuiltAction,
  ): { name: keyof Operations; request: object } {
    const chain = sender.chain_uid
    switch (action.kind) {
      case 'deposit': {
        const asset_in = assetOf(chain, action.token)
        const recipient = userOrSocial(action.to)
        return { name: 'deposit', request: { amount_in: `${action.amount}`, asset_in, recipient } }
      }
      case 'transfer': {
        const [recipient] = action.recipients
        if (!recipient) throw new Error('a transfer to nobody')
        const { token, amount } = action
        const recipient_address = { user: userOrSocial(recipient) }
        return {
          name: 'transferVoucher',
          request: { token, amount: `${amount}`, recipient_address },
        }
      }
      case 'withdraw': {
        const { token, amount, recipients } = action
        const [first] = recipients
        const isOwn =
          recipients.length === 1 &&
          first?.limit === undefined &&
          isDeepStrictEqual(first?.user, sender)
        const request = {
          token,
          amount: `${amount}`,
          // Without recipients it is the sender's.
          ...(!isOwn && { cross_chain_addresses: addressesOf(recipients) }),
        }
        return { name: 'withdrawVoucher', request }
      }
      case 'swap': {
        const { amount, route, minimum, recipients, partner } = action
        const request = {
          amount_in: `${amount}`,
          asset_in: assetOf(chain, route[0] ?? ''),
          minimum_receive: `${minimum}`,
          swap_path: { path: [{ route, dex: 'euclid' }] },
          ...(isPlain(recipients)
            ? { cross_chain_addresses: addressesOf(recipients) }
            : { recipients: clientsRecipients(recipients) }),
          ...(partner && {
            partnerFee: { partner_fee_bps: partner.bps, recipient: partner.address },
          }),
        }
        return { name: 'swap', request }
      }
      case 'add': {
        const pair_info = sidesOf(chain, action.sides)
        const request = { pair_info, slippage_tolerance_bps: action.slippageBps }
        return { name: 'addLiquidity', request }
      }
      case 'create': {
        const pool_config =
          action.amp === undefined ? null : { pool_type: 'stable', amp_factor: Number(action.amp) }
        const request = {
          pair: sidesOf(chain, action.sides),
          slippage_tolerance_bps: 100,
          lp_token_name: 'A pool of this run',
          lp_token_symbol: 'RUN',
          lp_token_decimal: 6,
          pool_config,
        }
        return { name: 'createPool', request }
      }
      case 'remove': {
        const request = {
          vlp_address: vlpOf(action.pair),
          lp_allocation: `${action.lp}`,
          cross_chain_addresses: addressesOf(action.recipients),
        }
        return { name: 'removeLiquidity', request }
      }
    }
  }

  /** A recipient as packets name one. */
  const recipientOf =
    (token: string) =>
    ({ user: recipient, form, limit, claim, isRefunded }: Recipient) => ({
      recipient,
      amount: limit ? limitOf(limit) : { dynamic: '0' },
      denom:
        form === 'voucher'
          ? { voucher: {} }
          : denomOn(tokenOf(network, token), recipient.chain_uid),
      forwarding_message: claim ? forwardingMessage(claim) : null,
      unsafe_refund_as_voucher: isRefunded === true,
    })

  /** The router's own message for a voucher action that is signed off chain. */
  function routerMessage(user: CrossChainUser, action: Payout | Swap) {
    return network.generation === 'published' ? publishedCall(user, action) : interfaceCall(action)
  }

  function publishedCall(sender: CrossChainUser, action: Payout | Swap) {
    const tx_id = 'any'
    if (action.kind !== 'swap') {
      const { token, amount, recipients } = action
      const to = recipients.map(recipientOf(token))
      const transfer_voucher = {
        sender,
        token,
        amount: `${amount}`,
        from: null,
        recipients: to,
        tx_id,
      }
      return { transfer_voucher }
    }
    const { amount, route, minimum, recipients, partner } = action
    const fee = (amount * BigInt(partner?.bps ?? 0) + 9_999n) / 10_000n
    return {
      swap: {
        sender,
        asset_in: { token: route[0], token_type: { voucher: {} } },
        amount_in: `${amount - fee}`,
        asset_out: route.at(-1),
        min_amount_out: `${minimum}`,
        swaps: hopsOf(route),
        recipients: recipients.map(recipientOf(route.at(-1) ?? '')),
        partner_fee_amount: `${fee}`,
        partner_fee_recipient: {
          chain_uid: sender.chain_uid,
          address: partner?.address ?? sender.address,
        },
        tx_id,
      },
    }
  }

  function interfaceCall(action: Payout | Swap) {
    const amount = `${action.amount}`
    const cross_chain_addresses = addressesOf(action.recipients)
    if (action.kind === 'swap') {
      const { route, minimum, partner } = action
      const execute_swap_request = {
        asset_in: { token: route[0], token_type: { voucher: {} } },
        amount_in: amount,
        asset_out: route.at(-1),
        min_amount_out: `${minimum}`,
        swaps: hopsOf(route),
        cross_chain_addresses,
        partner_fee: partner ? { partner_fee_bps: partner.bps, recipient: partner.address } : null,
        timeout: null,
        meta: '',
      }
      return { execute_swap_request }
    }
    const { token, kind, recipients } = action
    if (kind === 'withdraw')
      return { withdraw_voucher: { token, amount, cross_chain_addresses, timeout: null } }
    const [to] = recipients
    if (!to) throw new Error('a transfer to nobody')
    return {
      transfer_voucher: {
        token,
        amount,
        recipient_address: to.user,
        ...(to.claim && { msg: forwardingMessage(to.claim) }),
        timeout: null,
      },
    }
  }

  const hopsOf = (route: readonly string[]) =>
    route.slice(1).map((token_out, index) => ({ token_in: route[index], token_out }))

  return {
    routerMessage,
    async build({ sender }: Operation, action: BuiltAction): Promise<TransactionBuild> {
      const { name, request } = requestOf(sender.user, action)
      return TransactionBuild.parse(await operations[name]({ sender: sender.user, ...request }))
    },
  }
}
export type Builder = ReturnType<typeof createBuilder>
