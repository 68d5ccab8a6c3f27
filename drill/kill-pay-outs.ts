import { setTimeout as pass } from 'node:timers/promises'

import { createPersonaWallets } from '../src/devnet/persona-wallets.ts'
import { connectBooks } from '../test/devnet/books.ts'
import type { Sent } from './claim-visitor.ts'
import type { Stage } from './stage.ts'

const SETTLED_WITHIN_MS = 240_000
const FUNDED_WITHIN_MS = 240_000
/** Half of the stops come while the pay-out is decided, signed, stored and sent, the others until its end is known. */
const SPANS_MS = [60, 1_500]
/** What a claim holds: base units of eth, far below what needs a PIN. */
const AMOUNT = 1_000_000n

type Deps = Pick<Stage, 'devnet' | 'visitors' | 'start'> & {
  random: () => number
  say(line: string): void
}

/** What a stop found the pay-out to be at the next start, and how long after it the money was settled. */
type Stop = { found: string; settledMs: number }

/** Kills the server between *proven* and *paid*, again and again; each claim is for an address of its own. */
export async function killPayOuts(deps: Deps, kills: number) {
  const { devnet, visitors, random, start, say } = deps
  const problems: string[] = []
  let vouch = await start()
  const sents = await fund(deps, kills)
  say(`${sents.length} claims wait`)
  const stops: Stop[] = []
  for (const [at, sent] of sents.entries()) {
    const recipient = { chain_uid: 'base', address: addressOf(at) }
    const session = await visitors.prove(sent)
    const asked = visitors.redeem(sent, session, recipient).catch(() => undefined)
    await pass(random() * (SPANS_MS[at % SPANS_MS.length] ?? 0))
    await vouch.kill()
    await asked
    vouch = await start()
    const readyAt = performance.now()
    const { redemptions, items } = await visitors.view(sent)
    const found = redemptions.at(-1)?.status ?? items[0]?.status ?? 'missing'
    if (redemptions.length === 0) {
      const { outcome } = await visitors.redeem(sent, session, recipient)
      if (outcome !== 'ok') problems.push(`claim ${at} was refused after a stop: ${outcome}`)
    }
    const isPaid = async () => (await visitors.view(sent)).items[0]?.status === 'paid'
    if (!(await within(SETTLED_WITHIN_MS, isPaid)))
      problems.push(`claim ${at}, found ${found}, is not settled 30 s after the start`)
    stops.push({ found, settledMs: Math.round(performance.now() - readyAt) })
    for (const warning of vouch.warnings()) problems.push(`claim ${at}: ${warning.slice(0, 300)}`)
    if ((at + 1) % 25 === 0) say(`${at + 1} stops, ${problems.length} problems`)
  }

  const books = await connectBooks(devnet.network)
  const has = (at: number) => books.balanceOf({ chain_uid: 'base', address: addressOf(at) }, 'eth')
  for (const [at] of sents.entries())
    if (!(await within(SETTLED_WITHIN_MS, async () => (await has(at)) === AMOUNT)))
      problems.push(`the recipient of claim ${at} has ${await has(at)} instead of ${AMOUNT}`)
  await vouch.stop()
  const open = async () => (await devnet.books.read()).filter(({ difference }) => difference !== 0n)
  if (!(await within(SETTLED_WITHIN_MS, async () => (await open()).length === 0)))
    problems.push(`the network's books differ: ${(await open()).map(({ token }) => token).join()}`)
  return { stops, problems }
}

/** Puts claims on chain, each persona one after another, as fast as a sender may make them. */
async function fund({ devnet, visitors }: Deps, claims: number): Promise<Sent[]> {
  const wallets = createPersonaWallets(devnet.network)
  const sents: Sent[] = []
  const bySender = devnet.personas.map(async (persona, first) => {
    for (let at = first; at < claims; at += devnet.personas.length) {
      const startedAt = performance.now()
      const sender = { chain_uid: 'base', address: persona.evm.address }
      const sent = await visitors.send(sender, `kill-${at}@example.com`, AMOUNT)
      await wallets.broadcast(persona, sent.build)
      sents.push(sent)
      await pass(Math.max(0, 1_010 - (performance.now() - startedAt))) // at most 60 a minute
    }
  })
  await Promise.all(bySender)
  for (const sent of sents) {
    const isFunded = async () => (await visitors.view(sent)).items[0]?.status === 'funded'
    if (!(await within(FUNDED_WITHIN_MS, isFunded)))
      throw new Error(`the claim of ${sent.mailbox} never came on chain`)
  }
  return sents
}

/** An address that nobody has, for each claim another one. */
const addressOf = (at: number) => `0x${(0xc1a1_0000 + at).toString(16).padStart(40, '0')}`

async function within(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const from = performance.now(); performance.now() - from < ms; await pass(50))
    if (await isSo()) return true
  return false
}
