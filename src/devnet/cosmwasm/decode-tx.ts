import { sha256 } from '@cosmjs/crypto'
import { fromBech32, toHex } from '@cosmjs/encoding'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'

import { SDK_CODE, TxError } from './tx-error.ts'

export type ChainMessage =
  | { typeUrl: '/cosmos.bank.v1beta1.MsgSend'; value: MsgSend; sender: string }
  | { typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract'; value: MsgExecuteContract; sender: string }

/** A transaction taken apart. `hash` is upper-case hex, as CometBFT shows it. */
export type DecodedTx = {
  hash: string
  bytes: Uint8Array
  raw: TxRaw
  body: TxBody
  authInfo: AuthInfo
  messages: ChainMessage[]
  /** Whose signatures it needs, in order; the first one pays the fee. */
  signers: string[]
}

/** Takes a transaction apart and checks what needs no state. @throws {TxError} not one that this chain understands */
export function decodeTx(bytes: Uint8Array, bech32Prefix: string): DecodedTx {
  const { raw, body, authInfo } = parse(bytes)
  if (body.messages.length === 0)
    throw new TxError(SDK_CODE.invalidRequest, 'must contain at least one message: invalid request')
  const messages = body.messages.map(({ typeUrl, value }) => decodeMessage(typeUrl, value))
  for (const { sender } of messages) checkAddress(sender, bech32Prefix)
  const signers = [...new Set(messages.map(({ sender }) => sender))]
  return { hash: toHex(sha256(bytes)).toUpperCase(), bytes, raw, body, authInfo, messages, signers }
}

function parse(bytes: Uint8Array) {
  try {
    const raw = TxRaw.decode(bytes)
    return { raw, body: TxBody.decode(raw.bodyBytes), authInfo: AuthInfo.decode(raw.authInfoBytes) }
  } catch {
    throw new TxError(SDK_CODE.txDecode, 'tx parse error')
  }
}

function decodeMessage(typeUrl: string, value: Uint8Array): ChainMessage {
  if (typeUrl === '/cosmos.bank.v1beta1.MsgSend') {
    const message = decodeValue(() => MsgSend.decode(value))
    return { typeUrl, value: message, sender: message.fromAddress }
  }
  if (typeUrl === '/cosmwasm.wasm.v1.MsgExecuteContract') {
    const message = decodeValue(() => MsgExecuteContract.decode(value))
    return { typeUrl, value: message, sender: message.sender }
  }
  throw new TxError(SDK_CODE.txDecode, `unable to resolve type URL ${typeUrl}: tx parse error`)
}

function decodeValue<Message>(decode: () => Message): Message {
  try {
    return decode()
  } catch {
    throw new TxError(SDK_CODE.txDecode, 'tx parse error')
  }
}

/** @throws {TxError} code 7: not an address of this chain (bech32 by BIP-173: 90 characters at most) */
export function checkAddress(address: string, bech32Prefix: string): void {
  try {
    const { prefix, data } = fromBech32(address, 90)
    if (prefix === bech32Prefix && (data.length === 20 || data.length === 32)) return
  } catch {
    // falls through to the same refusal
  }
  throw new TxError(
    SDK_CODE.invalidAddress,
    `decoding bech32 failed: "${address}" is not a ${bech32Prefix} address: invalid address`,
  )
}
