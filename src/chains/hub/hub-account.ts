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

import { ChainUnavailableError, TransactionFailedError } from '../../core/terms/errors.ts'
import { hubOf } from '../../core/terms/network.ts'
import { ContractRefusedError, type Comet } from '../cosmwasm/comet-client.ts'
import { failureText } from '../cosmwasm/failure-text.ts'
import { RpcRefusedError } from '../nodes/json-rpc.ts'
import type { Trial } from '../../services/relaying/hub-account-port.ts'
import type { Hub } from './hub.ts'

/** A transaction may cost more in its block than in its trial run: another one may have come in between. */
const GAS_MARGIN_PERCENT = 150n

/** Which accounts of RELAYER_MNEMONIC pay, m/44'/118'/0'/0/i: for claims, and for what owners of vouchers sign. */
export const RELAYER_INDEX = { index: 0, textIndex: 1 }

/** Gas that one call usually takes: on the local hub, pay-outs of claims were seen to take 237,000 at most, and texts with one call 180,000. */
const USUAL_GAS = { claims: 250_000, texts: 200_000 }

/** How often a trial run follows a sequence that moves while it is asked for. */
const TRIAL_RUNS = 10

type Deps = {
  hub: Pick<Hub, 'network' | 'nodes'>
  mnemonic: string
  /** Which account of the mnemonic pays: m/44'/118'/0'/0/i. */
  index: number
  /** What it pays for: claims unless told. */
  paysFor?: keyof typeof USUAL_GAS
}

/**
 * An account of ours on the hub. Sequences come from the caller, who keeps them in its
 * database: nothing is counted here, so nothing is lost in a crash. Signing the same call twice with the same
 * sequence, gas and keys gives the same bytes. Every call may throw `ChainUnavailableError`.
 */
export async function createHubAccount({
  hub: { network, nodes },
  mnemonic,
  index,
  paysFor = 'claims',
}: Deps) {
  const chain = hubOf(network)
  const gasPrice = GasPrice.fromString(`${chain.fee.gas_price}${chain.fee.denom}`)
  const { claimer, meta_transaction: texts = '' } = network.hub
  const contract = paysFor === 'claims' ? claimer : texts
  const usualFee = BigInt(calculateFee(USUAL_GAS[paysFor], gasPrice).amount[0]?.amount ?? '1')
  const { wallet, address, pubkey } = await openWallet(mnemonic, index, chain.bech32_prefix)

  async function accountAt(comet: Comet, of = address) {
    try {
      const found = (await new AuthQueries(comet.queries).Account({ address: of })).account
      if (found) return accountFromAny(found)
    } catch (error) {
      if (!(error instanceof ContractRefusedError) || !/not ?found/i.test(error.message))
        throw error
    }
    throw new TransactionFailedError(
      `the account ${of} that pays the gas on ${chain.chain_uid} does not exist yet.`,
      `Send it some ${chain.fee.denom} first.`,
    )
  }

  async function signBytes(message: Any, sequence: number, accountNumber: number, gas: number) {
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
  }

  /** `sequence`: where it is not the account's next one, the run takes the one that the chain names. */
  const tryMessage = (message: Any, sequence?: number) =>
    nodes.ask(async (comet) => {
      const account = await accountAt(comet)
      const gasUsed = await trialRun(comet, message, pubkey, sequence ?? account.sequence).catch(
        (error: unknown) => {
          if (!(error instanceof ContractRefusedError)) throw error
          if (expectedSequence(error.message) !== undefined) {
            throw new ChainUnavailableError(chain.chain_uid, 'its sequences are moving')
          }
          throw new TransactionFailedError(failureText(error.message))
        },
      )
      const gas = Number((gasUsed * GAS_MARGIN_PERCENT) / 100n)
      return { gas, accountNumber: account.accountNumber }
    })

  async function signMessage(message: Any, sequence: number, trial?: Trial) {
    const { gas, accountNumber } = trial ?? (await tryMessage(message, sequence))
    return signBytes(message, sequence, accountNumber, gas)
  }

  function callOf(message: object): Any {
    const call = MsgExecuteContract.fromPartial({
      sender: address,
      contract,
      msg: toUtf8(JSON.stringify(message)),
    })
    const typeUrl = '/cosmwasm.wasm.v1.MsgExecuteContract'
    return { typeUrl, value: MsgExecuteContract.encode(call).finish() }
  }

  return {
    address,
    usualFee,
    /** The lower of two nodes' words: one alone could have sequences called used that are not, and bytes called dead. */
    async nextSequence(of?: string) {
      const found = await nodes.askSome(2, async (comet) => (await accountAt(comet, of)).sequence)
      return Math.min(...found)
    },
    tryOut: (message: object) => tryMessage(callOf(message)),
    sign: (message: object, sequence: number, trial?: Trial) =>
      signMessage(callOf(message), sequence, trial),
    funds: () =>
      nodes.ask(async ({ queries }) => {
        const { denom } = chain.fee
        const { balance } = await new BankQueries(queries).Balance({ address, denom })
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
      const answers = await nodes.askSome(Infinity, (comet) => sendTo(comet, bytes))
      return answers.find(({ accepted }) => accepted) ?? answers[0]
    },
    /** As two nodes say it: one alone could have a claim called paid that waits, or open that was paid. */
    async result(txHash: string) {
      const hash = fromHex(txHash.toLowerCase())
      const found = await nodes.askAlike(
        `the transaction ${txHash}`,
        async (comet) => {
          const tx = await comet.findTx(hash)
          return tx && { height: tx.height, code: tx.result.code, log: tx.result.log }
        },
        (tx) => (tx ? `${tx.height} ${tx.code}` : 'in no block'),
      )
      if (!found) return undefined
      const { code, log } = found
      return { ok: code === 0, error: code === 0 ? '' : failureText(log ?? `code ${code}`) }
    },
  }
}

async function openWallet(mnemonic: string, index: number, prefix: string) {
  const hdPaths = [makeCosmoshubPath(index)]
  const wallet = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix, hdPaths })
  const [signer] = await wallet.getAccounts()
  if (!signer) throw new Error('a wallet with one path has no account')
  const pubkey = encodePubkey({
    type: 'tendermint/PubKeySecp256k1',
    value: Buffer.from(signer.pubkey).toString('base64'),
  })
  return { wallet, address: signer.address, pubkey }
}

/**
 * Returns the gas that a message takes in a trial run. The chain checks sequences there too, but ours may have others before it
 * that are still on their way. Each block between the chain's answer and the next run takes some of them up, so it may take several.
 */
async function trialRun(
  comet: Comet,
  message: Any,
  pubkey: Any,
  sequence: number,
): Promise<bigint> {
  let expected = sequence
  for (let run = 1; ; run += 1) {
    try {
      return await simulate(comet, message, pubkey, expected)
    } catch (error) {
      const named = error instanceof ContractRefusedError && expectedSequence(error.message)
      if (named === false || named === undefined || run === TRIAL_RUNS) throw error
      expected = named
    }
  }
}

async function simulate(
  { queries }: Comet,
  message: Any,
  publicKey: Any,
  sequence: number,
): Promise<bigint> {
  const modeInfo = { single: { mode: SignMode.SIGN_MODE_DIRECT } }
  const signerInfos = [{ publicKey, sequence: BigInt(sequence), modeInfo }]
  const tx = Tx.fromPartial({
    authInfo: AuthInfo.fromPartial({ fee: Fee.fromPartial({}), signerInfos }),
    body: TxBody.fromPartial({ messages: [message] }),
    signatures: [new Uint8Array()],
  })
  const request = SimulateRequest.fromPartial({ txBytes: Tx.encode(tx).finish() })
  const { gasInfo } = await new ServiceClientImpl(queries).Simulate(request)
  if (!gasInfo) throw new Error('the trial run came back without its gas')
  return gasInfo.gasUsed
}

async function sendTo(comet: Comet, bytes: Uint8Array): Promise<Sent> {
  try {
    const { code, log } = await (await comet.client()).broadcastTxSync({ tx: bytes })
    if (code === 0) return { accepted: true }
    // Its sequence is used up: by itself, when it is in a block already.
    if (await comet.findTx(sha256(bytes))) return { accepted: true }
    return { accepted: false, reason: failureText(log ?? `code ${code}`) }
  } catch (error) {
    if (isInMempool(error)) return { accepted: true }
    throw error
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
