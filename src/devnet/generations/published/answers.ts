import { HUB_CODE_ID } from '../../hub/hub-contracts.ts'
import type { Answers } from '../local-generation.ts'

export const answers: Answers = {
  routerState: ({ adminAddress, contracts }) => ({
    admins: {
      general_admin: adminAddress,
      fee_admin: adminAddress,
      migration_admin: adminAddress,
    },
    constant_product_vlp_code_id: HUB_CODE_ID.vlp,
    stable_vlp_code_id: HUB_CODE_ID.vlp,
    virtual_balance_address: contracts.virtual_balance,
    locked: false,
  }),
  chain: ({ chain_uid, chain_id, factory, chain_type }) => ({
    chain: {
      chain_uid,
      factory_address: factory,
      chain_type:
        chain_type === 'native'
          ? { native: {} }
          : { [chain_type === 'evm' ? 'evm' : 'cosmos']: { chain_id } },
    },
    chain_uid,
  }),
  factoryState: ({ chainUid, router, admin, relayer, codeIds, isNative }) => ({
    chain_uid: chainUid,
    router_contract: router,
    relayer_contract: relayer,
    admin,
    escrow_code_id: codeIds.escrow,
    lp_code_id: codeIds.cw20,
    is_native: isNative,
  }),
  virtualBalanceState: ({ adminAddress, contracts }) => ({
    router: contracts.router,
    admin: adminAddress,
  }),
  vlpState: (state) => state,
}
