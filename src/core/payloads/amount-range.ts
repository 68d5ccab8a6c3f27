import { atField } from '../terms/request.ts'
import { InvalidAmountError } from '../terms/errors.ts'
import type { Chain } from '../terms/network.ts'

/** @throws {InvalidAmountError} more than the family's contracts can count: uint256 on EVM, uint128 on CosmWasm */
export function checkAmount(chain: Chain, amount: bigint, path?: string): void {
  const bits = chain.family === 'evm' ? 256n : 128n
  if (amount >> bits === 0n) return
  atField(path, () => {
    throw new InvalidAmountError(
      `${amount}`,
      `does not fit the ${bits}-bit amounts of ${chain.chain_uid}`,
      'Give a smaller amount.',
      { kind: 'amount_too_large' },
    )
  })
}
