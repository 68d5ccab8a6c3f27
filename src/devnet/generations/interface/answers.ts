import { HUB_CODE_ID } from '../../hub/hub-contracts.ts'
import type { Answers } from '../local-generation.ts'

export const answers: Answers = {
  routerState: ({ adminAddress, contracts }) => ({
    admin: adminAddress,
    vlp_code_id: HUB_CODE_ID.vlp,
    virtual_balance_address: contracts.virtual_balance,
    locked: false,
  }),
  chain: ({ chain_uid, chain_id, factory, chain_type }) => ({
    chain: {
      factory_chain_id: chain_id,
      factory,
      chain_type:
        chain_type === 'cosmwasm'
          ? { ibc: { from_hub_channel: 'channel-0', from_factory_channel: 'channel-0' } }
          : { [chain_type]: {} },
    },
    chain_uid,
  }),
  factoryState: ({ chainUid, router, admin, codeIds, isNative }) => ({
    chain_uid: chainUid,
    router_contract: router,
    hub_channel: null,
    admin,
    escrow_code_id: codeIds.escrow,
    cw20_code_id: codeIds.cw20,
    is_native: isNative,
    partner_fees_collected: { totals: {} },
  }),
  virtualBalanceState: ({ adminAddress, contracts }) => ({
    router: contracts.router,
    admin: adminAddress,
  }),
  vlpState: ({ pair, router, virtual_balance_contract, fee, total_lp_tokens, pool_config }) => ({
    pair,
    router,
    virtual_balance: virtual_balance_contract,
    fee,
    total_lp_tokens,
    pool_config,
  }),
}
