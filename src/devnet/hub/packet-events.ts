import type { ExecuteContext } from '../cosmwasm/contract.ts'

/**
 * A packet as the four packet events name it. `from` and `to` are chain uids, the hub's being the settlement layer's; ports
 * are `wasm.<contract>` on CosmWasm and the factory's address on EVM. `msg` is text.
 */
export type PacketRef = {
  txId: string
  sequence: number
  from: string
  to: string
  sourcePort: string
  destinationPort: string
}

/** A packet leaves. `timeoutAt` is unix seconds. */
export function emitSendPacket(
  context: ExecuteContext,
  packet: PacketRef,
  sent: { msg: string; timeoutAt: number; destinationChainType: string },
): void {
  context.event('euclid-send-packet', {
    ...attributesOf(packet),
    msg: sent.msg,
    timeout: `${sent.timeoutAt}`,
    destination_chain_type: sent.destinationChainType,
  })
}

export function emitReceivePacket(context: ExecuteContext, packet: PacketRef): void {
  context.event('euclid-receive-packet', attributesOf(packet))
}

/** The receiving side answers. `ok` is `true` or `false` beside the answer's own text. */
export function emitWriteAcknowledgement(
  context: ExecuteContext,
  packet: PacketRef,
  answer: { ok: boolean; msg: string },
): void {
  context.event('euclid-write-acknowledgement', {
    ...attributesOf(packet),
    ok: `${answer.ok}`,
    msg: answer.msg,
  })
}

/** The sending side has the answer. */
export function emitReceiveAcknowledgement(
  context: ExecuteContext,
  packet: PacketRef,
  answer: { ok: boolean; msg: string },
): void {
  context.event('euclid-receive-acknowledgement', {
    ...attributesOf(packet),
    ok: `${answer.ok}`,
    msg: answer.msg,
  })
}

/** A transaction begins on the hub, or arrives there. `sender` is the sender's address. */
export function emitTransaction(
  context: ExecuteContext,
  transaction: { txId: string; sender: string; type: string },
): void {
  const { txId, sender, type } = transaction
  context.event('euclid', { action: 'transaction', tx_id: txId, sender, type })
}

/** The id of a transaction that begins here: unique per message, and its first two parts are chain_uid and sender. */
export function newTxId({ tx, block }: ExecuteContext, chainUid: string): string {
  return [chainUid, tx.signer, block.chainId, block.height, tx.index, tx.messageIndex].join(':')
}

function attributesOf({
  txId,
  sequence,
  from,
  to,
  sourcePort,
  destinationPort,
}: PacketRef): Record<string, string> {
  return {
    tx_id: txId,
    sequence: `${sequence}`,
    source_chain_uid: from,
    destination_chain_uid: to,
    source_port: sourcePort,
    destination_port: destinationPort,
  }
}
