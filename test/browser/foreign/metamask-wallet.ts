import {
  getCallsStatus,
  getCapabilities,
  processSendCalls,
  walletGetCallsStatus,
  walletGetCapabilities,
  walletSendCalls,
  type Call,
} from '@metamask/eip-5792-middleware'
import { createWalletMiddleware } from '@metamask/eth-json-rpc-middleware'
import {
  createAsyncMiddleware,
  createScaffoldMiddleware,
  JsonRpcEngine,
  type Request,
} from '@metamask/json-rpc-engine'
import { JsonRpcError, providerErrors } from '@metamask/rpc-errors'
import type { BrowserContext } from 'playwright-core'
import {
  createPublicClient,
  createWalletClient,
  hexToBigInt,
  numberToHex,
  type Address,
  type Hash,
  type Hex,
  type LocalAccount,
} from 'viem'

import { signedBatch } from '../../devnet/evm/smart-wallet.ts'
import { estimateWithMargin } from '../../flows/sign-with-wallet.ts'
import { pageScript } from './page-script.ts'
import { patientHttp } from '../../../src/devnet/evm/patient-http.ts'

type Options = {
  account: LocalAccount
  rpcUrl: string
  /** The contract that its accounts can delegate to (EIP-7702), for whoever of them owns it; none, and it takes no batches. */
  delegate?: Address
}

/** What its owner sees and does, beside what pages ask for. */
export type MetaMask = {
  /** The methods that its owner was asked about, in order. */
  prompts: string[]
  /** Has the next prompt declined. */
  declineNext(): void
  /** Takes another account for all pages. */
  use(account: LocalAccount): Promise<void>
  lock(): Promise<void>
  goTo(chainId: Hex): Promise<void>
  /** The extension is reloaded or taken away: its ports to pages are gone. */
  vanish(): Promise<void>
}

/** An EIP-5792 code. */
const REJECTED_UPGRADE = 5750
const UNKNOWN_CHAIN = 4902

/** A transaction of a batch as MetaMask's controller keeps it. */
type Kept = { batchId: Hex; chainId: Hex; status: string; hash?: Hash; txReceipt?: object }

/**
 * MetaMask in every page of the context: its own provider there, announced by itself (EIP-6963), and behind it its own JSON-RPC engine and
 * middleware, which read and check what pages ask. Ours is what its owner presses, the keys, and what brings batches to the chain. It
 * starts on Ethereum, with no page allowed.
 */
export async function installMetaMask(
  context: BrowserContext,
  { account: first, rpcUrl, delegate }: Options,
): Promise<MetaMask> {
  const transport = patientHttp(rpcUrl)
  const node = createPublicClient({ transport })
  const prompts: string[] = []
  const known = new Set<Hex>(['0x1'])
  const kept: Kept[] = []
  let chainId: Hex = '0x1'
  let account = first
  let isAllowed = false
  let isLocked = false
  let declinesNext = false

  const shown = () => (isAllowed && !isLocked ? [account.address.toLowerCase()] : [])
  const getAccounts = async () => shown()
  function prompt(method: string): void {
    prompts.push(method)
    if (!declinesNext) return
    declinesNext = false
    throw providerErrors.userRejectedRequest()
  }

  async function tell(message: unknown): Promise<void> {
    await Promise.all(
      context
        .pages()
        .map((page) => page.evaluate((said) => Reflect.get(window, 'hearMetaMask')(said), message)),
    )
  }
  const notify = (method: string, params: unknown) => tell({ jsonrpc: '2.0', method, params })
  const tellAccounts = () => notify('metamask_accountsChanged', shown())
  const network = () => ({ chainId, networkVersion: `${BigInt(chainId)}`, isConnected: true })
  async function goTo(next: Hex): Promise<void> {
    if (next === chainId) return
    chainId = next
    await notify('metamask_chainChanged', network())
  }

  const signer = () => createWalletClient({ account, transport })
  async function send({
    to,
    data = '0x',
    value = '0x0',
    gas,
  }: Call & { gas?: Hex }): Promise<Hash> {
    const call = { to, data, value: hexToBigInt(value) }
    const limit =
      gas === undefined ? await estimateWithMargin(node, { account, ...call }) : hexToBigInt(gas)
    return signer().sendTransaction({ chain: null, ...call, gas: limit })
  }

  /** What an account delegates to. */
  async function delegationOf(address: Address): Promise<Address | undefined> {
    const code = await node.getCode({ address })
    return code?.startsWith('0xef0100') ? `0x${code.slice(8)}` : undefined
  }

  /** All calls as one call of the account by itself, which upgrades it with the same transaction where it is none yet. */
  async function sendBatch(calls: readonly Call[]): Promise<Hash> {
    if (!delegate) throw new Error('there is nothing to delegate to')
    const { address } = account
    const isUpgrade = (await delegationOf(address)) === undefined
    const inner = calls.map(({ to, data = '0x', value = '0x0' }) => ({
      to,
      data,
      value: hexToBigInt(value),
      mayFail: false,
    }))
    const code: Hex = `0xef0100${delegate.slice(2)}`
    const data = await signedBatch(node, address, account, inner, [{ address, code }])
    const authorizationList = isUpgrade
      ? [await signer().signAuthorization({ contractAddress: delegate, executor: 'self' })]
      : undefined
    return signer().sendTransaction({
      chain: null,
      to: address,
      data,
      gas: 3_000_000n,
      ...(authorizationList && { authorizationList }),
    })
  }

  /** Follows a transaction as MetaMask's controller does. */
  function keep(batchId: Hex, hash: Hash): void {
    const entry: Kept = { batchId, chainId, status: 'submitted', hash }
    kept.push(entry)
    void node.waitForTransactionReceipt({ hash, pollingInterval: 200 }).then(async () => {
      const params: [Hash] = [hash]
      const receipt = await node.request({ method: 'eth_getTransactionReceipt', params })
      if (!receipt) return
      entry.txReceipt = receipt
      entry.status = receipt.status === '0x1' ? 'confirmed' : 'failed'
    })
  }

  const controllers: Record<string, () => unknown> = {
    'AccountsController:getSelectedAccount': () => account,
    'AccountsController:getState': () => ({
      internalAccounts: {
        accounts: {
          own: { address: account.address, metadata: { keyring: { type: 'HD Key Tree' } } },
        },
      },
    }),
    'NetworkController:getNetworkClientById': () => ({ configuration: { chainId } }),
    'NetworkController:getState': () => ({
      networkConfigurationsByChainId: Object.fromEntries([...known].map((id) => [id, {}])),
    }),
    'PreferencesController:getState': () => ({ useTransactionSimulations: false }),
    'TransactionController:getState': () => ({ transactions: kept }),
  }
  const messenger = {
    call(action: string): unknown {
      const answer = controllers[action]
      if (!answer) throw new Error(`no controller answers ${action}`)
      return answer()
    },
  }
  const hooks: Parameters<typeof processSendCalls>[0] = {
    async addTransaction(call, { batchId }) {
      prompt('wallet_sendCalls')
      keep(batchId, await send(call))
    },
    async addTransactionBatch({ transactions }) {
      try {
        prompt('wallet_sendCalls')
      } catch (error) {
        // What its controller says where the owner keeps the account as it is.
        if ((await delegationOf(account.address)) !== undefined) throw error
        throw new JsonRpcError(REJECTED_UPGRADE, 'User rejected account upgrade')
      }
      const batchId = numberToHex(kept.length + 1, { size: 16 })
      keep(batchId, await sendBatch(transactions.map(({ params }) => params)))
      return { batchId }
    },
    isAtomicBatchSupported: async ({ address, chainIds }) => {
      if (!delegate) return []
      const delegationAddress = await delegationOf(address)
      const support = delegationAddress
        ? { isSupported: true, delegationAddress }
        : { isSupported: false, upgradeContractAddress: delegate }
      // The chain behind its node is the only one with such contracts.
      const own = numberToHex(await node.getChainId())
      return chainIds.includes(own) ? [{ chainId: own, ...support }] : []
    },
    getDismissSmartAccountSuggestionEnabled: () => false,
    isAuxiliaryFundsSupported: () => false,
    getIsSmartTransaction: () => false,
    isRelaySupported: async () => false,
    getSendBundleSupportedChains: async () => ({}),
    validateSecurity: async () => {},
  }

  const answering = (answer: (request: Request) => unknown) =>
    createAsyncMiddleware(async (request, response) => {
      response.result = await answer(request)
    })
  const firstOf = ({ params }: Request): Record<string, unknown> =>
    Array.isArray(params) ? params[0] : {}
  const engine = new JsonRpcEngine()
  engine.push(
    createScaffoldMiddleware({
      metamask_getProviderState: answering(() => ({
        accounts: shown(),
        isUnlocked: !isLocked,
        ...network(),
      })),
      metamask_sendDomainMetadata: answering(() => true),
      eth_chainId: answering(() => chainId),
      eth_requestAccounts: answering(async () => {
        if (shown().length > 0) return shown()
        prompt('eth_requestAccounts')
        isLocked = false
        isAllowed = true
        await tellAccounts()
        return shown()
      }),
      wallet_switchEthereumChain: answering(async (request) => {
        const id = firstOf(request)['chainId'] as Hex // as the page gave it; an unknown one is refused
        if (!known.has(id))
          throw providerErrors.custom({
            code: UNKNOWN_CHAIN,
            message: `Unrecognized chain ID "${id}". Try adding the chain using wallet_addEthereumChain first.`,
          })
        await goTo(id)
        return null
      }),
      wallet_addEthereumChain: answering(async (request) => {
        prompt('wallet_addEthereumChain')
        const id = firstOf(request)['chainId'] as Hex // the chain's own, which it then asks the chain for
        known.add(id)
        await goTo(id)
        return null
      }),
      wallet_sendCalls: createAsyncMiddleware((request, response) =>
        walletSendCalls(request, response, {
          getAccounts,
          processSendCalls: (calls, asked) => processSendCalls(hooks, messenger, calls, asked),
        }),
      ),
      wallet_getCallsStatus: createAsyncMiddleware((request, response) =>
        walletGetCallsStatus(request, response, {
          getCallsStatus: async (id) => getCallsStatus(messenger, id),
        }),
      ),
      wallet_getCapabilities: createAsyncMiddleware((request, response) =>
        walletGetCapabilities(request, response, {
          getAccounts,
          getCapabilities: (address, chainIds) =>
            getCapabilities(hooks, messenger, address, chainIds),
        }),
      ),
    }),
  )
  engine.push(
    createWalletMiddleware({
      getAccounts,
      async processTransaction(transaction) {
        prompt('eth_sendTransaction')
        return send(transaction)
      },
      async processPersonalMessage({ data }) {
        prompt('personal_sign')
        return account.signMessage({ message: { raw: data } })
      },
    }),
  )
  engine.push(
    createAsyncMiddleware(async ({ method, params }, response) => {
      // What it does not sign it passes on, whatever it is: viem's list of methods does not matter here.
      response.result = await node.transport.request({ method, params })
    }),
  )

  await context.exposeFunction('askMetaMask', (request: Request) => engine.handle(request))
  await context.addInitScript({ content: await pageScript() })
  return {
    prompts,
    goTo,
    declineNext() {
      declinesNext = true
    },
    async use(next) {
      account = next
      await tellAccounts()
    },
    async lock() {
      isLocked = true
      await tellAccounts()
    },
    vanish: () => tell('gone'),
  }
}
