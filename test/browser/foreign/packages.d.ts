// What is used of packages that stand in this folder's own installation: without it, types are checked all the same.

declare module '@metamask/providers' {
  import type { Duplex } from 'readable-stream'
  export function initializeProvider(options: {
    connectionStream: Duplex
    providerInfo: { uuid: string; name: string; icon: string; rdns: string }
    logger: Record<
      'debug' | 'error' | 'info' | 'log' | 'trace' | 'warn',
      (...said: unknown[]) => void
    >
  }): unknown
}

declare module 'readable-stream' {
  export class Duplex {
    constructor(options: {
      objectMode: true
      read(): void
      write(message: unknown, encoding: string, done: () => void): void
    })
    push(message: unknown): boolean
    destroy(error?: Error): void
  }
}

declare module '@metamask/json-rpc-engine' {
  export type Request = { method: string; params?: unknown }
  type Response = { result?: unknown }
  type Middleware = { readonly kind: unique symbol }
  type Handle = (request: Request, response: Response) => Promise<void>
  export function createAsyncMiddleware(handle: Handle): Middleware
  export function createScaffoldMiddleware(handlers: Record<string, Middleware>): Middleware
  export class JsonRpcEngine {
    push(middleware: Middleware): void
    /** Errors are in the response. */
    handle(request: Request): Promise<object>
  }
}

declare module '@metamask/eth-json-rpc-middleware' {
  import type { Middleware } from '@metamask/json-rpc-engine'
  import type { Address, Hex } from 'viem'
  export function createWalletMiddleware(hooks: {
    getAccounts(): Promise<string[]>
    processPersonalMessage(message: { from: Address; data: Hex }): Promise<Hex>
    processTransaction(transaction: {
      from: Address
      to: Address
      data?: Hex
      value?: Hex
      gas?: Hex
    }): Promise<Hex>
  }): Middleware
}

declare module '@metamask/eip-5792-middleware' {
  import type { Request } from '@metamask/json-rpc-engine'
  import type { Address, Hex } from 'viem'
  export type Call = { to: Address; data?: Hex; value?: Hex }
  type Response = { result?: unknown }
  type Support = {
    chainId: Hex
    isSupported: boolean
    delegationAddress?: Address
    upgradeContractAddress?: Address
  }
  type Messenger = { call(action: string, ...values: unknown[]): unknown }
  type Hooks = {
    addTransaction(call: Call, options: { batchId: Hex }): Promise<void>
    addTransactionBatch(batch: { transactions: { params: Call }[] }): Promise<{ batchId: Hex }>
    isAtomicBatchSupported(asked: { address: Address; chainIds: Hex[] }): Promise<Support[]>
    getDismissSmartAccountSuggestionEnabled(): boolean
    isAuxiliaryFundsSupported(): boolean
    getIsSmartTransaction(): boolean
    isRelaySupported(): Promise<boolean>
    getSendBundleSupportedChains(): Promise<Record<string, boolean>>
    validateSecurity(): Promise<void>
  }
  type SendCalls = object
  type GetAccounts = { getAccounts(): Promise<string[]> }
  export function processSendCalls(
    hooks: Hooks,
    messenger: Messenger,
    calls: SendCalls,
    request: Request,
  ): Promise<{ id: Hex }>
  export function getCallsStatus(messenger: Messenger, id: Hex): Promise<object>
  export function getCapabilities(
    hooks: Hooks,
    messenger: Messenger,
    address: Address,
    chainIds?: Hex[],
  ): Promise<object>
  export function walletSendCalls(
    request: Request,
    response: Response,
    hooks: GetAccounts & {
      processSendCalls(calls: SendCalls, request: Request): Promise<{ id: Hex }>
    },
  ): Promise<void>
  export function walletGetCallsStatus(
    request: Request,
    response: Response,
    hooks: { getCallsStatus(id: Hex): Promise<object> },
  ): Promise<void>
  export function walletGetCapabilities(
    request: Request,
    response: Response,
    hooks: GetAccounts & { getCapabilities(address: Address, chainIds?: Hex[]): Promise<object> },
  ): Promise<void>
}

declare module '@metamask/rpc-errors' {
  export const providerErrors: {
    userRejectedRequest(): Error
    custom(error: { code: number; message: string }): Error
  }
  export class JsonRpcError extends Error {
    constructor(code: number, message: string)
  }
}

declare module '@keplr-wallet/provider' {
  type Message = { route(): string; type(): string }
  type Extension = { enable(chainId: string): Promise<void> }
  export const Keplr: new (
    version: string,
    mode: 'extension',
    requester: { sendMessage(port: string, message: Message): Promise<unknown> },
  ) => Extension
  export class InjectedKeplr {
    static startProxy(keplr: Extension): () => void
    constructor(
      metaId: undefined,
      version: string,
      mode: 'extension',
      onStarknetState: () => void,
      onStarknetAccount: () => void,
      listener: undefined,
      parse: undefined,
      eip6963: undefined,
      starknet: { id: string; name: string; icon: string },
    )
  }
  export function injectKeplrToWindow(keplr: InjectedKeplr): void
}

declare module '@keplr-wallet/router' {
  /** JSON that has `Uint8Array`s in it. */
  export const JSONUint8Array: { wrap(value: unknown): unknown; unwrap(value: unknown): unknown }
}

declare module '@keplr-wallet/chain-validator' {
  /** Returns the chain as Keplr takes it. Throws where it refuses it. */
  export function validateBasicChainInfoType(chain: object): Promise<{
    chainId: string
    bech32Config: { bech32PrefixAccAddr: string }
  }>
}

declare module '@keplr-wallet/cosmos' {
  import type { StdSignDoc } from '@cosmjs/amino'
  /** The document of ADR-036 that a text is signed as. */
  export function makeADR36AminoSignDoc(signer: string, data: Uint8Array): StdSignDoc
}
