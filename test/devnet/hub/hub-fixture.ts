import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { Secp256k1, sha256 } from '@cosmjs/crypto'
import { fromBase64, fromUtf8, toBase64, toUtf8 } from '@cosmjs/encoding'
import { DirectSecp256k1HdWallet, makeCosmoshubPath } from '@cosmjs/proto-signing'
import { GasPrice } from '@cosmjs/stargate'
import {
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  hexToBytes,
  toHex,
  type Hex,
} from 'viem'
import { z } from 'zod'

import type { Token } from '../../../src/core/terms/network.ts'
import { EVM_VOUCHER, evmConfig } from '../../../src/core/payloads/encode-evm.ts'
import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import { factoryPacketAbi, releasePacketAbi } from '../../../src/core/tracking/packet-abi.ts'
import { adr036Document } from '../../../src/devnet/hub/claim-document.ts'
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
export const FUNDS = 1_000_000_000n

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

/** The denominations as the EVM factory's ABI writes them. */
export const ABI_DENOM = {
  voucher: EVM_VOUCHER,
  usdc: { token_type: 'smart', native_denom: '', erc20_address: USDC },
  eth: { token_type: 'native', native_denom: 'eth', erc20_address: '' },
  euclid: { token_type: 'native', native_denom: 'ueuclid', erc20_address: '' },
}

export type AbiRecipient = {
  to: { chain_uid: string; address: string }
  limit?: string
  value?: bigint
  denom?: (typeof ABI_DENOM)[keyof typeof ABI_DENOM]
  message?: object | string
}

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

  /** Carries a packet of the EVM factory as the relayer does. */
  async function receiveRaw(
    call: Hex,
    packet: { sender?: string; sequence?: number; timeoutAt?: number; from?: string } = {},
  ) {
    packets += 1
    const {
      sender = EVM_ALICE,
      sequence = packets,
      timeoutAt = Math.floor(Date.now() / 1000) + 60,
      from = relayer,
    } = packet
    const txId = `base:${sender}:31337:${100 + sequence}:${sequence}`
    const msg = toBase64(
      hexToBytes(encodeAbiParameters(factoryPacketAbi, [{ tx_id: txId, sender, call }])),
    )
    const result = await execute(from, router, {
      receive_packet: { source_chain_uid: 'base', sequence, timeout_at: timeoutAt, msg },
    })
    return { ...result, txId, sequence }
  }

  /** As `receiveRaw`, with the hub's acknowledgement, which is JSON for most operations. */
  async function receive(call: Hex, packet: Parameters<typeof receiveRaw>[1] = {}) {
    const result = await receiveRaw(call, packet)
    const { sequence } = result
    const { acknowledgement } = z
      .object({ acknowledgement: z.object({ ok: z.boolean(), msg: z.base64() }) })
      .parse(
        await query(router, { packet_acknowledgement: { source_chain_uid: 'base', sequence } }),
      )
    const answer: unknown = JSON.parse(fromUtf8(fromBase64(acknowledgement.msg)))
    return { ...result, ok: acknowledgement.ok, answer }
  }

  return {
    ...hub,
    client,
    query,
    execute,
    receive,
    receiveRaw,
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
    /** What the relayer finds to carry to base, decoded. */
    async releases() {
      const { packets: pending } = z
        .object({
          packets: z.array(
            z.object({ sequence: z.number(), msg: z.base64(), timeout_at: z.number() }),
          ),
        })
        .parse(await query(router, { pending_packets: { chain_uid: 'base' } }))
      return pending.map(({ sequence, msg, timeout_at }) => {
        const [release] = decodeAbiParameters(releasePacketAbi, fromBase64(msg))
        return { sequence, timeout_at, ...release }
      })
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

export const toAbi = ({
  to,
  limit = 'equal',
  value = 0n,
  denom = ABI_DENOM.voucher,
  message,
}: AbiRecipient) => ({
  recipient: { chain_uid: to.chain_uid, sender: to.address },
  amount: { limit_type: limit, value },
  denom,
  forwarding_message:
    message === undefined
      ? ('0x' as const)
      : toHex(typeof message === 'string' ? message : JSON.stringify(message)),
  unsafe_refund_as_voucher: false,
})

export const depositCall = (
  token: 'usdc' | 'eth',
  amount: bigint,
  recipients: AbiRecipient[],
  denom = ABI_DENOM[token],
) =>
  encodeFunctionData({
    abi: factoryAbi,
    functionName: 'depositToken',
    args: [{ token, token_type: denom }, amount, recipients.map(toAbi), evmConfig(60)],
  })

export const transferCall = (
  token: string,
  amount: bigint,
  recipients: AbiRecipient[],
  from = { chain_uid: 'base', sender: EVM_ALICE },
) =>
  encodeFunctionData({
    abi: factoryAbi,
    functionName: 'transferVoucher',
    args: [token, amount, from, recipients.map(toAbi), evmConfig(0)],
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
