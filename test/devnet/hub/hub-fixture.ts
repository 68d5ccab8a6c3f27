import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { Secp256k1, sha256 } from '@cosmjs/crypto'
import { fromBase64, fromUtf8, toBase64, toUtf8 } from '@cosmjs/encoding'
import { DirectSecp256k1HdWallet, makeCosmoshubPath } from '@cosmjs/proto-signing'
import { GasPrice } from '@cosmjs/stargate'
import { z } from 'zod'

import type { Token } from '../../../src/core/terms/network.ts'
import { adr036Document } from '../../../src/devnet/hub/claim-document.ts'
import { ReleasePacket } from '../../../src/devnet/hub/packet-shapes.ts'
import { startHub, type HubOptions } from '../../../src/devnet/hub/start-hub.ts'

const wallet = await DirectSecp256k1HdWallet.fromMnemonic(
  'test test test test test test test test test test test junk',
  { prefix: 'euclid', hdPaths: [1, 2, 10, 11].map((index) => makeCosmoshubPath(index)) },
)
const addresses = (await wallet.getAccounts()).map(({ address }) => address)
export const [relayer = '', payer = '', alice = '', bobby = ''] = addresses

export const USDC = '0x00000000000000000000000000000000000000c0'
export const EVM_ALICE = '0x00000000000000000000000000000000000a11ce'
export const EVM_BOBBY = '0x0000000000000000000000000000000000000b0b'
const FUNDS = 1_000_000_000n

const TOKENS: Token[] = [
  {
    token: 'usdc',
    name: 'USD Coin',
    decimals: 6,
    denoms: [{ chain_uid: 'base', token_type: { smart: { contract_address: USDC } } }],
  },
  {
    token: 'eth',
    name: 'Ether',
    decimals: 18,
    denoms: [{ chain_uid: 'base', token_type: { native: { denom: 'eth' } } }],
  },
  {
    token: 'euclid',
    name: 'Euclid',
    decimals: 6,
    denoms: [{ chain_uid: 'neuron', token_type: { native: { denom: 'ueuclid' } } }],
  },
]

/** The denominations as packets write them. */
export const DENOMS = {
  voucher: { voucher: {} },
  usdc: { smart: { contract_address: USDC } },
  eth: { native: { denom: 'eth' } },
  euclid: { native: { denom: 'ueuclid' } },
}

export type TestRecipient = {
  to: { chain_uid: string; address: string }
  limit?: string
  value?: bigint
  denom?: object
  message?: object | string
}

/** What a factory adds to an operation. */
export type Own = { sender: { chain_uid: string; address: string }; tx_id: string }
/** An operation as its factory packs it. */
export type Operation = (own: Own) => object

const Pending = z.object({
  packets: z.array(z.object({ sequence: z.int(), msg: z.base64(), timeout_at: z.int() })),
})

type Attributes = Record<string, string>

/** A running hub with quick blocks, and a client that signs for everybody on it. */
export async function startTestHub(options: Partial<HubOptions> = {}) {
  const hub = await startHub({
    blockTimeMs: 20,
    chainUid: 'neuron',
    chainId: 'neuron-local-1',
    relayerAddress: relayer,
    factories: [
      {
        chain_uid: 'base',
        chain_id: '31337',
        factory: '0x00000000000000000000000000000000000fac70',
        chain_type: 'evm',
      },
    ],
    tokens: TOKENS,
    balances: addresses.map((address) => ({ address, denom: 'ueuclid', amount: FUNDS })),
    ...options,
  })
  const client = await SigningCosmWasmClient.connectWithSigner(hub.rpcUrl, wallet, {
    gasPrice: GasPrice.fromString('0.025ueuclid'),
    broadcastPollIntervalMs: 20,
  })
  const { router, virtual_balance, claimer, factory } = hub.contracts
  let packets = 0

  const query = async (contract: string, message: object): Promise<unknown> => {
    const answer: unknown = await client.queryContractSmart(contract, message)
    return answer
  }

  /** Executes and gives the contracts' events, the plain ones with an empty type, without the index of their message. */
  async function execute(sender: string, contract: string, message: object, funds = 0n) {
    const coins = funds === 0n ? [] : [{ denom: 'ueuclid', amount: `${funds}` }]
    const result = await client.execute(sender, contract, message, 'auto', '', coins)
    const events = result.events
      .filter(({ type }) => /^wasm(-|$)/.test(type))
      .map(({ type, attributes }) => {
        const entries = attributes
          .filter(({ key }) => key !== 'msg_index')
          .map(({ key, value }) => [key, value])
        return { type: type.slice(5), attributes: Object.fromEntries(entries) as Attributes } // the entries are text
      })
    return { ...result, events }
  }

  /** Carries a packet of a factory as the relayer does, and gives the hub's acknowledgement. */
  async function receive(
    operation: Operation,
    packet: {
      chain_uid?: string
      sender?: string
      sequence?: number
      timeoutAt?: number
      from?: string
    } = {},
  ) {
    packets += 1
    const {
      chain_uid = 'base',
      sender = EVM_ALICE,
      sequence = packets,
      timeoutAt = Math.floor(Date.now() / 1000) + 60,
      from = relayer,
    } = packet
    const txId = `${chain_uid}:${sender}:31337:${100 + sequence}:${sequence}`
    const json = operation({ sender: { chain_uid, address: sender }, tx_id: txId })
    const result = await execute(from, router, {
      receive_packet: {
        source_chain_uid: chain_uid,
        sequence,
        timeout_at: timeoutAt,
        msg: toBase64(toUtf8(typeof json === 'string' ? json : JSON.stringify(json))),
      },
    })
    const asked = { packet_acknowledgement: { source_chain_uid: chain_uid, sequence } }
    const { acknowledgement } = z
      .object({ acknowledgement: z.object({ ok: z.boolean(), msg: z.base64() }) })
      .parse(await query(router, asked))
    const answer: unknown = JSON.parse(fromUtf8(fromBase64(acknowledgement.msg)))
    return { ...result, txId, sequence, ok: acknowledgement.ok, answer }
  }

  /** What the relayer finds to carry to a chain, opened. */
  async function releases(chain_uid = 'base') {
    const { packets: pending } = Pending.parse(
      await query(router, { pending_packets: { chain_uid } }),
    )
    return pending.map(({ sequence, msg, timeout_at }) => {
      const { release_escrow } = ReleasePacket.parse(JSON.parse(fromUtf8(fromBase64(msg))))
      return { sequence, timeout_at, ...release_escrow }
    })
  }

  return {
    ...hub,
    client,
    query,
    execute,
    receive,
    releases,
    async vouchers(chain_uid: string, address: string): Promise<Record<string, bigint>> {
      const answer = z
        .object({ balances: z.array(z.object({ token_id: z.string(), amount: z.string() })) })
        .parse(
          await query(virtual_balance, { get_user_balances: { user: { chain_uid, address } } }),
        )
      return Object.fromEntries(
        answer.balances.map(({ token_id, amount }) => [token_id, BigInt(amount)]),
      )
    },
    async escrow(token: string): Promise<Record<string, bigint>> {
      const answer = z
        .object({ chains: z.array(z.object({ chain_uid: z.string(), balance: z.string() })) })
        .parse(await query(router, { query_token_escrows: { token, pagination: {} } }))
      return Object.fromEntries(
        answer.chains.map(({ chain_uid, balance }) => [chain_uid, BigInt(balance)]),
      )
    },
    acknowledge: (
      sequence: number,
      answer: { ok: boolean; msg: string },
      from = relayer,
      chain_uid = 'base',
    ) =>
      execute(from, router, {
        acknowledge_packet: {
          chain_uid,
          sequence,
          ok: answer.ok,
          msg: toBase64(toUtf8(answer.msg)),
        },
      }),
    claim: (claim_id: number) => query(claimer, { get_claim: { claim_id } }),
    /** Ids and claims of a list. */
    claims: async (message: object) =>
      z.array(z.tuple([z.number(), z.looseObject({})])).parse(await query(claimer, message)),
    redeem: (body: { data: string; signature: string }, from = payer) =>
      execute(from, claimer, { claim_voucher: body }),
    deposit: (
      amount: bigint,
      recipient: object,
      extra: object = {},
      funds = amount,
      from = alice,
    ) =>
      execute(
        from,
        factory,
        {
          deposit_token: {
            amount_in: `${amount}`,
            asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
            recipient,
            timeout: null,
            ...extra,
          },
        },
        funds,
      ),
  }
}

export const toJson = ({
  to,
  limit = 'equal',
  value = 0n,
  denom = DENOMS.voucher,
  message,
}: TestRecipient) => ({
  recipient: to,
  amount: { [limit]: `${value}` },
  denom,
  forwarding_message:
    message === undefined
      ? null
      : toBase64(toUtf8(typeof message === 'string' ? message : JSON.stringify(message))),
  unsafe_refund_as_voucher: false,
})

export const depositCall =
  (
    token: 'usdc' | 'eth',
    amount: bigint,
    recipients: TestRecipient[],
    token_type: object = DENOMS[token],
  ): Operation =>
  ({ sender, tx_id }) => ({
    deposit_token: {
      sender,
      asset_in: { token, token_type },
      amount_in: `${amount}`,
      recipients: recipients.map(toJson),
      tx_id,
    },
  })

export const transferCall =
  (
    token: string,
    amount: bigint,
    recipients: TestRecipient[],
    from?: { chain_uid: string; address: string },
  ): Operation =>
  ({ sender, tx_id }) => ({
    transfer_voucher: {
      sender,
      token,
      amount: `${amount}`,
      from: from ?? null,
      recipients: recipients.map(toJson),
      tx_id,
    },
  })

/** A key pair for claims; `publicKey` is base64 of the uncompressed form. */
export function createClaimKey(seed: number) {
  const { pubkey, privkey } = Secp256k1.makeKeypair(new Uint8Array(32).fill(seed))
  return {
    privkey,
    publicKey: toBase64(pubkey),
    compressed: toBase64(Secp256k1.compressPubkey(pubkey)),
  }
}

/** Signs a claim order as its holder does. */
export function signOrder(privkey: Uint8Array, order: object, signer = 'euclid1anybody') {
  const data = adr036Document(toBase64(toUtf8(JSON.stringify(order))), signer)
  return { data, signature: signText(privkey, data) }
}

export function signText(privkey: Uint8Array, text: string): string {
  const signature = Secp256k1.createSignature(sha256(toUtf8(text)), privkey)
  return toBase64(signature.toFixedLength().slice(0, 64))
}
