import {
  makeSignDoc,
  serializeSignDoc,
  pubkeyToAddress,
  encodeSecp256k1Pubkey,
} from '@cosmjs/amino'
import { toBase64, fromBase64, fromUtf8, toUtf8 } from '@cosmjs/encoding'
import { Secp256k1 } from '@cosmjs/crypto'
import { z } from 'zod'
import type { ClaimTerms, ReadTerms } from '../generations/generation.ts'
import { ALL_GENERATIONS, generationOf } from '../generations/generations.ts'
import type { Network } from '../terms/network.ts'

/** The ADR-036 document of bytes that an account signs outside any transaction: keys sorted, no spaces. Pure. */
export function adr036Document(signer: string, data: Uint8Array): Uint8Array {
  const message = { type: 'sign/MsgSignData', value: { signer, data: toBase64(data) } }
  return serializeSignDoc(makeSignDoc([message], { gas: '0', amount: [] }, '', '', 0, 0))
}

/**
 * Builds the ADR-036 document whose signature redeems a claim on this network: keys sorted, no spaces. Pure.
 * It names the claim, the destination chain and the address, so its signature fits nothing else.
 * `claimId` is the contract's number in decimal; `signer` is the claim key's address on the hub.
 * @throws {Error} `claimId` is not a decimal number
 * @throws {UnknownTokenError} {UnknownDenominationError} the network's documents name the token's form, and it has none there
 */
export function buildClaimDocument(
  network: Network,
  { claimId, signer, ...order }: ClaimTerms & { claimId: string; signer: string },
): string {
  if (!CLAIM_ID.test(claimId)) throw new Error(`"${claimId}" is not a claim's number`)
  const terms = JSON.stringify(generationOf(network).claims.terms(network, order))
  // By hand: the contract's ids are 64 bits wide, JSON numbers of this language 53.
  const json = `{"claim_id":${claimId},${terms.slice(1)}`
  return fromUtf8(adr036Document(signer, toUtf8(json)))
}

const CLAIM_ID = /^(0|[1-9]\d{0,19})$/
const CLAIM_JSON = /^\{"claim_id":(?<claimId>0|[1-9]\d{0,19}),(?<terms>.+)$/s
const Outer = z.object({
  msgs: z.tuple([z.object({ value: z.object({ data: z.string(), signer: z.string() }) })]),
})

/**
 * Reads a document back, of whatever generation. Only what `buildClaimDocument` writes is read: any other text, however it is
 * spelled, is refused.
 * @throws {Error} it is no such document
 */
export function readClaimDocument(text: string): ReadDocument {
  const { data: outer } = Outer.safeParse(JSON.parse(text))
  const { data = '', signer = '' } = outer?.msgs[0].value ?? {}
  const bytes = fromBase64(data)
  const { claimId = '', terms = '' } = CLAIM_JSON.exec(fromUtf8(bytes))?.groups ?? {}
  const read = ALL_GENERATIONS.map(({ claims }) => claims.read(`{${terms}`)).find(Boolean)
  if (!read || fromUtf8(adr036Document(signer, bytes)) !== text)
    throw new Error('it is no document of a claim')
  return { claimId, signer, ...read }
}

type ReadDocument = ReadTerms & { claimId: string; signer: string }

/** The hub address of a claim's key. `publicKey` is base64, compressed or not. */
export function claimSigner(publicKey: string, prefix: string): string {
  const compressed = Secp256k1.compressPubkey(fromBase64(publicKey))
  return pubkeyToAddress(encodeSecp256k1Pubkey(compressed), prefix)
}
