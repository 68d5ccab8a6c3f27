import { makeCosmoshubPath } from '@cosmjs/amino'
import { sha256 } from '@cosmjs/crypto'
import { fromHex, toHex, toUtf8 } from '@cosmjs/encoding'
import {
  DirectSecp256k1HdWallet,
  encodePubkey,
  makeAuthInfoBytes,
  makeSignDoc,
} from '@cosmjs/proto-signing'
import { accountFromAny, calculateFee, GasPrice } from '@cosmjs/stargate'
import { QueryClientImpl as AuthQueries } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import { QueryClientImpl as BankQueries } from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { ServiceClientImpl, SimulateRequest } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { AuthInfo, Fee, Tx, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import type { Any } from 'cosmjs-types/google/protobuf/any'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'

import {
  ChainContradictionError,
  ChainUnavailableError,
  TransactionFailedError,
} from '../../core/terms/errors.ts'
import { hubOf, type Network } from '../../core/terms/network.ts'
import { agree, votersOf } from '../nodes/agreement.ts'
import { createComet, QueryRefusedError, type Comet } from '../cosmwasm/comet-client.ts'
import { failureText } from '../cosmwasm/failure-text.ts'
import { orUnavailable, RpcRefusedError } from '../nodes/json-rpc.ts'

/** A transaction may cost more in its block than in its trial run: another one may have come in between. */
const GAS_MARGIN_PERCENT = 150n

/** What pay-outs of claims were seen to take on the local hub: 237,000 at most. */
const PAY_OUT_GAS = 250_000

/** How often a trial run follows a sequence that moves while it is asked for. */
const TRIAL_RUNS = 10

type Deps = {
  network: Network
  mnemonic: string
  /** Which account of the mnemonic pays: m/44'/118'/0'/0/i. */
  index: number
  deadlineMs?: number
}

/**
 * The account that pays the gas of redeeming on the hub. Sequences come from the caller, who keeps them in its
 * database: nothing is counted here, so nothing is lost in a crash. Signing the same call twice with the same
 * sequence, gas and keys gives the same bytes. Every call may throw `ChainUnavailableError`.
 */
export async function createClaimRelayer({ network, mnemonic, index, deadlineMs }: Deps) {
  const chain = hubOf(network)
  const options = deadlineMs === undefined ? {} : { deadlineMs }
  const comet = createComet(chain, options)
  /** What decides whether a claim was paid is asked of each node by itself. */
  const voters = votersOf(chain, (node) => createComet(chain, { ...options, node }))
  const bank = new BankQueries(comet.queries)
  const transactions = new ServiceClientImpl(comet.queries)
  const ask = <T>(calls: () => Promise<T>) => orUnavailable(chain.chain_uid, calls)
  const gasPrice = GasPrice.fromString(`${chain.fee.gas_price}${chain.fee.denom}`)

  const usualFee = BigInt(calculateFee(PAY_OUT_GAS, gasPrice).amount[0]?.amount ?? '1')

  const wallet = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, {
    prefix: chain.bech32_prefix,
    hdPaths: [makeCosmoshubPath(index)],
  })
  const [signer] = await wallet.getAccounts()
  if (!signer) throw new Error('a wallet with one path has no account')
  const { address } = signer
  const pubkey = encodePubkey({
    type: 'tendermint/PubKeySecp256k1',
    value: Buffer.from(signer.pubkey).toString('base64'),
  })

  async function account(from = comet) {
    try {
      const found = (await new AuthQueries(from.queries).Account({ address })).account
      if (found) return accountFromAny(found)
    } catch (error) {
      if (!(error instanceof QueryRefusedError) || !/not ?found/i.test(error.message)) throw error
    }
    throw new TransactionFailedError(
      `the account ${address} that pays the gas on ${chain.chain_uid} does not exist yet.`,
      `Send it some ${chain.fee.denom} first.`,
    )
  }

  async function simulate(message: Any, sequence: number): Promise<bigint> {
    const mode = { single: { mode: SignMode.SIGN_MODE_DIRECT } }
    const signerInfos = [{ publicKey: pubkey, sequence: BigInt(sequence), modeInfo: mode }]
    const tx = Tx.fromPartial({
      authInfo: AuthInfo.fromPartial({ fee: Fee.fromPartial({}), signerInfos }),
      body: TxBody.fromPartial({ messages: [message] }),
      signatures: [new Uint8Array()],
    })
    const txBytes = Tx.encode(tx).finish()
    const { gasInfo } = await transactions.Simulate(SimulateRequest.fromPartial({ txBytes }))
    if (!gasInfo) throw new Error('the trial run came back without its gas')
    return gasInfo.gasUsed
  }

  /**
   * The chain checks sequences in trial runs too, but ours may have others before it that are still on their way.
   * Each block between the chain's answer and the next run takes some of them up, so it may take several.
   */
  async function trialRun(message: Any, sequence: number): Promise<bigint> {
    let expected = sequence
    for (let run = 1; ; run += 1) {
      try {
        return await simulate(message, expected)
      } catch (error) {
        const named = error instanceof QueryRefusedError && expectedSequence(error.message)
        if (named === false || named === undefined || run === TRIAL_RUNS) throw error
        expected = named
      }
    }
  }

  async function signMessage(message: Any, sequence: number) {
    return ask(async () => {
      const { accountNumber } = await account()
      const gasUsed = await trialRun(message, sequence).catch((error: unknown) => {
        if (!(error instanceof QueryRefusedError)) throw error
        if (expectedSequence(error.message) !== undefined) {
          throw new ChainUnavailableError(chain.chain_uid, 'its sequences are moving')
        }
        throw new TransactionFailedError(failureText(error.message))
      })
      const gas = Number((gasUsed * GAS_MARGIN_PERCENT) / 100n)
      const fee = calculateFee(gas, gasPrice)
      const body = TxBody.encode(TxBody.fromPartial({ messages: [message] })).finish()
      const signers = [{ pubkey, sequence }]
      const authInfo = makeAuthInfoBytes(signers, fee.amount, gas, undefined, undefined)
      const doc = makeSignDoc(body, authInfo, chain.chain_id, accountNumber)
      const { signed, signature } = await wallet.signDirect(address, doc)
      const raw = TxRaw.fromPartial({
        bodyBytes: signed.bodyBytes,
        authInfoBytes: signed.authInfoBytes,
        signatures: [Buffer.from(signature.signature, 'base64')],
      })
      const bytes = TxRaw.encode(raw).finish()
      return { bytes, txHash: hashOf(bytes), fee: BigInt(fee.amount[0]?.amount ?? '0') }
    })
  }

  /** Asks the nodes one after the other, until so many have answered. */
  async function askSome<T>(most: number, call: (from: Comet) => Promise<T>): Promise<[T, ...T[]]> {
    const answers: T[] = []
    let trouble = new ChainUnavailableError(chain.chain_uid, 'it has no node')
    for (const { reader } of voters) {
      if (answers.length === most) break
      try {
        answers.push(await ask(() => call(reader)))
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error
        trouble = error
      }
    }
    const [first, ...others] = answers
    if (first === undefined) throw trouble
    return [first, ...others]
  }

  async function sendTo(to: Comet, bytes: Uint8Array): Promise<Sent> {
    try {
      const { code, log } = await (await to.client()).broadcastTxSync({ tx: bytes })
      if (code === 0) return { accepted: true }
      // Its sequence is used up: by itself, when it is in a block already.
      if (await to.findTx(sha256(bytes))) return { accepted: true }
      return { accepted: false, reason: failureText(log ?? `code ${code}`) }
    } catch (error) {
      if (isInMempool(error)) return { accepted: true }
      throw error
    }
  }

  return {
    address,
    usualFee,
    /** The lower of two nodes' words: one alone could have sequences called used that are not, and bytes called dead. */
    async nextSequence() {
      const found = await askSome(2, async (from) => (await account(from)).sequence)
      return Math.min(...found)
    },
    sign(message: object, sequence: number) {
      const call = MsgExecuteContract.fromPartial({
        sender: address,
        contract: network.hub.claimer,
        msg: toUtf8(JSON.stringify(message)),
      })
      const typeUrl = '/cosmwasm.wasm.v1.MsgExecuteContract'
      return signMessage({ typeUrl, value: MsgExecuteContract.encode(call).finish() }, sequence)
    },
    funds: () =>
      ask(async () => {
        const { balance } = await bank.Balance({ address, denom: chain.fee.denom })
        const held = BigInt(balance?.amount ?? '0')
        return { balance: held, payOuts: Number(held / usualFee) }
      }),
    signFiller(sequence: number) {
      const amount = [{ denom: chain.fee.denom, amount: '1' }]
      const send = MsgSend.fromPartial({ fromAddress: address, toAddress: address, amount })
      const typeUrl = '/cosmos.bank.v1beta1.MsgSend'
      return signMessage({ typeUrl, value: MsgSend.encode(send).finish() }, sequence)
    },
    /** To every node, so that none can keep it to itself. */
    async broadcast(bytes: Uint8Array) {
      const answers = await askSome(voters.length, (to) => sendTo(to, bytes))
      return answers.find(({ accepted }) => accepted) ?? answers[0]
    },
    /** As two nodes say it: one alone could have a claim called paid that waits, or open that was paid. */
    async result(txHash: string) {
      const hash = fromHex(txHash.toLowerCase())
      const { said } = await agree(
        chain,
        voters,
        `the transaction ${txHash}`,
        (from) =>
          ask(async () => {
            const found = await from.findTx(hash)
            return found && { height: found.height, code: found.result.code, log: found.result.log }
          }),
        (found) => (found ? `${found.height} ${found.code}` : 'in no block'),
      ).catch((error: unknown) => {
        if (!(error instanceof ChainContradictionError)) throw error
        // Most often one of them is only a block behind.
        throw new ChainUnavailableError(chain.chain_uid, 'its nodes do not say the same of it yet')
      })
      if (!said) return undefined
      const { code, log } = said
      return { ok: code === 0, error: code === 0 ? '' : failureText(log ?? `code ${code}`) }
    },
  }
}

type Sent = { accepted: true } | { accepted: false; reason: string }

/** A transaction's hash as CometBFT writes it: upper-case hex. */
function hashOf(bytes: Uint8Array): string {
  return toHex(sha256(bytes)).toUpperCase()
}

function isInMempool(error: unknown): boolean {
  return error instanceof RpcRefusedError && /tx already exists in cache/i.test(error.words)
}

/** The sequence that the chain wants, from its words for a wrong one. */
function expectedSequence(text: string): number | undefined {
  const expected = /account sequence mismatch, expected (\d+)/.exec(text)?.[1]
  return expected === undefined ? undefined : Number(expected)
}
