/** A transaction's refusal, with the code, codespace and wording of the Cosmos SDK, so that clients react as they do live. */
export class TxError extends Error {
  readonly code: number
  readonly codespace: 'sdk' | 'wasm'

  constructor(code: number, message: string, codespace: 'sdk' | 'wasm' = 'sdk') {
    super(message)
    this.code = code
    this.codespace = codespace
  }
}

/** Codes of the SDK's root error list (`types/errors` of cosmos-sdk). */
export const SDK_CODE = {
  txDecode: 2,
  unauthorized: 4,
  insufficientFunds: 5,
  unknownRequest: 6,
  invalidAddress: 7,
  invalidPubKey: 8,
  unknownAddress: 9,
  invalidCoins: 10,
  outOfGas: 11,
  memoTooLarge: 12,
  insufficientFee: 13,
  invalidRequest: 18,
  txTooLarge: 21,
  keyNotFound: 22,
  txTimeoutHeight: 30,
  wrongSequence: 32,
  panic: 111222,
} as const

/** Codes of wasmd's error list. */
export const WASM_CODE = {
  executeFailed: 5,
  queryFailed: 9,
  noSuchCode: 28,
  noSuchContract: 22,
} as const

/** A contract says no. Rolls back what the failing call wrote, and can be caught by the contract that called it. */
export class ContractError extends Error {}

/** The gas limit is used up. Nothing inside the transaction can catch it. */
export class OutOfGasError extends TxError {
  constructor(where: string, limit: bigint, used: bigint) {
    super(
      SDK_CODE.outOfGas,
      `out of gas in location: ${where}; gasWanted: ${limit}, gasUsed: ${used}: out of gas`,
    )
  }
}
