import { sha256 } from '@cosmjs/crypto'
import { toBech32, toUtf8 } from '@cosmjs/encoding'

/**
 * The 32-byte address wasmd gives to instance `instanceId` of code `codeId` (its classic, predictable addresses):
 * sha256(sha256("module") || "wasm" || 0 || codeId || instanceId), both ids as big-endian 64-bit numbers.
 */
export function contractAddress(prefix: string, codeId: number, instanceId: number): string {
  const ids = new Uint8Array(16)
  const view = new DataView(ids.buffer)
  view.setBigUint64(0, BigInt(codeId))
  view.setBigUint64(8, BigInt(instanceId))
  return toBech32(
    prefix,
    sha256(Uint8Array.of(...sha256(toUtf8('module')), ...toUtf8('wasm'), 0, ...ids)),
  )
}
