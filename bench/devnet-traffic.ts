import { readFileSync } from 'node:fs'

import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { toBech32 } from '@cosmjs/encoding'
import { GasPrice } from '@cosmjs/stargate'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { toHex } from 'viem'

import { createHub } from '../src/chains/hub/hub.ts'
import { denomOn, hubOf } from '../src/core/terms/network.ts'
import { createOperations } from '../src/services/operations/operations.ts'
import { TransactionBuild, type CrossChainUser } from '../src/core/terms/shapes.ts'
import { hubAddress, hubWallet, type Persona } from '../src/devnet/accounts.ts'
import type { Devnet } from '../src/devnet/devnet.ts'
import { createPersonaWallets } from '../src/devnet/persona-wallets.ts'
import { settle } from '../test/devnet/books.ts'
import { connectClients } from '../test/devnet/devnet-clients.ts'

/**
 * Every persona on every chain deposits, hands vouchers on and swaps, one after another, for `seconds`. Counts what was
 * done when the last packet is home and the books balance.
 */
export async function mixedOperations(
  devnet: Devnet,
  seconds: number,
): Promise<{ count: number; perSecond: number }> {
  const { network, personas } = devnet
  const wallets = createPersonaWallets(network)
  const operations = createOperations({
    network,
    claimers: { create: () => Promise.reject(new Error('nobody is to be a claimer here')) },
    pools: createHub(network),
    now: () => new Date(),
  })
  const native = (chainUid: string) => {
    for (const token of network.tokens) {
      const token_type = denomOn(token, chainUid)
      if (token_type && 'native' in token_type && token.token !== 'usdc')
        return { asset: { token: token.token, token_type }, whole: 10n ** BigInt(token.decimals) }
    }
    throw new Error(`${chainUid} has no native token with a pool`)
  }

  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > seconds * 1_000
  let count = 0
  async function keepBusy(persona: Persona, sender: CrossChainUser): Promise<void> {
    const onBase = wallets.accounts(persona).filter(({ chain_uid }) => chain_uid === 'base')
    const { asset, whole } = native(sender.chain_uid)
    const steps = [
      () => operations.deposit({ amount_in: 1000n, asset_in: asset, sender, recipient: sender }),
      () =>
        operations.swap({
          amount_in: whole / 10_000n,
          asset_in: asset,
          minimum_receive: 1n, // a contract takes no swap for nothing
          sender,
          cross_chain_addresses: onBase.map((user) => ({ user })), // usdc is at home there
          swap_path: { path: [{ route: [asset.token, 'usdc'], dex: 'euclid' }] },
        }),
      () =>
        operations.transferVoucher({
          amount: 1n,
          token: asset.token,
          sender,
          recipient_address: { user: sender },
        }),
    ]
    for (let turn = 0; !isOver(); turn += 1) {
      const build = await steps[turn % steps.length]?.()
      await wallets.broadcast(persona, TransactionBuild.parse(build))
      count += 1
    }
  }
  await Promise.all(
    personas.flatMap((persona) =>
      wallets.accounts(persona).map((sender) => keepBusy(persona, sender)),
    ),
  )
  const wrong = await settle(devnet)
  if (wrong.length > 0) throw new Error(`the books do not balance: ${wrong.join('; ')}`)
  return { count, perSecond: count / ((performance.now() - startedAt) / 1_000) }
}

const SENDS_IN_ONE = 250

/** Gives so many accounts that nobody has seen before a balance each, on base and on the hub. */
export async function fundAccounts({ network }: Devnet, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  await Promise.all([fundOnBase(network, numbers), fundOnHub(network, numbers)])
}

async function fundOnBase(network: Devnet['network'], numbers: number[]): Promise<void> {
  const { walletOf, reader } = await connectClients(network)
  const wallet = walletOf('operator')
  const from = wallet.account.address
  let nonce = await reader.getTransactionCount({ address: from, blockTag: 'pending' })
  for (const number of numbers) {
    const to = toHex(number + 0x10_0000, { size: 20 })
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n, gas: 21_000n }
    await wallet.sendTransaction({ to, value: 1n, nonce, type: 'eip1559', ...fees })
    nonce += 1
  }
  while ((await reader.getTransactionCount({ address: from })) < nonce)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

async function fundOnHub(network: Devnet['network'], numbers: number[]): Promise<void> {
  const { rpc_url, fee, bech32_prefix } = hubOf(network)
  const from = await hubAddress('operator')
  const client = await SigningCosmWasmClient.connectWithSigner(
    rpc_url,
    await hubWallet('operator'),
    { gasPrice: GasPrice.fromString(`${fee.gas_price}${fee.denom}`), broadcastPollIntervalMs: 50 },
  )
  for (let first = 0; first < numbers.length; first += SENDS_IN_ONE) {
    const messages = numbers.slice(first, first + SENDS_IN_ONE).map((number) => {
      const toAddress = toBech32(bech32_prefix, Buffer.from(`${number}`.padStart(20, '0')))
      const amount = [{ denom: fee.denom, amount: '1' }]
      return {
        typeUrl: MsgSend.typeUrl,
        value: MsgSend.fromPartial({ fromAddress: from, toAddress, amount }),
      }
    })
    await client.signAndBroadcast(from, messages, 'auto')
  }
  client.disconnect()
}

/** Memory in MiB, of this process and of those that it started (the Anvils); Linux only. */
export function residentMiB(): { own: number; anvils: number } {
  return { own: residentOf(process.pid), anvils: residentBelow(process.pid) }
}

function residentOf(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1_024
}

function residentBelow(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []
  return children
    .map(Number)
    .reduce((sum, child) => sum + residentOf(child) + residentBelow(child), 0)
}
