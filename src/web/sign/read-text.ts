import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { CrossChainUser } from '../../core/terms/shapes.ts'
import { readJson } from '../../core/terms/read-json.ts'
import { pathOf, type FactoryCall } from './factory-call.ts'
import { readFactoryMessage } from './read-cosmwasm-call.ts'

// Strict objects, as for messages: a field that is not known here could mean anything.

/** What a wallet signs in place of a transaction, read from the text itself. */
const Text = z.strictObject({
  signer_address: z.string(),
  signer_prefix: z.string(),
  signer_chain_uid: z.string(),
  call_data: z.array(z.strictObject({ target: z.string(), call_data: z.string() })).min(1),
  expiry: z.int(),
  nonce: z.string(),
})

/** The router's own names of two of the factory's messages, in the interface's message set. */
const InterfaceCall = z.union([
  z.strictObject({ transfer_voucher: z.looseObject({ recipient_address: z.unknown() }) }),
  z.strictObject({ withdraw_voucher: z.unknown() }),
])
/** The packet that live routers take. Which `tx_id` it has says nothing: they make their own. */
const LiveCall = z.strictObject({
  transfer_voucher: z.strictObject({
    sender: CrossChainUser,
    token: z.string(),
    amount: BaseUnits,
    from: z.null(),
    recipients: z.array(z.unknown()),
    tx_id: z.string(),
  }),
})

const Voucher = z.strictObject({
  token: z.string(),
  token_type: z.strictObject({ voucher: z.strictObject({}) }),
})
const order = {
  asset_in: Voucher,
  amount_in: BaseUnits,
  asset_out: z.string(),
  min_amount_out: BaseUnits,
  swaps: z.array(z.strictObject({ token_in: z.string(), token_out: z.string() })).min(1),
}
const InterfaceSwap = z.strictObject({
  execute_swap_request: z.strictObject({
    ...order,
    cross_chain_addresses: z.unknown(),
    timeout: z.unknown(),
    partner_fee: z.null(),
    meta: z.string().nullable(),
  }),
})
/** Without a partner's fee: nothing that chats ask for has one. */
const LiveSwap = z.strictObject({
  swap: z.strictObject({
    ...order,
    sender: CrossChainUser,
    recipients: z.array(z.unknown()),
    partner_fee_amount: z.literal('0'),
    partner_fee_recipient: CrossChainUser,
    tx_id: z.string(),
  }),
})

/** Reads the text itself; `undefined` where it is none that the hub would run. */
export const readText = (text: string): z.output<typeof Text> | undefined =>
  Text.safeParse(readJson(text)).data

/** A call of the router as the factory's message that does the same. */
export function readRouterCall(text: string): FactoryCall | undefined {
  const json = readJson(text)
  const live = LiveCall.safeParse(json)
  if (live.success) {
    const { sender: from, token: token_id, amount, recipients } = live.data.transfer_voucher
    const cross_chain_config = { timeout: null, ack_response: null, meta: null }
    const same = { token_id, amount: `${amount}`, from, recipients, cross_chain_config }
    return readFactoryMessage({ transfer_voucher: same })
  }
  const swap = readSwap(json)
  if (swap) return swap
  const own = InterfaceCall.safeParse(json)
  if (!own.success) return undefined
  return readFactoryMessage(
    'transfer_voucher' in own.data
      ? { transfer_virtual_balance: own.data.transfer_voucher }
      : { withdraw_virtual_balance: own.data.withdraw_voucher },
  )
}

/** A swap of vouchers; what it pays out is read as of the factory's messages. */
function readSwap(json: unknown): FactoryCall | undefined {
  const own = InterfaceSwap.safeParse(json).data?.execute_swap_request
  const live = LiveSwap.safeParse(json).data?.swap
  const said = own ?? live
  if (!said) return undefined
  const { asset_in, amount_in: amount, asset_out: assetOut, min_amount_out: minimum, swaps } = said
  const { token } = asset_in
  const path = pathOf(token, swaps)
  const payOut = own
    ? readFactoryMessage({
        withdraw_virtual_balance: {
          token: assetOut,
          amount: `${minimum}`,
          cross_chain_addresses: own.cross_chain_addresses,
          timeout: own.timeout,
        },
      })
    : readFactoryMessage({
        transfer_voucher: {
          token_id: assetOut,
          amount: `${minimum}`,
          from: live?.sender,
          recipients: live?.recipients,
          cross_chain_config: { timeout: null, ack_response: null, meta: null },
        },
      })
  if (!path || !payOut) return undefined
  const { recipients, timeoutSec } = payOut
  const trade = { token, amount, path, assetOut, minimum, partnerFeeBps: 0n }
  return { kind: 'swap', asset: undefined, from: live?.sender, ...trade, recipients, timeoutSec }
}
