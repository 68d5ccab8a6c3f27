import { renameSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { ownDatabase } from './own-database.ts'
import { runCommand } from './run-command.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'
import { startVouch } from './vouch-process.ts'

/** In place of the database that the run would give a process. */
const ON_SQLITE = { DATABASE_URL: '' }

/** A tip of alice's that waits for whom it is for. */
async function tip(client: VouchClient, name: string, amount: number) {
  const answer = await client.say('alice', 'lobby', `/tip @${name} ${amount} usdc`)
  await client.sign('alice', signIdOf(answer))
  const { id } = cardOf(answer)
  await expect
    .poll(async () => (await client.message('lobby', id)).card?.title)
    .toBe(`@${name} can claim ${amount} USDC`)
  return id
}

const claim = (client: VouchClient, name: string) =>
  client.say(name, `dm:${name}`, '/claim all to base')

test('a tip that waits is taken along to PostgreSQL and paid out there, and another one on the way back', async () => {
  const onSqlite = await startVouch({ env: ON_SQLITE })
  const { dataDir } = onSqlite
  const { DATABASE_URL: postgres = '' } = await ownDatabase(dataDir)
  const copy = (from: string, to: string) =>
    runCommand(['store', 'copy', '--from', from, '--to', to])
  const becomesPaid = async (client: VouchClient, card: string) =>
    await expect
      .poll(async () => (await client.message('lobby', card)).card?.title)
      .toContain('was paid')

  let client = createVouchClient(onSqlite.url)
  const before = await client.balance('bobby', 'base', 'usdc')
  const toBobby = await tip(client, 'bobby', 5)
  const refused = await copy(`sqlite:${dataDir}`, postgres)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain(`A Vouch process runs on ${dataDir}`)
  await onSqlite.stop()
  const there = await copy(`sqlite:${dataDir}`, postgres)
  expect(there).toMatchObject({ code: 0, stderr: '' })
  expect(there.stdout).toMatch(/\d{2,} rows in \d{2} tables in .* s, unpaid claims: 1;/)
  expect(there.stdout).not.toContain('vouch:vouch') // user and password

  const onPostgres = await startVouch({ dataDir })
  client = createVouchClient(onPostgres.url)
  await claim(client, 'bobby')
  await becomesPaid(client, toBobby)
  const toCarol = await tip(client, 'carol', 3)
  expect((await copy(postgres, `sqlite:${dataDir}`)).stderr).toMatch(
    /^A Vouch process has postgres/,
  )
  await onPostgres.stop()
  // PostgreSQL takes a moment to see that the server's connections are gone.
  await expect
    .poll(async () => (await copy(postgres, `sqlite:${dataDir}`)).stderr)
    .toContain('has rows already')
  for (const end of ['', '-wal', '-shm'])
    try {
      renameSync(join(dataDir, `vouch.sqlite${end}`), join(dataDir, `before.sqlite${end}`))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOENT' }) // a log that was written into its database
    }
  expect(await copy(postgres, `sqlite:${dataDir}`)).toMatchObject({ code: 0, stderr: '' })

  const back = await startVouch({ dataDir, env: ON_SQLITE })
  client = createVouchClient(back.url)
  await becomesPaid(client, toBobby)
  await claim(client, 'carol')
  await becomesPaid(client, toCarol)
  expect(cardOf(await claim(client, 'bobby')).text).toMatch(/nothing/i)
  expect(await client.balance('bobby', 'base', 'usdc')).toBe(before + 5_000_000n)
  await back.stop()
  const audit = await runCommand(['audit'], { DATA_DIR: dataDir, ...ON_SQLITE })
  expect(audit).toMatchObject({ code: 0, stderr: '' })
  expect(audit.stdout).toMatch(/entries, each as it was written/)
})
