import { makeSignDoc, serializeSignDoc } from '@cosmjs/amino'
import { toBase64 } from '@cosmjs/encoding'

/** The ADR-036 document of bytes that an account signs outside any transaction: keys sorted, no spaces. Pure. */
export function adr036Document(signer: string, data: Uint8Array): Uint8Array {
  const message = { type: 'sign/MsgSignData', value: { signer, data: toBase64(data) } }
  return serializeSignDoc(makeSignDoc([message], { gas: '0', amount: [] }, '', '', 0, 0))
}
