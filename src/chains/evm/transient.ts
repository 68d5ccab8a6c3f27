import { BaseError } from 'viem'

import { DomainError } from '../../core/terms/errors.ts'
import { RpcRefusedError } from '../nodes/json-rpc.ts'

/** Nodes that are away, or that refuse for another reason than the call itself: asking again may help. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof BaseError)) return true
  if (error.walk((cause) => cause instanceof DomainError) instanceof DomainError) return true
  const refusal = error.walk((cause) => cause instanceof RpcRefusedError)
  return refusal instanceof RpcRefusedError && !/revert|invalid opcode/i.test(refusal.words)
}
