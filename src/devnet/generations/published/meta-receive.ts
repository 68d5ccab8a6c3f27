import { z } from 'zod'

import { BaseUnits } from '../../../core/terms/amounts.ts'
import type { CrossChainUser } from '../../../core/terms/shapes.ts'
import type { ExecuteContext } from '../../cosmwasm/contract.ts'
import { on } from '../../cosmwasm/message-table.ts'
import { ContractError } from '../../cosmwasm/tx-error.ts'
import { messageName, readFactoryMessage } from '../../hub/factory-messages.ts'
import type { HubConfig } from '../../hub/hub-config.ts'
import type { PacketCall } from '../../hub/packet-call.ts'
import { telling } from '../../hub/packet-events.ts'
import type { FactoryMessages, RouterParts, Sender } from '../local-generation.ts'
import { Asset, Hops, User } from '../shapes.ts'
import { Recipients, recipientsOf } from './recipients.ts'

const Swap = z.strictObject({
  sender: User,
  asset_in: Asset,
  amount_in: BaseUnits, // without the partner's fee
  asset_out: z.string(),
  min_amount_out: BaseUnits,
  swaps: Hops,
  recipients: Recipients,
  partner_fee_amount: BaseUnits,
  partner_fee_recipient: User,
  tx_id: z.string(), // the router makes its own
})

const Transfer = z.strictObject({
  sender: User,
  token: z.string(),
  amount: BaseUnits,
  from: User.nullish(), // carried along, and nothing is done with it
  recipients: Recipients,
  tx_id: z.string(),
})

/** What owners of vouchers sign: packets as the router gets them. */
export const metaMessages: FactoryMessages = {
  swap: on(Swap, ({ sender }: Sender, body): PacketCall => {
    checkSender(sender, body.sender)
    if (!('voucher' in body.asset_in.token_type))
      throw new ContractError('Asset IN must be a voucher')
    const { partner_fee_amount: fee, partner_fee_recipient: recipient } = body
    return {
      type: 'swap',
      asset: { token: body.asset_in.token, denom: 'voucher', amount: body.amount_in + fee },
      assetOut: body.asset_out,
      minAmountOut: body.min_amount_out,
      swaps: body.swaps.map(({ token_in, token_out }) => ({ token_in, token_out })),
      partnerFee: { amount: fee, recipient },
      recipients: recipientsOf(body.recipients),
    }
  }),
  transfer_voucher: on(Transfer, ({ sender }: Sender, body): PacketCall => {
    checkSender(sender, body.sender)
    return {
      type: 'transfer_voucher',
      token: body.token,
      amount: body.amount,
      recipients: recipientsOf(body.recipients),
    }
  }),
}

function checkSender(signer: CrossChainUser, sender: CrossChainUser): void {
  if (sender.chain_uid !== signer.chain_uid) throw new ContractError('Chain UID mismatch')
  if (sender.address !== signer.address) throw new ContractError('Sender address mismatch')
}

const MetaReceive = z.strictObject({ verified_sender: User, call_data: z.string() })

/** Runs what the meta transaction contract found to be signed by `verified_sender`, as a transaction of its own. */
export function metaReceiver(config: HubConfig, { calls, runCall }: RouterParts) {
  return {
    meta_receive: on(
      MetaReceive,
      (context: ExecuteContext, { verified_sender: sender, call_data }) => {
        if (context.sender !== config.contracts.meta_transaction)
          throw new ContractError('Unauthorized')
        const message = parseJson(call_data)
        if (!Object.hasOwn(calls, messageName(message) ?? ''))
          throw new ContractError('Unsupported message type')
        const { type, call } = readFactoryMessage(calls, sender, message)
        const tx_id = nextTxId(context, sender)
        telling(context, config).transaction(tx_id, sender, type)
        return runCall(context, config, { tx_id, sender, call })
      },
    ),
  }
}

/** Its first two parts are the user's, the rest is the hub's. */
function nextTxId(context: ExecuteContext, { chain_uid, address }: CrossChainUser): string {
  const { block, tx } = context
  const counters = context.collection<number>('counters')
  const next = counters.get('meta') ?? 0
  counters.set('meta', next + 1)
  return [chain_uid, address, block.chainId, block.height, tx.index, next].join(':')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown // its shape is checked by whoever asked
  } catch {
    throw new ContractError('Error parsing message: call_data is no JSON')
  }
}
