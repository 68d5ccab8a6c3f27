import type { VouchClient } from './vouch-client.ts'

/** A transaction that was sent. */
export type Sent = { chain_uid: string; tx_hash: string }

/** Builds an operation over HTTP, and has alice sign and send it. */
export async function sendAsAlice(
  client: VouchClient,
  operation: string,
  chain: string,
  request: object,
): Promise<Sent> {
  const sender = { chain_uid: chain, address: await client.address('alice', chain) }
  const body = { sender, ...request }
  const build = await client.ok<object>('POST', `/api/v1/execute/${operation}`, body)
  return client.ok<Sent>('POST', '/playground/api/broadcast', { from: 'alice', build })
}
