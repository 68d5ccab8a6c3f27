import { pbkdf2Sync } from 'node:crypto'

import { makeCosmoshubPath, Secp256k1Wallet } from '@cosmjs/amino'
import { Slip10, Slip10Curve } from '@cosmjs/crypto'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { bytesToHex, type Hex } from 'viem'
import { HDKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'

import { HUB_BECH32_PREFIX } from './hub/hub-contracts.ts'

/** The mnemonic that every local chain of the trade knows. Its keys are public: it must never hold real value. */
export const DEVNET_MNEMONIC = 'test test test test test test test test test test test junk'

/** Who owns which account index, on EVM (m/44'/60'/0'/0/i) and on the hub (m/44'/118'/0'/0/i) alike. */
export const ACCOUNT_INDEX = {
  operator: 0,
  packetRelayer: 1,
  claimsRelayer: 2,
  textRelayer: 3,
  alice: 10,
  bobby: 11,
  carol: 12,
  david: 13,
} as const
export type AccountName = keyof typeof ACCOUNT_INDEX

/** Accounts 0..13 exist on the local chains. */
export const ACCOUNT_COUNT = 14

export const PERSONA_NAMES = ['alice', 'bobby', 'carol', 'david'] as const satisfies AccountName[]
export type PersonaName = (typeof PERSONA_NAMES)[number]

/** A playground user: funded accounts on every local chain, with the keys to sign as them. */
export type Persona = {
  name: PersonaName
  /** `address` is checksummed. */
  evm: { address: Hex; privateKey: Hex }
  cosmos: { address: string; hdIndex: number }
}

export function accountNames(): AccountName[] {
  // The type of keys is not narrower than string for the compiler; these are the table's own.
  return Object.keys(ACCOUNT_INDEX) as AccountName[]
}

// Deriving takes time, and starting a local network asks for the same few accounts again and again.
let seed: Uint8Array | undefined
let evmRoot: HDKey | undefined
const evmAccounts = new Map<number, PrivateKeyAccount>()
const cosmosKeys = new Map<number, Uint8Array>()

/** BIP-39's, which the platform makes in a millisecond and the libraries in 25, or 100 in the first one of a start. */
const seedOfMnemonic = () => (seed ??= pbkdf2Sync(DEVNET_MNEMONIC, 'mnemonic', 2048, 64, 'sha512'))

function evmKey(index: number): Hex {
  evmRoot ??= HDKey.fromMasterSeed(seedOfMnemonic()).derive("m/44'/60'/0'/0")
  const { privateKey } = evmRoot.deriveChild(index)
  if (!privateKey) throw new Error('a key derived from a mnemonic has no private part')
  return bytesToHex(privateKey)
}

const deriveCosmosKey = (index: number): Uint8Array =>
  Slip10.derivePath(Slip10Curve.Secp256k1, seedOfMnemonic(), makeCosmoshubPath(index)).privkey

/** The account with an index, whether it has a name or not. */
export function evmAccountAt(index: number): PrivateKeyAccount {
  const account = evmAccounts.get(index) ?? privateKeyToAccount(evmKey(index))
  evmAccounts.set(index, account)
  return account
}
export const evmAccount = (name: AccountName) => evmAccountAt(ACCOUNT_INDEX[name])
export const evmPrivateKey = (name: AccountName) => evmKey(ACCOUNT_INDEX[name])

/** The account's wallet on a CosmWasm chain, as cosmjs clients take it for signing; the hub's without a prefix. */
function cosmosKey(name: AccountName) {
  const index = ACCOUNT_INDEX[name]
  const key = cosmosKeys.get(index) ?? deriveCosmosKey(index)
  cosmosKeys.set(index, key)
  return key
}

export async function cosmosWallet(
  name: AccountName,
  bech32Prefix: string = HUB_BECH32_PREFIX,
): Promise<DirectSecp256k1Wallet> {
  return DirectSecp256k1Wallet.fromKey(cosmosKey(name), bech32Prefix)
}

/** The same key, for texts: wallets sign those as Amino documents alone. */
export async function textWallet(
  name: AccountName,
  bech32Prefix: string,
): Promise<Secp256k1Wallet> {
  return Secp256k1Wallet.fromKey(cosmosKey(name), bech32Prefix)
}

export async function cosmosAddress(
  name: AccountName,
  bech32Prefix: string = HUB_BECH32_PREFIX,
): Promise<string> {
  const [account] = await (await cosmosWallet(name, bech32Prefix)).getAccounts()
  if (!account) throw new Error('a wallet with one path has no account')
  return account.address
}

export const hubWallet = (name: AccountName) => cosmosWallet(name)
export const hubAddress = (name: AccountName) => cosmosAddress(name)

export async function createPersona(name: PersonaName): Promise<Persona> {
  return {
    name,
    evm: { address: evmAccount(name).address, privateKey: evmPrivateKey(name) },
    cosmos: { address: await hubAddress(name), hdIndex: ACCOUNT_INDEX[name] },
  }
}
