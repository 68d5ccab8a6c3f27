import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

import { createPersonaWallets } from '../src/devnet/persona-wallets.ts'
import { connectBooks, faultsIn, settle, type Books } from '../test/devnet/books.ts'
import type { Sent } from './claim-visitor.ts'
import { comesToBe } from './comes-to-be.ts'
import { brokenDisk, fullDisk, type DiskFault } from './disk-faults.ts'
import { problemsOf, SkippedError, sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { withStage, type Paid, type Stage } from './stage.ts'
import { copyWithout, TAKEN_OUT } from './taken-out.ts'

/** What each claim holds, in wei. */
const AMOUNT = 10n ** 15n
/** Writes that may still find room on a full disk. */
const MOST_CALLS = 400
const CALLS_WHILE_BROKEN = 10
/** Both are 503; the second where the signer could not keep what it was to sign. */
const REFUSALS = ['STORE_UNAVAILABLE', 'PAY_OUT_HELD']

/** `--rounds n` */
export const disk: Drill = {
  name: 'disk',
  about:
    'the disk gets full, then fails with EIO, 20 times each under claims: calls answer 503, nothing is half done, all goes on afterwards',
  control: 'a failure of the disk is an error that callers do not know',
  noticedAs: /was answered with INTERNAL/,
  run: (options) => withStage((stage) => breakDisk(options, stage)),
}

async function breakDisk(options: DrillOptions, stage: Stage) {
  const { broken, args, say } = options
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string' } } })
  const rounds = sizeOf(options, values.rounds, { long: 20, brief: 1 })
  const { faults, notRun } = makeFaults(stage.folder)
  if (faults.length === 0) throw new SkippedError(notRun.join('; '))
  const copy = broken ? copyWithout(TAKEN_OUT.disk) : undefined
  const problems: string[] = []
  const numbers: string[] = []
  try {
    for (const fault of faults.slice(0, broken ? 1 : undefined)) {
      const refused: number[] = []
      const found = await problemsOf(async () => {
        const vouch = await stage.start(fault.env, copy?.program)
        for (let round = 0; round < rounds; round += 1) {
          const { refusals, wrong } = await playRound(stage, vouch.url, fault)
          refused.push(refusals)
          if (wrong.length > 0) return wrong
        }
        const code = await vouch.stop()
        return code === 0 ? [] : [`it ended with ${code}`]
      })
      problems.push(...found.map((problem) => `${fault.name}: ${problem}`))
      numbers.push(`${fault.name}: ${refused.reduce((sum, each) => sum + each, 0)} calls refused`)
      say(numbers.at(-1) ?? '')
    }
    problems.push(...(await settle(stage.devnet)), ...(await faultsIn(stage.devnet)))
  } finally {
    for (const { remove } of faults) remove()
    copy?.remove()
  }
  const names = faults.map(({ name }) => name).join(' and ')
  return { done: `${names}, ${rounds} rounds each`, numbers: numbers.join('; '), problems, notRun }
}

/** The faults that this machine can have, and which it cannot. */
function makeFaults(folder: string): { faults: DiskFault[]; notRun: string[] } {
  const faults: DiskFault[] = []
  const notRun: string[] = []
  for (const make of [fullDisk, brokenDisk])
    try {
      faults.push(make(folder))
    } catch (error) {
      if (!(error instanceof SkippedError)) throw error
      notRun.push(error.message)
    }
  return { faults, notRun }
}

/** One time of trouble: what was there before it is paid once or returned once after it, and what was acknowledged in it is kept. */
async function playRound(stage: Stage, url: string, fault: DiskFault) {
  const { devnet, visitors, fund } = stage
  const books = await connectBooks(devnet.network)
  const wrong: string[] = []
  const [claimed, returned] = await fund(2, AMOUNT)
  if (!claimed || !returned) throw new Error('there are no claims')
  const session = await visitors.prove(claimed)
  const [persona] = devnet.personas
  if (!persona) throw new Error('there are no personas')
  const sender = { chain_uid: 'base', address: persona.evm.address }
  const late = await visitors.send(sender, 'late@example.com', AMOUNT)
  const recipient = { chain_uid: 'base', address: `0x${randomBytes(20).toString('hex')}` }
  const vouchers = await books.vouchersOf(returned.sender, 'eth')
  const redeem = async () => (await visitors.redeem(claimed, session, recipient)).outcome
  const cancel = () => visitors.door(returned, 'alice').cancel(returned.claimer.otp)
  const kept: Sent[] = []
  const deposit = async () => {
    const answer = await visitors.trySend(sender, 'kept@example.com', AMOUNT)
    if (answer.sent) kept.push(answer.sent)
    if (answer.outcome !== 'ok' && answer.retryAfter === null)
      wrong.push('a refusal does not say when to try again')
    return answer.outcome
  }

  const calls = { deposit, redeem, cancel }
  const done = new Set<string>()
  let refusals = 0
  fault.begin()
  try {
    for (let made = 0; made < MOST_CALLS && (await deposit()) === 'ok'; made += 1);
    await createPersonaWallets(devnet.network).broadcast(persona, late.build)
    for (let at = 0; at < CALLS_WHILE_BROKEN; at += 1)
      for (const [name, call] of Object.entries(calls)) {
        if (done.has(name)) continue
        const outcome = await call()
        if (REFUSALS.includes(outcome)) refusals += 1
        else if (outcome !== 'ok') wrong.push(`${name} was answered with ${outcome}`)
        else if (name !== 'deposit') done.add(name) // a little may still find room
      }
    if (refusals === 0) wrong.push('nothing was refused: this proves nothing')
    const ready = await fetch(`${url}/ready`)
    if (refusals > 0 && ready.status !== 503) wrong.push(`/ready answers ${ready.status}`)
  } finally {
    fault.end()
  }
  if (wrong.length > 0) return { refusals, wrong }

  await comesToBe('things are kept again', async () => (await deposit()) === 'ok')
  for (const name of ['redeem', 'cancel'] as const)
    if (!done.has(name))
      await comesToBe(
        `${name} is done after the trouble`,
        async () => (await calls[name]()) === 'ok',
      )
  for (const sent of kept)
    await visitors.view(sent).catch(() => {
      wrong.push(`the claim ${sent.claimer._id} was acknowledged and is gone`)
    })
  await comesToBe('what was paid in the meantime waits', async () => {
    const { items } = await visitors.view(late)
    return items[0]?.status === 'funded'
  })
  wrong.push(...(await endsOf(stage, books, { claimed, returned, recipient, vouchers })))
  return { refusals, wrong }
}

/** Waits until one claim is paid and one is back with its sender, and says where it was not once. */
async function endsOf(
  { devnet }: Stage,
  books: Books,
  round: {
    claimed: Paid
    returned: Paid
    recipient: { chain_uid: string; address: string }
    vouchers: bigint
  },
): Promise<string[]> {
  const paid = () => books.balanceOf(round.recipient, 'eth')
  const back = async () => (await books.vouchersOf(round.returned.sender, 'eth')) - round.vouchers
  await comesToBe('a claim is paid', async () => (await paid()) > 0n)
  await comesToBe('a claim is back', async () => (await back()) > 0n)
  await settle(devnet)
  return [
    ...((await paid()) === AMOUNT ? [] : [`${await paid()} wei were paid instead of ${AMOUNT}`]),
    ...((await back()) === AMOUNT ? [] : [`${await back()} wei are back instead of ${AMOUNT}`]),
  ]
}
