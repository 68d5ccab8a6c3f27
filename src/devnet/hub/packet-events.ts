import type { GenerationName } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { ExecuteContext } from '../cosmwasm/contract.ts'
import { events as ofInterface } from '../generations/interface/events.ts'
import type {
  EscrowChange,
  LocalEvent,
  LocalEvents,
  PacketPlace,
  VoucherChange,
} from '../generations/local-events.ts'
import { events as ofPublished } from '../generations/published/events.ts'

const EVENTS: Record<GenerationName, LocalEvents> = {
  interface: ofInterface,
  published: ofPublished,
}

/** What a contract of the network's generation tells, into the transaction that it runs in. */
export function telling(context: ExecuteContext, { generation }: { generation: GenerationName }) {
  const forms = EVENTS[generation]
  const emit = (events: readonly LocalEvent[]) => {
    for (const [type, attributes] of events) context.event(type, attributes)
  }
  return {
    /** A packet leaves. `timeoutAt` is unix seconds. */
    sent: (place: PacketPlace, msg: string, timeoutAt: number) =>
      emit([forms.sent(place, msg, timeoutAt)]),
    received: (place: PacketPlace, msg: string) => emit(forms.received(place, msg)),
    answered: (answer: string) => emit([forms.answered(answer)]),
    heard: (place: PacketPlace) => emit([forms.heard(place)]),
    /** A transaction begins here, or arrives. On the hub its sender has a chain. */
    transaction: (txId: string, sender: string | CrossChainUser, type: string) =>
      emit([forms.transaction(txId, sender, type)]),
    noted: (meta: string) => emit([forms.noted(meta)]),
    vouchers: (change: VoucherChange) => emit(forms.vouchers(change)),
    escrow: (change: EscrowChange) => emit(forms.escrow(change)),
  }
}

/** The id of a transaction that begins here: unique per message, and its first two parts are chain_uid and sender. */
export function newTxId({ tx, block }: ExecuteContext, chainUid: string): string {
  return [chainUid, tx.signer, block.chainId, block.height, tx.index, tx.messageIndex].join(':')
}
