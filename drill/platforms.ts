import { setTimeout as pass } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { createDice } from '../test/devnet/model/dice.ts'
import type { ChatApp, Person } from '../test/flows/chat-app.ts'
import { createDiscordApp } from '../test/flows/discord-app.ts'
import { createTelegramApp } from '../test/flows/telegram-app.ts'
import { createVouchClient } from '../test/flows/vouch-client.ts'
import { freePort, startVouch } from '../test/flows/vouch-process.ts'
import { startSmtpServer, type SmtpServer } from '../test/mail/smtp-server.ts'
import { comesToBe } from './comes-to-be.ts'
import { problemsOf, sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { createDiscordFaults, createMailFaults, createTelegramFaults } from './platform-faults.ts'
import {
  askInDisorder,
  cardsOf,
  codesTo,
  createUsdc,
  give,
  reads,
  SENDERS,
  signIdsOf,
  sumOf,
  type Gift,
} from './platform-gifts.ts'
import { copyWithout, TAKEN_OUT } from './taken-out.ts'

const USDC = 1_000_000n
/** Tips that are asked for last first, and that nobody signs. */
const IN_DISORDER = 3
/** Who asks for help all the time, and is never failed. */
const BYSTANDER = { name: 'mallory', id: '73' } as const
/** Far longer than an answer takes that waits for nobody else. */
const ANSWERED_WITHIN_MS = 60_000
const BETWEEN_ASKS_MS = 3_000
/** What the log may say while platforms fail: that something is tried again or waits, or what a platform does not take. */
const EXPECTED = [
  'trying again',
  'a pressed button could not be answered',
  'the menus could not be set',
  'the connection to Discord broke; it is made again',
  'Discord ended the connection; a new one is opened',
  'Telegram takes no more messages for a chat',
  'a mail was refused for good',
  'an older card could not be deleted; it stays',
]

/** `--rounds n`. The control gives nothing: tips that come twice and last first are enough. */
export const platforms: Drill = {
  name: 'platforms',
  about:
    '200 tips and gifts by mail while Telegram, Discord and a mail server hang, repeat, reorder, lie and refuse: each is paid once, all read how it ended',
  control: 'an update that comes again is handled again',
  run: giveWhilePlatformsFail,
}

async function giveWhilePlatformsFail(options: DrillOptions) {
  const { seed, broken, args, say } = options
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string' } } })
  const rounds = sizeOf(options, values.rounds, { long: 200, brief: broken ? 0 : 12 })
  const stage = await setStage(seed)
  const { apps, faults, smtp, env, url } = stage
  const both = Object.values(apps)
  const copy = broken ? copyWithout(TAKEN_OUT.platforms) : undefined
  const usdc = createUsdc()
  const gifts: Gift[] = []
  const waits: number[] = []
  const warnings: string[] = []
  const forged: string[] = []
  let amount = USDC
  const nextAmount = () => (amount += 1n)
  let vouch = await startVouch({
    env: { ...env, ...apps.telegram.bringing, ...apps.discord.bringing },
    ...(copy && { command: [process.execPath, copy.program, 'start'] }),
  })

  /** Gifts on a platform, one after another, while somebody else asks for help there. */
  async function giveOn(app: ChatApp, count: number): Promise<void> {
    const giving = { app, url, smtp, usdc, dice: stage.dice[app.name], ...stage.mails }
    const over = new AbortController()
    const asking = askForHelp(app, over.signal)
    try {
      const amounts = Array.from({ length: IN_DISORDER }, nextAmount)
      gifts.push(...(await askInDisorder(app, amounts)))
      await app.command('frank', 'private', 'start') // until then nobody may write to him
      for (let at = 0; at < count; at += 1) {
        gifts.push(await give(giving, nextAmount()))
        say(`${gifts.length} gifts, ${stage.failed()} failures`)
      }
    } finally {
      over.abort()
      waits.push(...(await asking))
    }
  }

  const problems = await problemsOf(async () => {
    const before = await usdcOfSenders(url)
    for (const way of broken ? ['brought'] : ['brought', 'fetched']) {
      if (way === 'fetched') {
        warnings.push(...vouch.warnings())
        await vouch.stop()
        for (const app of both) app.letFetch()
        vouch = await startVouch({ dataDir: vouch.dataDir, env })
      } else forged.push(...(await Promise.all(both.map(forgeriesOf))).flat())
      stage.letFail(true)
      await Promise.all(both.map((app) => giveOn(app, Math.ceil(rounds / 4))))
      stage.letFail(false)
    }
    const unread = () => gifts.flatMap(unreadOf)
    await comesToBe('everybody reads how it ended', () => unread().length === 0).catch(() => 0)
    for (const { again } of gifts) await again()
    for (const app of both) await askForHelpOnce(app, 'erin')
    const repetitions = gifts.flatMap((gift) => repetitionsOf(gift, faults.telegram.hiddenSends))
    if (broken) return repetitions // nothing else is to be noticed
    return [
      ...repetitions,
      ...unread(),
      ...leaksOf(gifts, smtp),
      ...(await differencesOf(gifts, before, url, usdc.of)),
    ]
  })
  warnings.push(...vouch.warnings())
  await vouch.stop()
  copy?.remove()
  for (const app of both) await app.stop()
  await smtp.stop()
  const slowestMs = Math.max(0, ...waits)
  const unexpected = [
    ...both.flatMap((app) => app.unexpected().map((what) => `${app.name}: ${what}`)),
    ...faults.telegram.broken(),
    ...forged,
    ...warnings.filter((line) => !isExpected(line)),
    ...(slowestMs > ANSWERED_WITHIN_MS ? [`somebody else waited ${slowestMs} ms`] : []),
  ]
  return {
    done: `${gifts.length} gifts, ${stage.failed()} failures of platforms and mail`,
    numbers: `others were answered ${waits.length} times, within ${(slowestMs / 1000).toFixed(1)} s`,
    problems: broken ? problems : [...problems, ...unexpected],
  }
}

/** Platforms and a mail server that fail when they are let, by the dice. */
async function setStage(seed: number) {
  let isOn = false
  const failing = (number: number) => ({
    dice: createDice(seed + number),
    isOn: () => isOn,
    spared: BYSTANDER.id,
  })
  const faults = {
    telegram: createTelegramFaults(failing(1)),
    discord: createDiscordFaults(failing(2)),
  }
  const mails = createMailFaults(failing(3))
  const smtp = await startSmtpServer('127.0.0.1', mails.of)
  const apps = {
    telegram: await createTelegramApp({ faults: faults.telegram.of }),
    discord: await createDiscordApp(faults.discord.of),
  }
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  for (const app of Object.values(apps)) app.connect(url)
  return {
    url,
    apps,
    faults,
    mails,
    smtp,
    dice: { telegram: createDice(seed + 4), discord: createDice(seed + 5) },
    env: {
      PORT: `${port}`,
      PUBLIC_URL: 'https://vouch.example', // Telegram takes no other for a webhook
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Vouch <vouch@example.com>',
      MAIL_JOIN_SEC: '1',
      ...apps.telegram.env,
      ...apps.discord.env,
    },
    letFail: (on: boolean) => void (isOn = on),
    failed: () => faults.telegram.count() + faults.discord.count() + mails.count(),
  }
}

/** Has the bystander ask for help again and again; returns how long each answer took, in milliseconds. */
async function askForHelp(app: ChatApp, over: AbortSignal): Promise<number[]> {
  const waits: number[] = []
  while (!over.aborted) {
    waits.push(await askForHelpOnce(app, BYSTANDER.name))
    await pass(BETWEEN_ASKS_MS)
  }
  return waits
}

/** Ends when it was answered, and with it all that the same person asked for before; returns after how long. */
async function askForHelpOnce(app: ChatApp, person: Person): Promise<number> {
  const answers = () =>
    app.shown('private', person).filter(({ text }) => text.startsWith('/tip')).length
  const before = answers()
  const startedAt = performance.now()
  await app.command(person, 'private', 'help', { command: 'tip' })
  await comesToBe(`${person} is answered on ${app.name}`, () => answers() > before)
  return performance.now() - startedAt
}

/** What was let in although the platform has not sent it. An edited message is only left out. */
async function forgeriesOf(app: ChatApp): Promise<string[]> {
  const tried = await app.forgeTips()
  await askForHelpOnce(app, 'erin')
  return [
    ...tried
      .filter(({ what, status }) => status !== 401 && what !== 'an edited message')
      .map(({ what, status }) => `${app.name}: ${what} was answered with ${status}`),
    ...(reads(app, 'erin', 'Tip 9 USDC') ? [`${app.name}: a forged tip was taken in`] : []),
  ]
}

const nameOf = ({ app, amount }: Gift) => `${sumOf(amount)} on ${app.name}`

/** Who does not read how a gift has ended, and what they read of it instead. */
function unreadOf(gift: Gift): string[] {
  const { app, amount, end } = gift
  const sum = sumOf(amount)
  const misses = (reader: Person, words: string) => {
    if (reads(app, reader, sum, words)) return []
    const others = app.reads(reader).filter(({ text }) => text.includes(sum))
    const instead = others.map(({ text }) => `"${text.split('\n')[0]}"`).join(', ')
    return [`${reader} does not read "${words}" of ${nameOf(gift)}, but ${instead || 'nothing'}`]
  }
  if (end === 'unsigned') return misses('erin', `Tip ${sum} to`)
  if (end === 'untold') return misses('erin', 'takes no mail for')
  return [...misses('erin', `was paid ${sum}`), ...misses('frank', `Paid: ${sum}`)]
}

/** A gift has one card and one transaction to sign. What Telegram has sent and denied comes once more. */
function repetitionsOf(gift: Gift, hiddenSends: (words: string) => number): string[] {
  const { app, amount } = gift
  const cards = cardsOf(gift).length
  const allowed = app.name === 'telegram' ? 1 + hiddenSends(sumOf(amount)) : 1
  const signIds = signIdsOf(gift).length
  return [
    ...(cards > allowed ? [`${nameOf(gift)} has ${cards} cards instead of ${allowed}`] : []),
    ...(signIds > 1 ? [`${nameOf(gift)} can be signed ${signIds} times`] : []),
  ]
}

/** What somebody reads that is for another. */
function leaksOf(gifts: readonly Gift[], smtp: SmtpServer): string[] {
  return gifts.flatMap((gift) => {
    const { app, amount, payee, mailbox } = gift
    const codes = mailbox === undefined ? [] : codesTo(smtp, mailbox)
    const found = (reader: Person, ...secrets: string[]) =>
      secrets
        .filter((secret) => reads(app, reader, secret))
        .map((secret) => `${reader} reads ${secret} of ${nameOf(gift)}`)
    const others = smtp.arrived.filter(
      ({ recipients, raw }) => raw.includes(sumOf(amount)) && recipients.join() !== mailbox,
    )
    const isMallorys = app
      .shown('private', BYSTANDER.name)
      .some(({ text }) => text.includes(sumOf(amount)))
    return [
      ...found('erin', payee, ...codes),
      ...found('frank', ...codes),
      ...found(BYSTANDER.name, payee, ...codes, ...(mailbox === undefined ? [] : [mailbox])),
      ...others.map(({ recipients }) => `${recipients.join()} got a mail of ${nameOf(gift)}`),
      ...(isMallorys ? [`${BYSTANDER.name} is told of ${nameOf(gift)}`] : []),
    ]
  })
}

/** What Erin's wallets have of USDC, by the platform that she uses them on. */
async function usdcOfSenders(url: string): Promise<Record<ChatApp['name'], bigint>> {
  const client = createVouchClient(url)
  const usdcOf = (persona: string) => client.balance(persona, 'base', 'usdc')
  return { telegram: await usdcOf(SENDERS.telegram), discord: await usdcOf(SENDERS.discord) }
}

/** Where what somebody has is not what the gifts say, or the network's books do not agree. */
async function differencesOf(
  gifts: readonly Gift[],
  before: Record<ChatApp['name'], bigint>,
  url: string,
  usdcAt: (payee: Gift['payee']) => Promise<bigint>,
): Promise<string[]> {
  const problems: string[] = []
  for (const gift of gifts) {
    if (gift.end === 'unsigned') continue
    const has = await usdcAt(gift.payee)
    const due = gift.end === 'paid' ? gift.amount : 0n
    if (has !== due) problems.push(`${nameOf(gift)}: ${has} base units arrived instead of ${due}`)
  }
  const after = await usdcOfSenders(url)
  for (const name of ['telegram', 'discord'] as const) {
    const own = gifts.filter(({ app, end }) => app.name === name && end !== 'unsigned')
    const due = own.reduce((sum, gift) => sum + gift.amount, 0n)
    const spent = before[name] - after[name]
    if (spent !== due) problems.push(`${spent} base units were spent on ${name} instead of ${due}`)
  }
  const { tokens } = await createVouchClient(url).ok<{
    tokens: { token: string; difference: string }[]
  }>('GET', '/devnet/api/books')
  for (const { token, difference } of tokens)
    if (difference !== '0') problems.push(`the network's books of ${token} are ${difference} apart`)
  return problems
}

/** Whether the log says what it is to say while platforms fail; errors are never expected. */
const isExpected = (line: string) =>
  line.startsWith('{"level":40,') && EXPECTED.some((words) => line.includes(words))
