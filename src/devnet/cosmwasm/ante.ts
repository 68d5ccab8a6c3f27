import { fromBase64 } from '@cosmjs/encoding'

import {
  moduleAddress,
  moveCoins,
  readAccount,
  showCoins,
  writeAccount,
  type Account,
} from './bank.ts'
import { chainEvent, type ChainEvent } from './chain-event.ts'
import type { DecodedTx } from './decode-tx.ts'
import { GAS, type GasMeter } from './gas-meter.ts'
import type { KvStore } from './kv-store.ts'
import { parseCoins } from './run-contract.ts'
import { SDK_CODE, TxError } from './tx-error.ts'
import { readPubKey, verifySignature } from './verify-signature.ts'

/** `price` is the smallest gas price that the node takes, in base units of `denom` per gas, as a decimal such as `0.025`. */
export type GasPrice = { denom: string; price: string }

export type AnteOptions = { chainId: string; bech32Prefix: string; gasPrice: GasPrice }

const MAX_MEMO_CHARACTERS = 256
// A simulation has no signature yet; it is charged as if it had one (64 bytes and their two bytes of framing).
const SIGNATURE_BYTES = 66n

/**
 * What a transaction must pass before its messages run, in the SDK's order; takes the fee and the sequence.
 * Writes into `store`, which is the check state in CheckTx and the block's state later. With `simulate`, no fee and no
 * signature are asked.
 * @throws {TxError} the SDK's code and words
 */
export function runAnte(
  tx: DecodedTx,
  {
    store,
    gas,
    height,
    simulate,
    ...options
  }: AnteOptions & { store: KvStore; gas: GasMeter; height: number; simulate: boolean },
): ChainEvent[] {
  const { body, authInfo } = tx
  if (body.timeoutHeight !== 0n && BigInt(height) > body.timeoutHeight) {
    throw new TxError(
      SDK_CODE.txTimeoutHeight,
      `block height: ${height}, timeout height: ${body.timeoutHeight}: tx timeout height`,
    )
  }
  if (body.memo.length > MAX_MEMO_CHARACTERS) {
    throw new TxError(
      SDK_CODE.memoTooLarge,
      `maximum number of characters is ${MAX_MEMO_CHARACTERS} but received ${body.memo.length} characters: memo too large`,
    )
  }
  gas.consume(GAS.txByte * (BigInt(tx.bytes.length) + (simulate ? SIGNATURE_BYTES : 0n)), 'txSize')
  const events = simulate ? [] : takeFee(tx, store, options)
  if (
    authInfo.signerInfos.length !== tx.signers.length ||
    (!simulate && tx.raw.signatures.length !== tx.signers.length)
  ) {
    throw new TxError(
      SDK_CODE.unauthorized,
      `invalid number of signers; expected: ${tx.signers.length}, got ${authInfo.signerInfos.length}: unauthorized`,
    )
  }
  tx.signers.forEach((signer, index) => {
    gas.consume(GAS.signature, 'ante verify: secp256k1')
    events.push(...takeSequence(tx, { ...options, signer, index, store, simulate }))
  })
  return events
}

function takeFee(
  tx: DecodedTx,
  store: KvStore,
  { gasPrice, bech32Prefix }: AnteOptions,
): ChainEvent[] {
  const { fee } = tx.authInfo
  const payer = tx.signers[0] ?? ''
  if ((fee?.payer ?? '') !== '' && fee?.payer !== payer)
    throw new TxError(SDK_CODE.unauthorized, 'fee payer must be the first signer: unauthorized')
  if ((fee?.granter ?? '') !== '')
    throw new TxError(SDK_CODE.invalidRequest, 'fee grants are not enabled: invalid request')
  const paid = parseCoins(fee?.amount ?? [])
  const required = requiredFee(gasPrice, fee?.gasLimit ?? 0n)
  const offered = paid.find(({ denom }) => denom === gasPrice.denom)?.amount ?? 0n
  if (offered < required) {
    throw new TxError(
      SDK_CODE.insufficientFee,
      `insufficient fees; got: ${showCoins(paid)} required: ${required}${gasPrice.denom}: insufficient fee`,
    )
  }
  if (!readAccount(store, payer))
    throw new TxError(
      SDK_CODE.unknownAddress,
      `fee payer address: ${payer} does not exist: unknown address`,
    )
  if (paid.length === 0) return []
  return [
    ...moveCoins(store, payer, moduleAddress(bech32Prefix, 'fee_collector'), paid),
    chainEvent('tx', { fee: showCoins(paid), fee_payer: payer }),
  ]
}

function requiredFee({ price }: GasPrice, gasLimit: bigint): bigint {
  const [whole = '0', fraction = ''] = price.split('.')
  const scale = 10n ** BigInt(fraction.length)
  return (gasLimit * BigInt(whole + fraction) + scale - 1n) / scale
}

function takeSequence(
  tx: DecodedTx,
  {
    signer,
    index,
    store,
    simulate,
    chainId,
    bech32Prefix,
  }: AnteOptions & { signer: string; index: number; store: KvStore; simulate: boolean },
): ChainEvent[] {
  const info = tx.authInfo.signerInfos[index]
  const signature = tx.raw.signatures[index] ?? new Uint8Array()
  const account = readAccount(store, signer)
  if (!account || !info) {
    throw new TxError(SDK_CODE.unknownAddress, `account ${signer} does not exist: unknown address`)
  }
  const pubKey = readPubKey(info, signer, bech32Prefix, account.pubKey)
  const { accountNumber, sequence } = account
  if (info.sequence !== BigInt(sequence)) {
    throw new TxError(
      SDK_CODE.wrongSequence,
      `account sequence mismatch, expected ${sequence}, got ${info.sequence}: incorrect account sequence`,
    )
  }
  if (!simulate)
    verifySignature(tx, signature, {
      info,
      pubKey: fromBase64(pubKey),
      accountNumber,
      sequence,
      chainId,
    })
  writeAccount(store, signer, { accountNumber, sequence: sequence + 1, pubKey } satisfies Account)
  return [
    chainEvent('tx', { acc_seq: `${signer}/${sequence}` }),
    chainEvent('tx', { signature: Buffer.from(signature).toString('base64') }),
  ]
}
