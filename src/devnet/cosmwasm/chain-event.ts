/** An event as CometBFT reports it: attributes keep their order. */
export type ChainEvent = { type: string; attributes: { key: string; value: string }[] }

/** @example chainEvent('message', { action: '/cosmos.bank.v1beta1.MsgSend', sender }) */
export function chainEvent(type: string, attributes: Record<string, string>): ChainEvent {
  return { type, attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })) }
}
