import { setTimeout as pass } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { createVouchClient, type Message, type VouchClient } from '../test/flows/vouch-client.ts'
import { startVouch, type HowToStart } from '../test/flows/vouch-process.ts'
import { createDice } from '../test/devnet/model/dice.ts'
import { comesToBe } from './comes-to-be.ts'
import { problemsOf, sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { copyWithout, TAKEN_OUT } from './taken-out.ts'

/** Who gives to whom. One journey of each goes on at a time, so that a balance says whether it was signed. */
const PAIRS = [
  { from: 'alice', to: 'bobby' },
  { from: 'carol', to: 'david' },
] as const
type Pair = (typeof PAIRS)[number]
const PEOPLE = PAIRS.flatMap(({ from, to }) => [from, to])
/** After each of these a kill follows, at any moment until the money has moved by it. */
const STEPS = ['ask', 'sign', 'claim', 'cancel'] as const
type Step = (typeof STEPS)[number]
const KILL_WITHIN_MS = 1_500
/** So many kills the control may take; one of three comes while an answer is not on the disk yet. */
const UNTIL_CAUGHT = 40
const USDC = 1_000_000n

/** A tip whose amount, in base units of USDC, no other has: its card is known by it. */
type Tip = Pair & {
  amount: bigint
  /** Claimed, or else taken back. */
  isKept: boolean
  /** What its sender had before. */
  had: bigint
  /** Whether the bot has answered: then its card is never gone again. */
  isAnswered: boolean
}
type Ended = Tip & { end: 'paid' | 'returned' | 'forgotten' }

/** `--kills n` */
export const kills: Drill = {
  name: 'kills',
  about:
    '300 times kill -9 while tips are asked for, signed, funded, claimed and taken back: each is paid once or returned once, all books agree',
  control: 'what was answered may take seconds to be on the disk',
  noticedAs: /after a kill it is gone|the tip of \S+ ends/,
  run: killWhileTipping,
}

async function killWhileTipping(options: DrillOptions) {
  const { seed, broken, args, say } = options
  const { values } = parseArgs({ args: [...args], options: { kills: { type: 'string' } } })
  const count = sizeOf(options, values.kills, { long: 300, brief: broken ? UNTIL_CAUGHT : 6 })
  const dice = createDice(seed)
  const copy = broken ? copyWithout(TAKEN_OUT.kills) : undefined
  const how: HowToStart = copy ? { command: [process.execPath, copy.program, 'start'] } : {}
  let vouch = await startVouch(how)
  let upSince = Date.now()
  const client = () => createVouchClient(vouch.url)
  const before = new Map<string, bigint>()
  for (const name of PEOPLE) before.set(name, await held(client(), name))

  const ended: Ended[] = []
  const problems: string[] = []
  const found: Partial<Record<Step, number>> = {}
  let tips = 0
  const over = new AbortController()
  let heard: (step: Step) => void = () => undefined

  /** One journey after another, each pair its own; what a kill interrupts is taken up as its card says. */
  async function tipOneAfterAnother(pair: Pair): Promise<void> {
    while (!over.signal.aborted) {
      tips += 1
      const amount = USDC + BigInt(tips)
      const had = ended.reduce(
        (sum, one) => sum + gainOf(pair.from, one),
        before.get(pair.from) ?? 0n,
      )
      const tip: Tip = { ...pair, amount, isKept: dice.chance(0.5), had, isAnswered: false }
      let end: Ended['end'] | undefined
      const hasEnded = async () => {
        // Nobody answers while the process is down.
        end = await takeStep(client(), tip, (step) => heard(step)).catch(() => undefined)
        return end !== undefined
      }
      await comesToBe(`the tip of ${shown(amount)} ends`, hasEnded, () => upSince)
      if (end) ended.push({ ...tip, end })
      if (end === 'forgotten')
        throw new Error(`the tip of ${shown(amount)} was answered, and after a kill it is gone`)
    }
  }

  async function killAndStart(at: number): Promise<void> {
    const awaited = STEPS[at % STEPS.length]
    const step = await new Promise<Step>((resolve) => {
      heard = (one) => one === awaited && resolve(one)
    })
    heard = () => undefined
    await pass(dice.below(KILL_WITHIN_MS))
    await vouch.kill()
    found[step] = (found[step] ?? 0) + 1
    vouch = await startVouch({ ...how, dataDir: vouch.dataDir })
    upSince = Date.now()
    if ((at + 1) % 10 === 0) say(`${at + 1} kills, ${ended.length} tips ended`)
  }

  const tipping = PAIRS.map(tipOneAfterAnother)
  problems.push(
    ...(await problemsOf(async () => {
      const killing = (async () => {
        for (let at = 0; at < count; at += 1) await killAndStart(at)
      })()
      await Promise.race([killing, Promise.all(tipping)]) // whichever fails first
      over.abort()
      await Promise.all(tipping)
      return differencesOf(before, ended, client())
    })),
  )
  if (!broken) problems.push(...vouch.warnings()) // nothing else is to be noticed
  await vouch.stop()
  copy?.remove()
  const paid = ended.filter(({ end }) => end === 'paid').length
  return {
    done: `${STEPS.reduce((all, step) => all + (found[step] ?? 0), 0)} kills, ${STEPS.map((step) => `${found[step] ?? 0} after ${step}`).join(', ')}`,
    numbers: `${paid} tips paid, ${ended.length - paid} returned`,
    problems,
  }
}

const shown = (amount: bigint) =>
  `${amount / USDC}.${`${amount % USDC}`.padStart(6, '0')}`.replace(/\.?0+$/, '')

/** Does what comes next for a tip, as its card says; returns how it has ended once it has. */
async function takeStep(
  client: VouchClient,
  tip: Tip,
  doing: (step: Step) => void,
): Promise<Ended['end'] | undefined> {
  const { from, to, amount, isKept, had } = tip
  const what = `${shown(amount)} USDC`
  const cardIn = (messages: Message[]) =>
    messages.findLast(({ card }) => card?.title.split(' ').includes(shown(amount)))?.card
  const card = cardIn(await client.messages('lobby'))
  if (!card && tip.isAnswered) return 'forgotten'
  // A card that nobody was answered with may have been sent and not recorded: whoever gets no answer asks again.
  if (!card || !tip.isAnswered) {
    doing('ask')
    await client.say(from, 'lobby', `/tip @${to} ${shown(amount)} usdc`)
    tip.isAnswered = true
  } else if (card.title.startsWith('Tip ')) {
    // A wallet signs once: what it has says whether it has.
    const [, id] =
      /\/sign\/([\w-]+)$/.exec(card.blocks.find(({ label }) => label === 'Sign')?.url ?? '') ?? []
    if (id === undefined || (await held(client, from)) !== had) return undefined
    doing('sign')
    await client.sign(from, id)
  } else if (card.title === `@${to} can claim ${what}`) {
    if (isKept) {
      doing('claim')
      await client.say(to, `dm:${to}`, '/claim all to base')
    } else {
      const list = (await client.say(from, `dm:${from}`, '/sent')).at(-1)
      const question = (await press(client, from, list, 'cancel:')).at(-1)
      doing('cancel')
      await press(client, from, question, 'cancel-yes:')
    }
  } else if (card.title.startsWith(`@${to} was paid ${what}`)) return 'paid'
  else if (card.title === `${what} for @${to} went back`) return 'returned'
  return undefined
}

/** Presses the first button of a message whose action starts so; nothing happens where there is none. */
async function press(
  client: VouchClient,
  by: string,
  message: Message | undefined,
  starts: string,
): Promise<Message[]> {
  const action = message?.card?.blocks.find((block) => block.action?.startsWith(starts))?.action
  if (!message || action === undefined) return []
  return client.press(by, message.id, action)
}

/** USDC that somebody has: in the wallet on base, and in vouchers, which a tip that went back is and the next may be paid with. */
async function held(client: VouchClient, name: string): Promise<bigint> {
  const { vouchers } = await client.wallets(name)
  const inVouchers = vouchers.find(({ token }) => token === 'usdc')?.amount ?? '0'
  return (await client.balance(name, 'base', 'usdc')) + BigInt(inVouchers)
}

/** Waits until nothing is under way, and returns where what people have is not what the tips' ends say. */
async function differencesOf(
  before: ReadonlyMap<string, bigint>,
  ended: readonly Ended[],
  client: VouchClient,
): Promise<string[]> {
  type Books = { tokens: { token: string; in_flight: string; difference: string }[] }
  const books = async () => (await client.ok<Books>('GET', '/devnet/api/books')).tokens
  await comesToBe('nothing is under way', async () =>
    (await books()).every(({ in_flight }) => in_flight === '0'),
  )
  const problems: string[] = []
  for (const [name, had] of before) {
    const due = ended.reduce((sum, tip) => sum + gainOf(name, tip), had)
    const has = await held(client, name)
    if (has !== due) problems.push(`${name} has ${shown(has)} USDC instead of ${shown(due)}`)
  }
  for (const { token, difference } of await books())
    if (difference !== '0') problems.push(`the network's books of ${token} are ${difference} apart`)
  return problems
}

/** What somebody has more, or less, by a tip that has ended. */
function gainOf(name: string, { from, to, amount, end }: Ended): bigint {
  if (end !== 'paid') return 0n
  return name === to ? amount : name === from ? -amount : 0n
}
