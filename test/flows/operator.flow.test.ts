import Sqlite from 'better-sqlite3'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { runCommand } from './run-command.ts'
import { startVouch } from './vouch-process.ts'
import { cardOf, createVouchClient, signIdOf } from './vouch-client.ts'

const USDC = 1_000_000n

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
  expect(await operator(['audit', '--since', '2100-01-01'])).toMatch(/^4 entries/)
  expect(vouch.warnings()).toEqual([])
  expect(await vouch.stop()).toBe(0)

  // Whoever has the database may write anything into it, but not unseen.
  const sqlite = new Sqlite(join(vouch.dataDir, 'vouch.sqlite'))
  sqlite.exec('drop trigger audit_log_no_delete; delete from audit_log where number = 4')
  expect((await runCommand(['audit'], env)).code).toBe(0)
  const cut = await runCommand(['audit', '--expect', head], env)
  expect(cut).toMatchObject({ code: 1, stderr: expect.stringContaining('was cut off') })
  sqlite.exec('delete from audit_log where number = 2; drop trigger audit_log_no_update')
  sqlite.exec('update audit_log set number = 2 where number = 3')
  sqlite.close()
  const broken = await runCommand(['audit'], env)
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('Entry 2 of the audit') })

  /** What whoever has the link of somebody's private message sees of the claim. */
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
