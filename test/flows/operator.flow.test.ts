import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'

import { createSignerClient, SignerAddress } from '../../src/signer/signer-client.ts'
import { claimers, claims } from '../../src/store/claims/claim-tables.ts'
import { dropTrigger, isPostgres } from '../store/any-database.ts'
import { openOwnDatabase } from './own-database.ts'
import { runCommand } from './run-command.ts'
import { endAll, startVouch } from './vouch-process.ts'
import { cardOf, createVouchClient, signIdOf } from './vouch-client.ts'

const USDC = 1_000_000n
afterAll(endAll)

test('an operator freezes an account while the server runs, its claim is refused, and after the release it is paid; the log tells it all', async () => {
  const vouch = await startVouch()
  const env = { DATA_DIR: vouch.dataDir }
  const client = createVouchClient(vouch.url)
  const operator = async (typed: string[]) => {
    const { code, stdout, stderr } = await runCommand(typed, env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout
  }
  const claimNow = async () =>
    JSON.stringify(cardOf(await client.say('bobby', 'dm:bobby', '/claim all to base')).card)
  const gaugeOf = async (series: string) =>
    (await (await fetch(`${vouch.url}/metrics`)).text())
      .split('\n')
      .find((line) => line.startsWith(series))
      ?.slice(series.length + 1)

  const before = await client.balance('bobby', 'base', 'usdc')
  const tip = await client.say('alice', 'lobby', '/tip @bobby 5 usdc')
  await client.sign('alice', signIdOf(tip))
  const title = async () => (await client.message('lobby', cardOf(tip).id)).card?.title
  await expect.poll(title).toBe('@bobby can claim 5 USDC')
  const claim = await linkOf('bobby')

  expect(await operator(['freezes'])).toBe('Nothing is frozen.\n')
  const reason = ['--reason', 'his phone was stolen']
  const frozen = await operator(['freeze', 'account', 'telegram:@bobby', ...reason])
  expect(frozen).toContain('Frozen: account telegram:@bobby. Unpaid claims held by it: 1.')
  expect(frozen).toContain('The account that shows it is telegram:playground:bobby')
  expect(await operator(['freezes'])).toMatch(/ {2}account telegram:@bobby: his phone was stolen$/m)
  expect(await gaugeOf('vouch_freezes{kind="account"}')).toBe('1')
  expect(await claimNow()).toContain('paused by the people who run this bot; nothing is lost')
  expect(await claim()).toMatchObject({ items: [{ status: 'funded', frozen: true }] })
  expect(await client.balance('bobby', 'base', 'usdc')).toBe(before)

  expect(await operator(['release', 'account', 'telegram:@bobby'])).toContain(
    'Released: account telegram:@bobby',
  )
  expect(await runCommand(['release', 'account', 'telegram:@bobby'], env)).toMatchObject({
    code: 1,
  })
  expect(await claim()).toMatchObject({ items: [{ status: 'funded', frozen: false }] })
  expect(await claimNow()).not.toContain('paused')
  await expect.poll(title).toContain('was paid 5 USDC')
  expect(await client.balance('bobby', 'base', 'usdc')).toBe(before + 5n * USDC)
  await expect.poll(async () => (await operator(['audit'])).split('\n')).toHaveLength(6)

  const log = await operator(['audit'])
  expect(log.split('\n')).toEqual([
    expect.stringMatching(/^ {5}1 {2}\S+Z {2}frozen: account [\w-]{12}$/),
    expect.stringMatching(/^ {5}2 {2}\S+Z {2}released: account [\w-]{12}$/),
    expect.stringMatching(
      /^ {5}3 .* redeem of claim \d+ signed: 5000000 usdc to base 0x\w+ by [\w-]{12} \(account\) tx \w+$/,
    ),
    expect.stringMatching(/^ {5}4 .* transaction of claim \d+ included: \w+$/),
    expect.stringMatching(/^4 entries, each as it was written\. Head: [0-9a-f]{64}$/),
    '',
  ])
  expect(log).not.toMatch(/bobby|phone|alice/)
  const byAccount = await operator(['audit', '--account', 'telegram:playground:bobby'])
  expect(byAccount.split('\n')).toHaveLength(5) // frozen, released, paid out, and how many there are
  const head = /[0-9a-f]{64}/.exec(log)?.[0] ?? ''
  const spent = JSON.parse(await operator(['audit', '--json', '--expect', head]))
  expect(spent).toMatchObject({ count: 4, head, problem: null })
  expect(await gaugeOf('vouch_gas_spent_today{purpose="redeem"}')).toBe(spent.entries[2].fee)
  expect(await operator(['audit', '--since', '2100-01-01'])).toMatch(
    /^No entry of the log is from 2100.*\n4 entries/,
  )
  expect(vouch.warnings()).toEqual([])
  expect(await vouch.stop()).toBe(0)

  // Whoever has the database may write anything into it, but not unseen.
  const { db, close } = await openOwnDatabase(vouch.dataDir)
  for (const trigger of isPostgres() ? ['stays'] : ['no_delete', 'no_update'])
    await dropTrigger(db, 'audit_log', `audit_log_${trigger}`)
  await db.run(sql`delete from audit_log where number = 4`)
  expect((await runCommand(['audit'], env)).code).toBe(0)
  const cut = await runCommand(['audit', '--expect', head], env)
  expect(cut).toMatchObject({ code: 1, stderr: expect.stringContaining('was cut off') })
  await db.run(sql`delete from audit_log where number = 2`)
  await db.run(sql`update audit_log set number = 2 where number = 3`)
  await close()
  const broken = await runCommand(['audit'], env)
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('Entry 2 of the audit') })

  /** What whoever has the link of somebody's private message sees of the claim. */

  const withoutAt = ['account', 'telegram:bobby']
  expect(await operator(['freeze', ...withoutAt])).toContain(
    'No account with this id is known. A handle has an @ before it: telegram:@bobby.',
  )
  await operator(['release', ...withoutAt])

  async function linkOf(persona: string) {
    const written = await client.messages(`dm:${persona}`)
    const urls = written.flatMap(({ card }) => card?.blocks.map(({ url }) => url ?? '') ?? [])
    const [, id = '', secret = ''] =
      urls.map((url) => /\/claim\/(\w+)#(.+)$/.exec(url)).find((found) => found) ?? []
    return async (): Promise<unknown> => {
      const headers = { 'x-claim-secret': secret }
      return (await fetch(`${vouch.url}/api/v1/claims/${id}`, { headers })).json()
    }
  }
})

test('with --config the signer beside the server takes nothing from a .env that lies where it runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-config-'))
  writeFileSync(join(folder, '.env'), 'SIGNER_CLAIM_USD=another\n')
  writeFileSync(join(folder, 'prod.env'), 'LOG_LEVEL=warn\n')
  const program = [process.execPath, resolve('dist/server/vouch.js'), 'start']
  const vouch = await startVouch({
    command: ['sh', '-c', 'cd "$0" && exec "$@"', folder, ...program, '--config', 'prod.env'],
  })
  expect(vouch.warnings()).toEqual([])
  await vouch.stop()
  rmSync(folder, { recursive: true })
})

test('a pay-out above the limit waits for an operator, is paid once approved, and nothing is while it is paused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-approver-'))
  const key = join(folder, 'operator.pem')
  const made = await runCommand(['approve', '--new-key', key])
  const [, SIGNER_APPROVER = ''] = /SIGNER_APPROVER=(\S+)/.exec(made.stdout) ?? []
  const SIGNER_DIR = join(folder, 'signer')
  const caps = { SIGNER_APPROVE_ABOVE_USD: '3', SIGNER_APPROVER }
  const vouch = await startVouch({ env: { ...caps, SIGNER_DIR } })
  const env = { DATA_DIR: vouch.dataDir, SIGNER_DIR }
  const client = createVouchClient(vouch.url)
  const before = await client.balance('bobby', 'base', 'usdc')
  const tip = await client.say('alice', 'lobby', '/tip @bobby 5 usdc')
  await client.sign('alice', signIdOf(tip))
  const title = async () => (await client.message('lobby', cardOf(tip).id)).card?.title
  await expect.poll(title).toBe('@bobby can claim 5 USDC')
  const claimNow = async (where = 'base') =>
    JSON.stringify(cardOf(await client.say('bobby', 'dm:bobby', `/claim all to ${where}`)).card)

  expect((await runCommand(['approvals'], env)).stdout).toBe('Nothing waits for a second look.\n')
  expect(await claimNow()).toContain('whoever runs this service looks at it first')
  const { stdout } = await runCommand(['approvals'], env)
  const [, id = ''] = /^claim (\d+): 5000000 base units of usdc \(some 5 USD\)/m.exec(stdout) ?? []
  const other = join(folder, 'other.pem')
  await runCommand(['approve', '--new-key', other])
  expect(await runCommand(['approve', id, '--key', other], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not fit SIGNER_APPROVER'),
  })
  expect(await claimNow('osmosis')).toContain('looks at it first')
  // Whoever has the server asks for himself, with an address that would write over the line above it.
  const { db, close } = await openOwnDatabase(vouch.dataDir)
  const held = z
    .object({ claimerId: z.string(), key: z.instanceof(Buffer) })
    .parse(
      await db
        .select({ claimerId: claimers.id, key: claimers.heldKey })
        .from(claimers)
        .innerJoin(claims, eq(claims.claimerId, claimers.id))
        .where(eq(claims.claimId, id))
        .get(),
    )
  await close()
  const at = SignerAddress.parse(JSON.parse(readFileSync(join(SIGNER_DIR, 'address.json'), 'utf8')))
  const recipient = { chain_uid: 'base', address: '\u001b[1A\rclaim' }
  const order = { claimId: id, ...held, token: 'usdc', recipient, release: true }
  const signer = createSignerClient({ address: () => at, log: { warn: () => undefined } })
  expect(await signer.sign(order)).toEqual({ refused: 'needs_approval' })
  expect((await runCommand(['approvals'], env)).stdout).toMatch(/^([ -~]+\n){3}$/)
  const several = await runCommand(['approve', id, '--key', key], env)
  expect(several).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`3 documents wait for claim ${id}`),
  })
  const [, document = ''] =
    /^claim .* to 0x\w+ on base, asked .*, document (\w+)$/m.exec(several.stderr) ?? []
  expect(
    await runCommand(['approve', id, '--key', key, '--document', document.slice(0, 12)], env),
  ).toMatchObject({ code: 0, stderr: '' })
  expect(await claimNow('osmosis')).toContain('looks at it first') // it was approved for another place

  const pause = join(SIGNER_DIR, 'pause')
  writeFileSync(pause, '')
  expect(await claimNow()).toContain('has paused all pay-outs')
  rmSync(pause)
  expect(await claimNow()).not.toContain('Nothing was paid')
  await expect.poll(title).toContain('was paid 5 USDC')
  expect(await client.balance('bobby', 'base', 'usdc')).toBe(before + 5n * USDC)
  const { stdout: log } = await runCommand(['audit'], env)
  expect(log).toMatch(
    new RegExp(`an operator approved the document [0-9a-f]{12} of claim ${id}$`, 'm'),
  )
  expect(log).toMatch(new RegExp(`redeem of claim ${id} signed: .*\\(account, approval\\)`))
  rmSync(folder, { recursive: true })
})
