import { createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Logger } from 'pino'

import { createHub, type Hub } from '../chains/hub/hub.ts'
import { createPoolState } from '../chains/hub/pool-state.ts'
import type { SignerDesk, Signer } from '../claims/signer.ts'
import { createVault } from '../claims/vault.ts'
import { ConfigurationError } from '../core/terms/configuration-error.ts'
import { StoreUnavailableError } from '../core/terms/errors.ts'
import type { Network } from '../core/terms/network.ts'
import { usdPrices } from '../core/reference/usd-prices.ts'
import { createClaimKeys, type ClaimKeys } from '../signer/claim-keys.ts'
import { createSigner } from '../signer/create-signer.ts'
import { limitsOn, type MasterKeys, type SignerConfig } from '../signer/signer-config.ts'
import { SignerAddress } from '../signer/signer-client.ts'
import { createWorth } from '../signer/worth.ts'
import { openSignerLedger, type MasterInUse } from '../store/claims/signer-ledger.ts'
import { lockSigner } from '../store/database.ts'
import { findVaultKeys } from '../store/claims/vault-keys.ts'
import { explainFailure } from '../store/upkeep/explain-failure.ts'
import { makeFolder } from '../store/upkeep/make-folder.ts'
import { makeKeyFile } from '../store/upkeep/make-key-file.ts'
import { readKeyFile } from '../store/upkeep/read-key-file.ts'

/** Prices that were read longer ago are read again before anything is signed by them. */
const PRICES_AGE_MS = 60_000
/** How often prices are looked at while nobody asks, so that there are some of the last day. */
const LOOK_MS = 10 * 60_000
/** Before an Ed25519 key's 32 bytes, in the form that Node reads: SubjectPublicKeyInfo, RFC 8410. */
const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

type Deps = {
  config: SignerConfig
  network: Network
  /** VAULT_KEY and VAULT_KEY_OLD, for keys that earlier versions sealed. */
  vault: { vaultKey: string | undefined; vaultKeysOld: readonly string[] }
  log: Logger
  now: () => Date
  /** How long another signer on the same folder is waited for. */
  lockPatienceMs?: number
}

/** A file of this name in the signer's folder stops everything, until it is gone. */
export const pauseFile = (dir: string): string => join(dir, 'pause')

/** Where a signer says how it is reached, for commands on its machine. */
export const addressFile = (dir: string): string => join(dir, 'address.json')

/** @throws {Error} it is not what a signer writes */
export function readAddressFile(file: string): SignerAddress {
  try {
    return SignerAddress.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new Error(`${file} is not what a signer writes. Start the signer again.`)
  }
}

type Opened = { signer: Signer & SignerDesk; close(): void }

/**
 * The signer with everything that it stands on: its ledger, the hub, prices.
 * @throws {Error} there is no master key, or the one that it goes by is not among those that are set
 * @throws {ConfigurationError} no folder can be where its own is to be
 * @throws {Error} another signer runs on the same folder, or nothing can be written there
 */
export function openSigner(deps: Deps): Opened {
  const { dir } = deps.config
  makeFolder(dir, 'SIGNER_DIR')
  let unlock: (() => void) | undefined
  try {
    unlock = lockSigner(dir, deps.lockPatienceMs)
    const { signer, close } = openLocked(deps)
    const end = () => {
      close()
      unlock?.()
    }
    return { signer, close: end }
  } catch (error) {
    unlock?.()
    const cause = error instanceof StoreUnavailableError ? (error.cause ?? error) : error
    throw explainFailure(cause, `The signer in ${dir} cannot start`)
  }
}

function openLocked(deps: Deps): Opened {
  const ledger = openSignerLedger(deps.config.dir, deps.log)
  try {
    return openWith(ledger, deps)
  } catch (error) {
    ledger.close()
    throw error
  }
}

function openWith(
  ledger: ReturnType<typeof openSignerLedger>,
  { config, network, vault, log, now }: Deps,
): Opened {
  const { dir, dataDir, approver } = config
  const vaultKeys = findVaultKeys({ ...vault, dataDir })
  if (network.local && !config.masters.newest && ledger.master() === undefined)
    makeKeyFile(masterKeyFile(dir))
  const keys = readClaimKeys(config.masters, { network, dir, vaultKeys })
  goBy(keys, ledger, { lostKeyId: config.lostKeyId, dir, now })
  const hub = createHub(network)
  const worth = createWorth({ network, prices: createPrices({ hub, log, now }), now })
  const limits = limitsOn(config.caps, network)
  const look = () =>
    void worth
      .look()
      .catch((error: unknown) => log.warn({ err: error }, 'prices could not be read; trying again'))
  // Where nothing is limited nothing is counted either.
  const looking = Object.values(limits).some((limit) => limit !== undefined)
    ? setInterval(look, LOOK_MS)
    : undefined
  const signer = createSigner({
    network,
    keys,
    claimOnChain: hub.claim,
    worth,
    limits,
    ledger,
    isPaused: () => existsSync(pauseFile(dir)),
    canApprove: approver !== undefined,
    isByOperator: (text, signature) =>
      approver !== undefined && isSignedBy(approver, text, signature),
    hubTime: hub.time,
    log,
    now,
  })
  return {
    signer,
    close() {
      clearInterval(looking)
      ledger.close()
    },
  }
}

/**
 * Reads what tokens cost from the hub's pools, at most once a minute, and all of them each time: no reader follows the blocks here, and
 * after a quiet night the first who asks is answered like the others.
 */
function createPrices({ hub, log, now }: Pick<Deps, 'log' | 'now'> & { hub: Hub }) {
  let last: { atMs: number; prices: Promise<ReadonlyMap<string, string>> } | undefined
  async function read(): Promise<ReadonlyMap<string, string>> {
    const pools = createPoolState({ hub, maxAgeMs: PRICES_AGE_MS, log, now })
    return usdPrices((await pools.current()).pools, hub.network.tokens)
  }
  return (): Promise<ReadonlyMap<string, string>> => {
    const atMs = now().getTime()
    if (last && atMs - last.atMs <= PRICES_AGE_MS) return last.prices
    const prices = read()
    last = { atMs, prices }
    prices.catch(() => (last = undefined)) // whoever asked hears of it, and the next one reads again
    return prices
  }
}

/** @throws {Error} claims were made with a master key that is not set: they could not be paid, and nobody would have said so */
function goBy(
  { keyIds }: ClaimKeys,
  ledger: MasterInUse,
  { lostKeyId, dir, now }: Pick<SignerConfig, 'lostKeyId' | 'dir'> & { now: () => Date },
): void {
  const inUse = ledger.master()
  const isKnown = inUse === undefined || inUse === 'unknown' || keyIds.includes(inUse)
  if (!isKnown && inUse !== lostKeyId)
    throw new ConfigurationError(
      `The signer in ${dir} goes by the master key named ${inUse}, and what is set is ${keyIds.join(', ')}: claims that were made with it could not be paid. ` +
        'Set SIGNER_KEY to that key; to change keys, set SIGNER_KEY to the new one and SIGNER_KEY_OLD to that one (docs/custody.md). ' +
        `Only where it is lost for good, with every claim that was made with it: SIGNER_KEY_LOST=${inUse}`,
    )
  const [newest] = keyIds
  if (newest !== undefined && newest !== inUse) ledger.useMaster(newest, now())
}

/**
 * The keys of claims, by the master keys that are configured, or by the one that a local network's signer made in `dir`.
 * @throws {ConfigurationError} there is no master key
 */
export function readClaimKeys(
  { newest, old }: MasterKeys,
  {
    network: { local },
    dir,
    vaultKeys,
  }: {
    network: Pick<Network, 'local'>
    dir: string
    vaultKeys: ReturnType<typeof findVaultKeys>
  },
): ClaimKeys {
  const file = masterKeyFile(dir)
  const master = newest ?? (local && existsSync(file) ? readKeyFile(file, 'SIGNER_KEY') : undefined)
  if (master === undefined)
    throw new ConfigurationError(
      local
        ? `${file} is not there: put it back, or set SIGNER_KEY to the key that was in it. Where it is lost for good, its claims are too, and a new DATA_DIR begins anew.`
        : 'SIGNER_KEY is not set. Make one with "openssl rand -base64 32", keep a copy where no fire and no thief finds both (docs/custody.md), and set it.',
    )
  return createClaimKeys({ master, old, sealed: vaultKeys && createVault(vaultKeys) })
}

/** Where a local network's signer keeps the master key that it made. */
export const masterKeyFile = (dir: string): string => join(dir, 'master.key')

function isSignedBy(publicKey: Buffer, text: string, signature: string): boolean {
  const der = Buffer.concat([ED25519_PREFIX, publicKey])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}
