import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { SignOrder } from '../../src/claims/signer.ts'
import { hubOf, type Network } from '../../src/core/terms/network.ts'
import { hubAddress } from '../../src/devnet/accounts.ts'
import { readSignerConfig } from '../../src/signer/signer-config.ts'
import { masterKeyFile, openSigner } from '../../src/wiring/open-signer.ts'
import { sendAs, startLocalHub } from '../chains/local-hub.ts'

const MINUTE_MS = 60_000
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS
const dir = mkdtempSync(join(tmpdir(), 'vouch-open-signer-'))
let network: Network
let stop: () => Promise<unknown>
beforeAll(async () => {
  const local = await startLocalHub()
  ;({ network } = local)
  stop = () => local.hub.stop()
})
afterAll(async () => {
  await stop()
  rmSync(dir, { recursive: true })
})

test('a signer with caps that nobody has asked for a while answers the first who does', async () => {
  let nowMs = Date.now()
  const { signer, close } = openSigner({
    config: readSignerConfig({
      NETWORK: 'unused',
      SIGNER_DIR: dir,
      SIGNER_TOKEN: 't'.repeat(32),
      SIGNER_KEY: Buffer.alloc(32, 5).toString('base64'),
      SIGNER_CLAIM_USD: '1000',
      SIGNER_APPROVER: Buffer.alloc(32, 9).toString('base64'), // the local hub has no pools, so its tokens have no price
    }),
    network,
    vault: { vaultKey: undefined, vaultKeysOld: [] },
    log: pino({ level: 'silent' }),
    now: () => new Date(nowMs),
  })
  const wanted = [{ claimerId: 'a'.repeat(24), token: 'euclid', amount: 1n }]
  for (const minutes of [0, 2, 11, 24 * 60]) {
    nowMs += minutes * MINUTE_MS
    expect(await signer.makeKeys(wanted)).toMatchObject({ keys: [{}] })
  }
  close()
})

test('what a signer is asked for is dated by the hub, whatever its machine says', async () => {
  const { signer, close } = openSigner({
    config: readSignerConfig({
      NETWORK: 'unused',
      SIGNER_DIR: join(dir, 'dated'),
      SIGNER_TOKEN: 't'.repeat(32),
      SIGNER_KEY: Buffer.alloc(32, 5).toString('base64'),
      SIGNER_CLAIM_USD: '1000',
      SIGNER_APPROVER: Buffer.alloc(32, 9).toString('base64'),
    }),
    network,
    vault: { vaultKey: undefined, vaultKeysOld: [] },
    log: pino({ level: 'silent' }),
    now: () => new Date(Date.now() + YEAR_MS),
  })
  const claimerId = 'b'.repeat(24)
  const made = await signer.makeKeys([{ claimerId, token: 'euclid', amount: 1000n }])
  const [key] = 'keys' in made ? made.keys : []
  if (!key) throw new Error('no key was made')
  const { chain_uid, factory } = hubOf(network)
  const claim = { claimer_pubkey: key.publicKey, pseudo_claim_id: claimerId }
  const deposit_token = {
    amount_in: '1000',
    asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
    recipient: { chain_uid, address: network.hub.claimer },
    timeout: null,
    msg: Buffer.from(JSON.stringify({ create_voucher_claim: claim })).toString('base64'),
  }
  const funds = [{ denom: 'ueuclid', amount: '1000' }]
  await sendAs('alice', network, [{ contractAddress: factory, msg: { deposit_token }, funds }])
  const order: SignOrder = {
    claimId: '0', // the first of this hub
    claimerId,
    key: key.key,
    token: 'euclid',
    recipient: { chain_uid, address: await hubAddress('operator') },
    release: false,
  }
  // Nothing there has a price.
  await expect.poll(() => signer.sign(order)).toEqual({ refused: 'needs_approval' })
  const [waiting] = await signer.waiting()
  expect(Math.abs((waiting?.askedAt.getTime() ?? 0) - Date.now())).toBeLessThan(YEAR_MS / 2)
  close()
})

test('a second signer on the same folder is refused while the first runs, and is one afterwards', () => {
  const open = () =>
    openSigner({
      config: readSignerConfig({
        NETWORK: 'unused',
        SIGNER_DIR: join(dir, 'shared'),
        SIGNER_TOKEN: 't'.repeat(32),
        SIGNER_KEY: Buffer.alloc(32, 5).toString('base64'),
        SIGNER_CLAIM_USD: 'none',
        SIGNER_HOUR_USD: 'none',
        SIGNER_DAY_USD: 'none',
      }),
      network,
      vault: { vaultKey: undefined, vaultKeysOld: [] },
      log: pino({ level: 'silent' }),
      now: () => new Date(0),
      lockPatienceMs: 0,
    })
  const first = open()
  expect(open).toThrow(`Another signer is running on ${join(dir, 'shared')}`)
  first.close()
  open().close()
})

describe('a signer goes by its master key', () => {
  const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
  /** Starts a signer in a folder of its own and stops it again; returns the names of its keys. */
  async function start(folder: string, set: Record<string, string>, isLocal = false) {
    const { local: _none, ...remote } = network
    const { signer, close } = openSigner({
      config: readSignerConfig({
        NETWORK: 'unused',
        SIGNER_DIR: join(dir, folder),
        SIGNER_TOKEN: 't'.repeat(32),
        SIGNER_CLAIM_USD: 'none',
        SIGNER_HOUR_USD: 'none',
        SIGNER_DAY_USD: 'none',
        ...set,
      }),
      network: isLocal ? { ...remote, local: true } : remote,
      vault: { vaultKey: undefined, vaultKeysOld: [] },
      log: pino({ level: 'silent' }),
      now: () => new Date(0),
    })
    close()
    return signer.keyIds()
  }

  test.each<{ name: string; starts: Record<string, string>[]; refused: boolean }>([
    { name: 'the same again', starts: [{ SIGNER_KEY: keyOf(1) }], refused: false },
    { name: 'another', starts: [{ SIGNER_KEY: keyOf(2) }], refused: true },
    {
      name: 'a new one beside it, then that alone',
      starts: [{ SIGNER_KEY: keyOf(2), SIGNER_KEY_OLD: keyOf(1) }, { SIGNER_KEY: keyOf(2) }],
      refused: false,
    },
    {
      name: 'the old one once it is replaced',
      starts: [{ SIGNER_KEY: keyOf(2), SIGNER_KEY_OLD: keyOf(1) }, { SIGNER_KEY: keyOf(1) }],
      refused: true,
    },
  ])('$name', async ({ name, starts, refused }) => {
    const folder = name.replaceAll(/\W+/g, '-')
    await start(folder, { SIGNER_KEY: keyOf(1) })
    for (const set of starts.slice(0, -1)) await start(folder, set)
    const last = start(folder, starts.at(-1) ?? {})
    const outcome = await last.then(
      () => 'started',
      (error: unknown) => String(error),
    )
    expect(outcome).toMatch(
      refused ? /goes by the master key named [0-9a-f]{16}, and what is set/ : /^started$/,
    )
  })

  test('and gives one up by its name alone', async () => {
    const [first = ''] = await start('lost', { SIGNER_KEY: keyOf(1) })
    const other = { SIGNER_KEY: keyOf(2), SIGNER_KEY_LOST: '0'.repeat(16) }
    await expect(start('lost', other)).rejects.toThrow(`SIGNER_KEY_LOST=${first}`)
    await start('lost', { ...other, SIGNER_KEY_LOST: first })
    expect(await start('lost', { SIGNER_KEY: keyOf(2) })).toHaveLength(1)
  })

  test('a local one makes it once, and never another in its place', async () => {
    const made = await start('local', {}, true)
    const file = masterKeyFile(join(dir, 'local'))
    renameSync(file, `${file}.away`)
    await expect(start('local', {}, true)).rejects.toThrow(`${file} is not there`)
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, readFileSync(`${file}.away`, 'utf8').slice(0, 20))
    await expect(start('local', {}, true)).rejects.toThrow(
      `${file} holds no key of 32 bytes in base64: put the right file back, or set SIGNER_KEY`,
    )
    renameSync(`${file}.away`, file)
    expect(await start('local', {}, true)).toEqual(made)
  })

  test('nor does one that signed under an earlier version, which did not keep its name', async () => {
    await start('earlier', { SIGNER_KEY: keyOf(1) })
    const sqlite = new Sqlite(join(dir, 'earlier', 'signer.sqlite'))
    sqlite.exec("drop table masters; insert into signed values ('h', '1', '0', 0)")
    sqlite.close()
    await expect(start('earlier', {}, true)).rejects.toThrow('master.key is not there')
    expect(await start('earlier', { SIGNER_KEY: keyOf(1) })).toHaveLength(1)
  })

  test('and says what keeps it from what it writes, with the folder', async () => {
    await start('held', { SIGNER_KEY: keyOf(1) })
    const holder = new Sqlite(join(dir, 'held', 'signer.sqlite'))
    holder.exec('begin immediate') // what a full disk does to its first writing, too
    await expect(start('held', { SIGNER_KEY: keyOf(2), SIGNER_KEY_OLD: keyOf(1) })).rejects.toThrow(
      /held.*\(SQLITE_BUSY\)\. Another program holds the right to write it/,
    )
    holder.close()
  })

  test('and refuses a file with a damaged page, whichever it is', async () => {
    await start('damaged', { SIGNER_KEY: keyOf(1) })
    const file = join(dir, 'damaged', 'signer.sqlite')
    const whole = readFileSync(file)
    const pageBytes = whole.readUInt16BE(16)
    expect(whole.length).toBeGreaterThan(4 * pageBytes)
    for (let page = 0; page * pageBytes < whole.length; page += 1) {
      const scribbled = Buffer.from(whole).fill(0xa5, page * pageBytes, (page + 1) * pageBytes)
      writeFileSync(file, scribbled)
      await expect(start('damaged', { SIGNER_KEY: keyOf(1) })).rejects.toThrow('is damaged: ')
      expect(readFileSync(file).equals(scribbled)).toBe(true)
    }
    writeFileSync(file, whole)
    expect(await start('damaged', { SIGNER_KEY: keyOf(1) })).toHaveLength(1)
  })

  test('and of a newer version its file is refused, with both versions named', async () => {
    await start('newer', { SIGNER_KEY: keyOf(1) })
    const sqlite = new Sqlite(join(dir, 'newer', 'signer.sqlite'))
    sqlite.pragma('user_version = 2')
    sqlite.close()
    await expect(start('newer', { SIGNER_KEY: keyOf(1) })).rejects.toThrow(
      'its tables are of version 2, and this one knows 1',
    )
  })
})
