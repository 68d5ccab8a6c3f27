import { createWasmAminoConverters } from '@cosmjs/cosmwasm-stargate'
import {
  makeSignDoc as makeAminoSignDoc,
  rawSecp256k1PubkeyToRawAddress,
  serializeSignDoc,
} from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { toBase64, toBech32 } from '@cosmjs/encoding'
import { makeSignBytes, makeSignDoc } from '@cosmjs/proto-signing'
import { AminoTypes, createBankAminoConverters } from '@cosmjs/stargate'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import type { SignerInfo } from 'cosmjs-types/cosmos/tx/v1beta1/tx'

import type { DecodedTx } from './decode-tx.ts'
import { SDK_CODE, TxError } from './tx-error.ts'

const aminoTypes = new AminoTypes({
  ...createBankAminoConverters(),
  ...createWasmAminoConverters(),
})

/** The compressed key that a signer showed, as base64. @throws {TxError} code 8: no secp256k1 key, or not the signer's */
export function readPubKey(
  info: SignerInfo,
  signer: string,
  bech32Prefix: string,
  known: string | null,
): string {
  if (!info.publicKey) {
    if (known !== null) return known
    throw new TxError(
      SDK_CODE.invalidPubKey,
      `no public key of ${signer} is known yet: invalid pubkey`,
    )
  }
  if (info.publicKey.typeUrl !== '/cosmos.crypto.secp256k1.PubKey') {
    throw new TxError(
      SDK_CODE.invalidPubKey,
      `${info.publicKey.typeUrl} is not supported: invalid pubkey`,
    )
  }
  const key = decodeKey(info.publicKey.value)
  if (key.length !== 33 || toBech32(bech32Prefix, rawSecp256k1PubkeyToRawAddress(key)) !== signer) {
    throw new TxError(
      SDK_CODE.invalidPubKey,
      `pubKey does not match signer address ${signer}: invalid pubkey`,
    )
  }
  return toBase64(key)
}

function decodeKey(value: Uint8Array): Uint8Array {
  try {
    return PubKey.decode(value).key
  } catch {
    return new Uint8Array() // refused for its length
  }
}

/**
 * Checks one signature over the whole transaction, direct or amino.
 * @throws {TxError} code 4, worded as the SDK does: the chain id and account number are part of what is signed
 */
export function verifySignature(
  tx: DecodedTx,
  signature: Uint8Array,
  signer: {
    info: SignerInfo
    pubKey: Uint8Array
    accountNumber: number
    sequence: number
    chainId: string
  },
): void {
  const { accountNumber, sequence, chainId } = signer
  if (!isValid(signature, sha256(signBytes(tx, signer)), signer.pubKey)) {
    throw new TxError(
      SDK_CODE.unauthorized,
      `signature verification failed; please verify account number (${accountNumber}), sequence (${sequence}) and chain-id (${chainId}): unauthorized`,
    )
  }
}

function isValid(signature: Uint8Array, hash: Uint8Array, pubKey: Uint8Array): boolean {
  try {
    return (
      signature.length === 64 &&
      Secp256k1.verifySignature(Secp256k1Signature.fromFixedLength(signature), hash, pubKey)
    )
  } catch {
    return false // r or s out of range
  }
}

function signBytes(
  tx: DecodedTx,
  {
    info,
    accountNumber,
    sequence,
    chainId,
  }: { info: SignerInfo; accountNumber: number; sequence: number; chainId: string },
): Uint8Array {
  const mode = info.modeInfo?.single?.mode
  if (mode === SignMode.SIGN_MODE_DIRECT) {
    return makeSignBytes(
      makeSignDoc(tx.raw.bodyBytes, tx.raw.authInfoBytes, chainId, accountNumber),
    )
  }
  if (mode === SignMode.SIGN_MODE_LEGACY_AMINO_JSON) {
    const fee = { amount: tx.authInfo.fee?.amount ?? [], gas: `${tx.authInfo.fee?.gasLimit ?? 0n}` }
    const messages = tx.messages.map(({ typeUrl, value }) => aminoTypes.toAmino({ typeUrl, value }))
    const timeoutHeight = tx.body.timeoutHeight === 0n ? undefined : tx.body.timeoutHeight
    return serializeSignDoc(
      makeAminoSignDoc(
        messages,
        fee,
        chainId,
        tx.body.memo,
        accountNumber,
        sequence,
        timeoutHeight,
      ),
    )
  }
  throw new TxError(
    SDK_CODE.unauthorized,
    `sign mode ${mode ?? 'none'} is not supported: unauthorized`,
  )
}
