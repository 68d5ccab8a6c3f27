import {
  makeSignDoc,
  serializeSignDoc,
  pubkeyToAddress,
  encodeSecp256k1Pubkey,
} from '@cosmjs/amino'
import { toBase64, fromBase64, fromUtf8, toUtf8 } from '@cosmjs/encoding'
import { Secp256k1 } from '@cosmjs/crypto'
import { z } from 'zod'
import { CrossChainUser } from '../terms/shapes.ts'

/** The ADR-036 document of bytes that an account signs outside any transaction: keys sorted, no spaces. Pure. */
export function adr036Document(signer: string, data: Uint8Array): Uint8Array {
  const message = { type: 'sign/MsgSignData', value: { signer, data: toBase64(data) } }
  return serializeSignDoc(makeSignDoc([message], { gas: '0', amount: [] }, '', '', 0, 0))
}

/**
 * Builds the ADR-036 document whose signature redeems a claim: keys sorted, no spaces. Pure.
 * It names the claim, the destination chain and the address, so its signature fits nothing else.
 * `claimId` is the contract's number in decimal; `signer` is the claim key's address on the hub.
 * @throws {Error} `claimId` is not a decimal number
 */
export function buildClaimDocument({ claimId, recipient, releaseFunds, signer }: ClaimDocument) {
  const data = toUtf8(claimJson({ claimId, recipient, releaseFunds }))
  return fromUtf8(adr036Document(signer, data))
}

const Outer = z.object({
  msgs: z.tuple([z.object({ value: z.object({ data: z.string(), signer: z.string() }) })]),
})
const Inner = z.object({ recipient: CrossChainUser, release_funds: z.boolean() })

/**
 * Reads a document back. Only what `buildClaimDocument` writes is read: any other text, however it is spelled, is refused.
 * @throws {Error} it is no such document
 */
export function readClaimDocument(text: string): ClaimDocument {
  const [{ value }] = Outer.parse(JSON.parse(text)).msgs
  const json = fromUtf8(fromBase64(value.data))
  const { recipient, release_funds: releaseFunds } = Inner.parse(JSON.parse(json))
  const claimId = /^\{"claim_id":(\d+),/.exec(json)?.[1] ?? ''
  const document = { claimId, recipient, releaseFunds, signer: value.signer }
  if (buildClaimDocument(document) !== text) throw new Error('it is no document of a claim')
  return document
}

type ClaimDocument = {
  claimId: string
  recipient: CrossChainUser
  /** True pays real tokens on the recipient's chain, false makes them the recipient's vouchers. */
  releaseFunds: boolean
  signer: string
}

/** Written by hand up to the number: the contract's ids are 64 bits wide, JSON numbers of this language 53. */
function claimJson({ claimId, recipient, releaseFunds }: Omit<ClaimDocument, 'signer'>): string {
  if (!/^(0|[1-9]\d{0,19})$/.test(claimId)) throw new Error(`"${claimId}" is not a claim's number`)
  const { chain_uid, address } = recipient
  const rest = { recipient: { chain_uid, address }, release_funds: releaseFunds, release_msg: null }
  return `{"claim_id":${claimId},${JSON.stringify(rest).slice(1)}`
}

/** The hub address of a claim's key. `publicKey` is base64, compressed or not. */
export function claimSigner(publicKey: string, prefix: string): string {
  const compressed = Secp256k1.compressPubkey(fromBase64(publicKey))
  return pubkeyToAddress(encodeSecp256k1Pubkey(compressed), prefix)
}
