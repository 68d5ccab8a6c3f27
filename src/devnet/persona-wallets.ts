import { setTimeout as sleep } from 'node:timers/promises'

import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { makeSignDoc } from '@cosmjs/amino'
import { sha256 } from '@cosmjs/crypto'
import { fromBech32, toBase64, toBech32, toHex, toUtf8 } from '@cosmjs/encoding'
import { calculateFee, GasPrice } from '@cosmjs/stargate'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import {
  BaseError,
  getAddress,
  hexToBigInt,
  HttpRequestError,
  isHex,
  keccak256,
  TimeoutError,
  TransactionNotFoundError,
  WaitForTransactionReceiptTimeoutError,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import {
  ChainUnavailableError,
  InvalidRequestError,
  NotYoursError,
  TransactionFailedError,
} from '../core/terms/errors.ts'
import {
  chainOf,
  type Chain,
  type CosmWasmChain,
  type EvmChain,
  type Network,
} from '../core/terms/network.ts'
import { OWN_REASONS } from '../core/terms/known-reason.ts'
import { revertReason } from '../core/tracking/revert-reason.ts'
import type {
  CosmWasmBuild,
  CrossChainUser,
  EvmBuild,
  TransactionBuild,
} from '../core/terms/shapes.ts'
import { createSerialQueue, type SerialQueue } from '../services/flow/serial-queue.ts'
import { cosmosWallet, textWallet, type Persona } from './accounts.ts'
import { createWalletClients, type WalletClients } from './evm/wallet-clients.ts'

/** Tries of a transaction that follows another one within the same block. */
const ATTEMPTS = 10

/** What a node says of bytes that it has seen. */
const SAME_BYTES = 'tx already exists in cache'
/** As CosmJS takes it: a transaction may cost more in its block than in its trial run, since another one may have come in between. */
const GAS_MARGIN = 1.4
const APPROVAL_MS = 180_000

export type PersonaWallets = {
  /** The persona's accounts, one for each chain, as the protocol writes addresses. */
  accounts(persona: Persona): CrossChainUser[]
  /**
   * Does what a wallet does with a build: signs and sends its messages in order, waits for approvals, and answers the
   * operation's own hash.
   * @throws {TransactionFailedError} the chain refused it; `message` has the chain's words
   * @throws {ChainUnavailableError} the chain's node does not answer, and has taken nothing; or no block takes an approval
   * @throws {NotYoursError} the build is for another account
   */
  broadcast(
    persona: Persona,
    build: TransactionBuild,
  ): Promise<{ chain_uid: string; tx_hash: string }>
  /** What a wallet does with a text: EIP-191 on an EVM chain, ADR-036 on a CosmWasm one. */
  signText(
    persona: Persona,
    chainUid: string,
    text: string,
  ): Promise<{ signature: string; signer_pubkey?: string }>
}

/** The personas' own wallets on the local network: the far end that elsewhere is MetaMask or Keplr. `approvalMs`: how long an approval may take to be in a block. */
export function createPersonaWallets(
  network: Network,
  { approvalMs = APPROVAL_MS }: { approvalMs?: number } = {},
): PersonaWallets {
  // A wallet sends one transaction after another, or two would take the same nonce.
  const turns = new Map<string, SerialQueue>()
  const clientsOf = createWalletClients()
  function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const own = turns.get(key) ?? createSerialQueue()
    turns.set(key, own)
    return own(work)
  }

  return {
    async signText(persona, chainUid, text) {
      const chain = chainOf(network, chainUid)
      if (chain.family === 'evm') {
        const account = privateKeyToAccount(persona.evm.privateKey)
        return { signature: await account.signMessage({ message: text }) }
      }
      return signAdr036(chain, persona, text)
    },
    accounts(persona) {
      return network.chains.map((chain) => ({
        chain_uid: chain.chain_uid,
        address: addressOn(chain, persona),
      }))
    },
    async broadcast(persona, build) {
      if (build.type === 'evm') {
        const chain = evmChainOf(network, build)
        const account = privateKeyToAccount(persona.evm.privateKey)
        const send = () => sendEvm(chain, clientsOf(chain, account), build, approvalMs)
        return {
          chain_uid: chain.chain_uid,
          tx_hash: await inTurn(`${chain.chain_uid}/${persona.name}`, send),
        }
      }
      const chain = chainOf(network, build.sender.chain_uid)
      if (chain.family !== 'cosmwasm')
        throw unusable('sender.chain_uid', `${chain.chain_uid} is not a CosmWasm chain`)
      if (build.chain_id !== chain.chain_id)
        throw unusable(
          'chain_id',
          `is ${build.chain_id}, and ${chain.chain_uid} is ${chain.chain_id}`,
        )
      const send = () => sendCosmWasm(chain, persona, build)
      return {
        chain_uid: chain.chain_uid,
        tx_hash: await inTurn(`${chain.chain_uid}/${persona.name}`, send),
      }
    },
  }
}

async function signAdr036(
  chain: CosmWasmChain,
  persona: Persona,
  text: string,
): Promise<{ signature: string; signer_pubkey: string }> {
  const wallet = await textWallet(persona.name, chain.bech32_prefix)
  const signer = addressOn(chain, persona)
  const value = { signer, data: toBase64(toUtf8(text)) }
  const fee = { gas: '0', amount: [] }
  const document = makeSignDoc([{ type: 'sign/MsgSignData', value }], fee, '', '', 0, 0)
  const { signature } = await wallet.signAmino(signer, document)
  const [account] = await wallet.getAccounts()
  if (!account) throw new Error('a wallet of one key has no account')
  return { signature: signature.signature, signer_pubkey: toBase64(account.pubkey) }
}

/** One key has the same address on every CosmWasm chain but for its prefix. */
function addressOn(chain: Chain, { evm, cosmos }: Persona): string {
  return chain.family === 'evm'
    ? evm.address.toLowerCase()
    : toBech32(chain.bech32_prefix, fromBech32(cosmos.address, 90).data)
}

function evmChainOf(network: Network, build: EvmBuild): EvmChain {
  const chainId = build.msgs[0]?.chainId
  const other = build.msgs.findIndex((message) => message.chainId !== chainId)
  if (other !== -1)
    throw unusable(
      `msgs.${other}.chainId`,
      `is ${build.msgs[other]?.chainId}, and msgs.0.chainId is ${chainId}: a build is for one chain`,
    )
  const chain = network.chains.find(
    (candidate) => candidate.family === 'evm' && candidate.chain_id === chainId,
  )
  if (chain?.family !== 'evm')
    throw unusable('msgs.0.chainId', `is ${chainId}, which is no chain of this network`)
  return chain
}

async function sendEvm(
  chain: EvmChain,
  { wallet, node }: WalletClients,
  build: EvmBuild,
  approvalMs: number,
): Promise<Hex> {
  const { account } = wallet
  let last: Hex | undefined
  for (const { to, data, value, gasLimit } of build.msgs) {
    if (last !== undefined) {
      const receipt = await node
        .waitForTransactionReceipt({ hash: last, timeout: approvalMs })
        .catch((error: unknown) => {
          throw refusalOf(chain, error)
        })
      if (receipt.status === 'reverted')
        throw new TransactionFailedError('the approval was reverted')
    }
    if (!isHex(data) || !isHex(value)) throw unusable('msgs', 'has data or value that is not hex')
    const call = { account, to: getAddress(to), data, value: hexToBigInt(value) }
    let signed: Hex
    try {
      await node.call(call) // as wallets do: what would be reverted is not sent
      // With a margin, since what others do before it changes what it takes.
      const gas = isHex(gasLimit)
        ? hexToBigInt(gasLimit)
        : ((await node.estimateGas(call)) * 3n) / 2n
      signed = await wallet.signTransaction(
        await wallet.prepareTransactionRequest({ ...call, gas }),
      )
    } catch (error) {
      throw refusalOf(chain, error)
    }
    last = keccak256(signed)
    try {
      await node.sendRawTransaction({ serializedTransaction: signed })
    } catch (error) {
      // Where only its answer was lost, the node knows it. One that does not answer that either may have taken it: its hash tells in time.
      const isNotThere = await node.getTransaction({ hash: last }).then(
        () => false,
        (why: unknown) => why instanceof TransactionNotFoundError,
      )
      if (isNotThere) throw refusalOf(chain, error)
    }
  }
  if (last === undefined) throw unusable('msgs', 'is empty')
  return last
}

/** What a node said, or that it did not answer. */
function refusalOf({ chain_uid }: EvmChain, error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  if (error instanceof WaitForTransactionReceiptTimeoutError)
    return new ChainUnavailableError(chain_uid, 'an approval is in none of its blocks yet')
  const isLost = error.walk(
    (cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError,
  )
  if (isLost) return new ChainUnavailableError(chain_uid, error.shortMessage.replace(/\.$/, ''))
  const data = revertDataOf(error)
  if (data === undefined) return new TransactionFailedError(error.shortMessage)
  const reason = revertReason(data)
  return reason === undefined
    ? new TransactionFailedError(OWN_REASONS.unexplained, undefined, 'unexplained')
    : new TransactionFailedError(reason)
}

/** What a call was reverted with, where it says anything: the node's words have it as bare hex. */
function revertDataOf(error: BaseError): Hex | undefined {
  const node = error.walk((cause) => revertDataIn(cause) !== undefined)
  return revertDataIn(node)
}

function revertDataIn(cause: unknown): Hex | undefined {
  if (!(cause instanceof Error) || !('data' in cause)) return undefined
  return isHex(cause.data) && cause.data !== '0x' ? cause.data : undefined
}

async function sendCosmWasm(
  chain: CosmWasmChain,
  persona: Persona,
  build: CosmWasmBuild,
): Promise<string> {
  const address = addressOn(chain, persona)
  if (build.sender.address !== address) {
    throw new NotYoursError(
      `This build is for ${build.sender.address}.`,
      `Sign it as that account.`,
    )
  }
  const gasPrice = GasPrice.fromString(`${chain.fee.gas_price}${chain.fee.denom}`)
  const messages = build.msgs.map(({ contractAddress, msg, funds }) => ({
    typeUrl: MsgExecuteContract.typeUrl,
    value: MsgExecuteContract.fromPartial({
      sender: address,
      contract: contractAddress,
      msg: toUtf8(JSON.stringify(msg)),
      funds,
    }),
  }))
  const signer = await cosmosWallet(persona.name, chain.bech32_prefix)
  const client = await SigningCosmWasmClient.connectWithSigner(chain.rpc_url, signer).catch(
    (error: unknown) => {
      throw new ChainUnavailableError(chain.chain_uid, wordsOf(error))
    },
  )
  const sign = async () => {
    const gas = Math.ceil((await client.simulate(address, messages, undefined)) * GAS_MARGIN)
    const signed = await client.sign(address, messages, calculateFee(gas, gasPrice), '')
    return TxRaw.encode(signed).finish()
  }
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await broadcast(client, await sign())
      } catch (error) {
        const words = saidByChain(error)
        if (words === undefined) throw new ChainUnavailableError(chain.chain_uid, wordsOf(error))
        // The chain tells an account's number from its last block: what was sent since then makes it too low, and the same build the same bytes once more.
        const isEarly = words.includes('account sequence mismatch') || words.includes(SAME_BYTES)
        if (!isEarly || attempt >= ATTEMPTS) throw new TransactionFailedError(words)
        await sleep(chain.block_time_ms / 2)
      }
    }
  } finally {
    client.disconnect()
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What the chain, or the wallet by what the chain said, refuses a transaction with; `undefined` where the node gave no answer. CosmJS has no class for either. */
function saidByChain(error: unknown): string | undefined {
  const isLost = error instanceof TypeError || error instanceof SyntaxError
  const words = wordsOf(error)
  return isLost || words.startsWith('Bad status on response') ? undefined : words
}

/** Returns a transaction's hash once the chain has it, or may have it: then its hash tells in time. */
async function broadcast(client: SigningCosmWasmClient, bytes: Uint8Array): Promise<string> {
  try {
    return await client.broadcastTxSync(bytes)
  } catch (error) {
    if (saidByChain(error) !== undefined) throw error
  }
  // The answer was lost. The chain takes the same bytes once, so they may be sent again.
  const hash = toHex(sha256(bytes)).toUpperCase()
  try {
    await client.broadcastTxSync(bytes)
  } catch (error) {
    const words = saidByChain(error)
    const isKnown =
      words === undefined ||
      words.includes(SAME_BYTES) ||
      (await client.getTx(hash).catch(() => true))
    if (!isKnown) throw error
  }
  return hash
}

function unusable(path: string, problem: string): InvalidRequestError {
  return new InvalidRequestError(path, problem, 'Send a build as the execute endpoints answer it.')
}
