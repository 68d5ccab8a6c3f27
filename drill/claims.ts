import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'

import { DEVNET_MNEMONIC } from '../src/devnet/accounts.ts'
import { startDevnet } from '../src/devnet/devnet.ts'
import { raceRightCode, raceWrongCodes, ROUNDS, type Door } from '../test/claims/code-races.ts'
import { ANY_PORTS } from '../test/devnet/any-ports.ts'
import { endAll, startVouch } from '../test/flows/vouch-process.ts'
import { startSmtpServer } from '../test/mail/smtp-server.ts'
import { numbersFrom } from '../test/bots/telegram/follow-crowd.ts'
import { createClaimVisitors } from './claim-visitor.ts'
import { killPayOuts } from './kill-pay-outs.ts'

// What holds claims together, against a real process with a real database, mail server and chains: of 32 right codes at once
// one is let in; of 64 wrong codes and PINs 5 are compared per code and 20 per claim; and the process, killed between *proven*
// and *paid*, pays once, within 30 s of its next start.
//   npm run drill:claims [-- claims [kills [seed]]]
const CLAIMS = Number(process.argv[2] ?? 1_000)
const KILLS = Number(process.argv[3] ?? 500)
const SEED = Number(process.argv[4] ?? Date.now() % 2 ** 31)
/** Claims that are raced for at the same time. */
const AT_ONCE = 4
const CODE_PAUSE_MS = 60_500

console.log(`${CLAIMS} claims, ${KILLS} kills, seed ${SEED}`)
const startedAt = performance.now()
const report = (line: string) =>
  console.log(`${Math.round((performance.now() - startedAt) / 1000)} s: ${line}`)
const problems: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'drill-claims-'))
const vaultKey = randomBytes(32)
const smtp = await startSmtpServer()
const devnet = await startDevnet({ blockTimeMs: 100, ports: ANY_PORTS })
const networkFile = join(folder, 'network.json')
writeFileSync(networkFile, JSON.stringify(devnet.network))

let url = ''
async function start() {
  const vouch = await startVouch({
    dataDir: join(folder, 'data'),
    env: {
      NETWORK: networkFile,
      VAULT_KEY: vaultKey.toString('base64'),
      RELAYER_MNEMONIC: DEVNET_MNEMONIC,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Vouch <vouch@example.com>',
    },
  })
  url = vouch.url
  return vouch
}
const visitors = createClaimVisitors({ url: () => url, smtp, vaultKey })

/** Claims that nobody funds: codes are asked for and given all the same. */
async function makeDoors(name: string): Promise<Door[]> {
  const doors: Door[] = []
  for (let at = 0; at < CLAIMS; at += 1) {
    const sender = { chain_uid: 'base', address: `0x${randomBytes(20).toString('hex')}` }
    doors.push(visitors.door(await visitors.send(sender, `${name}-${at}@example.com`, 1n)))
  }
  return doors
}

/** Races for all of them, a few at a time. */
async function race(doors: readonly Door[], one: (door: Door, at: number) => Promise<string[]>) {
  const rest = doors.entries()
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const [at, door] of rest) problems.push(...(await one(door, at)))
  })
  await Promise.all(workers)
}

try {
  if (CLAIMS > 0) {
    const vouch = await start()
    await race(await makeDoors('right'), (door) => raceRightCode(door))
    report(`${CLAIMS} claims, 32 right codes at once: ${problems.length} problems`)
    const doors = await makeDoors('wrong')
    const guessed = doors.map(() => ({ codes: 0, pins: 0 }))
    for (let round = 0; round < ROUNDS; round += 1) {
      await race(doors, (door, at) =>
        raceWrongCodes(door, guessed[at] ?? { codes: 0, pins: 0 }, round),
      )
      const { codes, pins } = guessed.reduce((sum, one) => ({
        codes: sum.codes + one.codes,
        pins: sum.pins + one.pins,
      }))
      report(
        `round ${round + 1}: ${codes} codes, ${pins} PINs compared, ${problems.length} problems`,
      )
      if (round < ROUNDS - 1) await pass(CODE_PAUSE_MS)
    }
    for (const warning of vouch.warnings()) problems.push(warning.slice(0, 300))
    await vouch.stop()
  }
  if (KILLS > 0) {
    const random = numbersFrom(SEED)
    const killed = await killPayOuts({ devnet, visitors, random, start, report }, KILLS)
    problems.push(...killed.problems)
    const states = [...new Set(killed.stops.map(({ found }) => found))]
    console.table(
      states.map((found) => {
        const settled = killed.stops.filter((stop) => stop.found === found)
        const slowestMs = Math.max(...settled.map(({ settledMs }) => settledMs))
        return { found, stops: settled.length, 'settled after, at most (ms)': slowestMs }
      }),
    )
  }
} catch (error) {
  problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  await endAll()
  await devnet.stop()
  await smtp.stop()
  rmSync(folder, { recursive: true })
}
for (const problem of problems.slice(0, 20)) console.log(`PROBLEM ${problem}`)
console.log(problems.length === 0 ? 'drill passed' : `drill FAILED: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
