import {
  encodeDeployData,
  encodeFunctionData,
  parseAbi,
  type Account,
  type Address,
  type Hex,
  type LocalAccount,
  type PublicClient,
  type StateOverride,
  type Transport,
  type WalletClient,
} from 'viem'

import SmartWallet from '../../../contracts/artifacts/SmartWallet.json' with { type: 'json' }

/** What `contracts/test/SmartWallet.sol` offers; the artifact test holds that both are the same. */
export const smartWalletAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; bool mayFail; }',
  'constructor(address owner_)',
  'function digest(Call[] calls) view returns (bytes32)',
  'function execute(Call[] calls, bytes signature) payable',
])

type Sender = Pick<WalletClient<Transport, undefined, Account>, 'sendTransaction'>

export type InnerCall = { to: Address; value: bigint; data: Hex; mayFail: boolean }

/** What creates a wallet of an owner. */
export const smartWalletCode = (owner: Address): Hex =>
  encodeDeployData({
    abi: smartWalletAbi,
    bytecode: SmartWallet.bytecode as Hex, // checked against a rebuild by the artifact test
    args: [owner],
  })

export async function deploySmartWallet(
  reader: Pick<PublicClient, 'waitForTransactionReceipt'>,
  deployer: Sender,
  owner: Address,
): Promise<Address> {
  const hash = await deployer.sendTransaction({ chain: null, data: smartWalletCode(owner) })
  const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('no wallet was deployed')
  return contractAddress
}

/**
 * Calldata that makes a wallet do a batch that its owner has signed, whoever brings it. `stateOverride` is what the chain is taken to be
 * when the wallet is asked what to sign: with its code, where that comes with the batch.
 */
export async function signedBatch(
  reader: Pick<PublicClient, 'readContract'>,
  wallet: Address,
  owner: LocalAccount,
  calls: InnerCall[],
  stateOverride?: StateOverride,
): Promise<Hex> {
  const raw = await reader.readContract({
    address: wallet,
    abi: smartWalletAbi,
    functionName: 'digest',
    args: [calls],
    stateOverride,
  })
  const signature = await owner.signMessage({ message: { raw } })
  return encodeFunctionData({
    abi: smartWalletAbi,
    functionName: 'execute',
    args: [calls, signature],
  })
}
