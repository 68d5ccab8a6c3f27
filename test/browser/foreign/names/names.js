// In the place of packages that weigh over 200 MB together, and of which the wallets use no more than this here.

// Enumerations of @metamask/transaction-controller 61 and @metamask/keyring-controller 24, for MetaMask's EIP-5792 middleware.
export const TransactionEnvelopeType = { feeMarket: '0x2' }
export const TransactionStatus = { confirmed: 'confirmed', dropped: 'dropped', failed: 'failed' }
export const KeyringTypes = { hd: 'HD Key Tree', simple: 'Simple Key Pair' }

// bitcoinjs-lib and starknet: Keplr's packages load them, and their chains are none of ours.
export function initEccLib() {}
