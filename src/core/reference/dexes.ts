import { OWN_DEX } from '../payloads/swap-route.ts'
import type { Network } from '../terms/network.ts'

/** An exchange as lists show it. Its picture and colours are not known. */
export type DexMetadata = {
  dex_name: string
  display_name: string
  /** Where it trades, as routes name it. */
  chain_uid: string
  logo: null
  bg_color: null
  fg_color: null
}

/** The exchanges that routes lead over: the protocol's own, and no other. */
export function dexes({ hub }: Network): DexMetadata[] {
  return [
    {
      dex_name: OWN_DEX,
      display_name: 'Euclid',
      chain_uid: hub.settlement_uid,
      logo: null,
      bg_color: null,
      fg_color: null,
    },
  ]
}
