import { isHex, parseAbi, type Hex } from 'viem'

import balanceSumJson from '../../../contracts/artifacts/BalanceSum.json' with { type: 'json' }
import factoryJson from '../../../contracts/artifacts/Factory.json' with { type: 'json' }
import testTokenJson from '../../../contracts/artifacts/TestToken.json' with { type: 'json' }

/** What `contracts:build` made of contracts/src/Factory.sol, with the constructor's ABI. */
export const factoryArtifact = {
  abi: parseAbi([
    'constructor(string chain_uid, string hub_port, string native_denom, address relayer, bool byAllowance)',
  ]),
  bytecode: asHex(factoryJson.bytecode),
}

/** What `contracts:build` made of contracts/src/TestToken.sol. `mint` is for its owner only. */
export const testTokenArtifact = {
  abi: parseAbi([
    'constructor(string name, string symbol, uint8 tokenDecimals, address owner)',
    'function mint(address to, uint256 amount)',
  ]),
  bytecode: asHex(testTokenJson.bytecode),
}

/** What `contracts:build` made of contracts/src/BalanceSum.sol, which `eth_call` runs and nobody deploys. */
export const balanceSumArtifact = {
  abi: parseAbi(['constructor(address token, address[] owners)']),
  bytecode: asHex(balanceSumJson.bytecode),
}

function asHex(text: string): Hex {
  if (!isHex(text))
    throw new Error('a contract artifact has no bytecode: run npm run contracts:build')
  return text
}
