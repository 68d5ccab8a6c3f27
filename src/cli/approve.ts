import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import { pino } from 'pino'

import { approvalText, type SignerDesk, type Waiting } from '../claims/signer.ts'
import type { AuditEvent } from '../claims/audit.ts'
import { formatAmount } from '../core/terms/amounts.ts'
import { readClaimDocument } from '../core/claims/claim-document.ts'
import { createSignerClient, type SignerAddress } from '../signer/signer-client.ts'
import { signerDir } from '../signer/signer-config.ts'
import { audit } from '../store/claims/audit-log.ts'
import { databaseFile } from '../store/database.ts'
import { openBeside, type StorePlace } from '../store/open-store.ts'
import { addressFile, readAddressFile } from '../wiring/open-signer.ts'
import { readEnvironment, type Settings } from './read-settings.ts'

/** Prints what waits for a second look. @throws {Error} no signer runs here, or it does not answer */
export async function showApprovals(settings: Settings): Promise<void> {
  const waiting = (await reachSigner(settings).signer.waiting()).map(look)
  if (waiting.length === 0) console.log('Nothing waits for a second look.')
  for (const each of waiting) console.log(describe(each))
}

type Wanted = Settings & { key?: string; document?: string; newKey?: string }

/**
 * Approves the one document that waits for a claim, with the operator's private key; with `newKey` it makes a key pair and
 * approves nothing. Whoever has the signer's token can have documents of his own wait for any claim: where there are several,
 * `document` says by its hash, or the beginning of that, which one was looked at.
 * @throws {Error} no such document waits, or several do; there is no key, or it is not the one that the signer knows
 */
export async function approve(
  claimId: string | undefined,
  { key, document = '', newKey, ...settings }: Wanted,
): Promise<void> {
  if (newKey !== undefined) return makeKey(newKey)
  if (claimId === undefined || key === undefined)
    throw new Error('Say which claim, and with which key: vouch approve <claim-id> --key <file>.')
  const { signer, place } = reachSigner(settings)
  const { hash, ...more } = theOnly(
    (await signer.waiting()).map(look).filter((each) => each.claimId === claimId),
    { claimId, document: document.toLowerCase() },
  )
  const signature = sign(null, Buffer.from(approvalText(hash)), readKey(key)).toString('base64')
  if (!(await signer.approve({ hash, signature })))
    throw new Error(`The key in ${key} does not fit SIGNER_APPROVER of the signer.`)
  await keepAct(place, { kind: 'approved', claim_id: claimId, document: hash })
  console.log(`Approved: ${describe({ hash, ...more })}`)
  console.log('It is paid when its recipient asks for the same again.')
}

/** Reads and hashes the document itself: whoever stands between here and the signer cannot show one and have another approved. */
function look({ data, ...more }: Waiting) {
  const hash = createHash('sha256').update(data).digest('hex')
  return { ...more, ...readClaimDocument(data), hash }
}
type Looked = ReturnType<typeof look>

function theOnly(
  waiting: readonly Looked[],
  { claimId, document }: { claimId: string; document: string },
): Looked {
  const meant = waiting.filter(({ hash }) => hash.startsWith(document))
  const [only, ...others] = meant
  if (!only)
    throw new Error(
      `${document === '' ? 'Nothing waits' : `No document ${document} waits`} for claim ${claimId}.`,
    )
  if (others.length === 0) return only
  throw new Error(
    [
      `${meant.length} documents wait for claim ${claimId}, and at most one of them is its recipient's. Say which one, with --document <hash>:`,
      ...meant.map(describe),
    ].join('\n'),
  )
}

function makeKey(file: string): void {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
    flag: 'wx',
  })
  // What Node writes ends with the key's 32 bytes.
  const bytes = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  console.log(`Private key written to ${file}: keep it away from the server.
Set this for the signer: SIGNER_APPROVER=${bytes.toString('base64')}`)
}

function readKey(file: string): KeyObject {
  const pem = readFileSync(file)
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // What OpenSSL says of it names no file.
  }
  throw new Error(`${file} has no Ed25519 key: "vouch approve --new-key <file>" makes one.`)
}

/** Where the database is not on this machine, the entry of the pay-out itself says that it was approved. */
async function keepAct(place: StorePlace, event: AuditEvent): Promise<void> {
  if (place.databaseUrl === undefined && !existsSync(databaseFile(place.dataDir))) return
  const { db, close } = await openBeside(place)
  try {
    await db.transaction((tx) => audit(tx, event, new Date()))
  } finally {
    await close()
  }
}

/** The signer that the configuration names, or the one that runs on this data. */
function reachSigner(settings: Settings): { signer: SignerDesk; place: StorePlace } {
  const { SIGNER_URL: url, SIGNER_TOKEN: token, ...env } = readEnvironment(settings)
  const { DATA_DIR: dataDir = './data', DATABASE_URL: databaseUrl } = env
  const file = addressFile(signerDir({ dataDir, set: env['SIGNER_DIR'] }))
  const log = pino({ level: 'warn' }, pino.destination(2))
  const reach = (address: SignerAddress) => ({
    signer: createSignerClient({ address: () => address, log }),
    place: { databaseUrl: databaseUrl || undefined, dataDir },
  })
  if (url && token) return reach({ url, token })
  if (!existsSync(file))
    throw new Error(
      `No signer runs here: there is no ${file}. Set SIGNER_DIR to its folder, or SIGNER_URL and SIGNER_TOKEN to those of the one that runs elsewhere.`,
    )
  return reach(readAddressFile(file))
}

function describe({
  claimId,
  recipient,
  releaseFunds,
  denom,
  token,
  amount,
  usd,
  askedAt,
  hash,
}: Looked): string {
  const worth = usd === undefined ? 'of no known worth' : `some ${formatAmount(usd, 18)} USD`
  const named = denom === undefined ? '' : ` as ${JSON.stringify(denom)}`
  const form = releaseFunds ? named : ' as vouchers'
  const line = `claim ${claimId}: ${amount} base units of ${token}${form} (${worth}) to ${recipient.address} on ${recipient.chain_uid}, asked ${askedAt.toISOString()}, document ${hash}`
  // Whoever asks names the recipient: nothing of it may move a terminal's cursor and write over what is really asked.
  return line.replaceAll(/[^ -~]/g, '?')
}
