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
import { createClaimVisitors, type Sent } from './claim-visitor.ts'
import { killPayOuts } from './kill-pay-outs.ts'

// What holds claims together, against a real process with a real database, mail server and chains: of 32 right codes at once,
// half of them over HTTP and half in a chat, one is let in; of 64 wrong codes and PINs 5 are compared per code and 20 per claim;
// and the process, killed between *proven* and *paid*, pays once, within 30 s of its next start.
//   npm run drill:claims [-- claims [kills [seed]]]
const CLAIMS = Number(process.argv[2] ?? 1_000)
const KILLS = Number(process.argv[3] ?? 500)
const SEED = Number(process.argv[4] ?? Date.now() % 2 ** 31)
/** Who types codes in chats. As many claims are raced for at the same time. */
const PERSONAS = ['alice', 'bobby', 'carol', 'david']
const CODE_PAUSE_MS = 60_500
/** Wei: more than the smallest claim. */
const TO_EACH = 10n ** 15n

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
async function startWith(dataDir: string, env: Record<string, string>) {
  const vouch = await startVouch({
    dataDir: join(folder, dataDir),
    env: {
      ...env,
      VAULT_KEY: vaultKey.toString('base64'),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Vouch <vouch@example.com>',
      CLAIMS_PER_CLIENT: '1000000',
    },
  })
  url = vouch.url
  return vouch
}
/** On chains that outlive it. */
const start = () => startWith('data', { NETWORK: networkFile, RELAYER_MNEMONIC: DEVNET_MNEMONIC })
const visitors = createClaimVisitors({ url: () => url, smtp, vaultKey })

/** Claims that nobody funds: codes are asked for and given all the same. */
async function makeClaims(name: string): Promise<Sent[]> {
  const claims: Sent[] = []
  for (let at = 0; at < CLAIMS; at += 1) {
    const sender = { chain_uid: 'base', address: `0x${randomBytes(20).toString('hex')}` }
    claims.push(await visitors.send(sender, `${name}-${at}@example.com`, TO_EACH))
  }
  return claims
}

/** Races for all of them, one a persona at a time. */
async function race(claims: readonly Sent[], one: (door: Door, at: number) => Promise<string[]>) {
  const rest = claims.entries()
  const workers = PERSONAS.map(async (persona) => {
    for (const [at, claim] of rest) problems.push(...(await one(visitors.door(claim, persona), at)))
  })
  await Promise.all(workers)
}

try {
  if (CLAIMS > 0) {
    const vouch = await startWith('races', {}) // with the local network of its own, and so the playground
    await race(await makeClaims('right'), (door) => raceRightCode(door))
    report(`${CLAIMS} claims, 32 right codes at once: ${problems.length} problems`)
    const claims = await makeClaims('wrong')
    const guessed = claims.map(() => ({ codes: 0, pins: 0 }))
    for (let round = 0; round < ROUNDS; round += 1) {
      await race(claims, (door, at) =>
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
