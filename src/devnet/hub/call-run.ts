import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { ExecuteContext } from '../cosmwasm/contract.ts'
import type { HubConfig } from './hub-config.ts'

/** A factory's call while the router runs it; `from` is its sender, checked. */
export type CallRun = {
  context: ExecuteContext
  config: HubConfig
  txId: string
  from: CrossChainUser
}
