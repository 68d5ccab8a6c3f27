import { setTimeout as pass } from 'node:timers/promises'

import { TrackAnswer } from '../src/core/tracking/tracking-record.ts'
import { createPersonaWallets } from '../src/devnet/persona-wallets.ts'
import { createBotApi, TOKEN, type ShownMessage } from '../test/bots/telegram/bot-api.ts'
import { alice, group } from '../test/bots/telegram/run-bot.ts'
import { connectBooks } from '../test/devnet/books.ts'
import { createClaimVisitors, type Sent } from './claim-visitor.ts'
import { comesToBe } from './comes-to-be.ts'
import type { Stage } from './stage.ts'

/** What each claim holds: wei, more than the smallest. */
const TO_EACH = 10n ** 15n
/** Tips are asked for in so many groups in turn: Telegram takes 20 messages a minute in one. */
const GROUPS = 8
const BETWEEN_TIPS_MS = 500
/** An answer that takes longer is no longer waited for; a code has to come by mail first. */
const ANSWER_MS = 5_000
const CODE_MS = 20_000
/** Longer than a new code has to be waited for, over a few faults. */
const PATIENCE_MS = 600_000
const PAUSE_MS = 50

type Journey = { sent: Sent; recipient: { chain_uid: string; address: string } }

/** People who go on doing what they do, whichever server answers them: who gets no answer asks another one, and again. */
export type ClusterLoad = {
  /** What servers need to serve these people. */
  env: Record<string, string>
  /** Does claims by mail and tips in chats until it is over, and all that was begun until its end. */
  run(): Promise<void>
  /** Comes true when one of these servers has work done that the leader alone does. */
  worksAt(urls: readonly string[]): Promise<void>
  done(): string
  /** What was not done, or more than once. Each fault may have one message of each chat come twice: what was sent and not yet written down. */
  differences(faults: number): Promise<string[]>
  /** Ends what is still asked for, too. */
  stop(): Promise<void>
}

export async function createClusterLoad(
  { devnet, smtp, env }: Stage,
  { urls, over }: { urls: readonly string[]; over: AbortSignal },
): Promise<ClusterLoad> {
  const { network, personas, books } = devnet
  const telegram = await createBotApi()
  const wallets = createPersonaWallets(network)
  const vaultKey = Buffer.from(env.VAULT_KEY, 'base64')
  const stopped = new AbortController()
  const journeys: Journey[] = []
  let begun = 0
  let ended = 0
  let tips = 0
  const unanswered = new Set<number>()

  /** Somebody who asks another server when one does not answer. */
  function createClient() {
    let at = 0
    const url = () => urls[at % urls.length] ?? ''
    const visitors = createClaimVisitors({ url, smtp, vaultKey })
    /** What was not answered in time may be done all the same, and later. */
    async function insist<T>(
      what: string,
      ask: () => Promise<T | undefined>,
      answerMs = ANSWER_MS,
    ): Promise<T> {
      let last: unknown
      for (const from = performance.now(); performance.now() - from < PATIENCE_MS;) {
        if (stopped.signal.aborted) break
        try {
          const answer = await inTime(ask(), answerMs)
          if (answer !== undefined) return answer
          last = 'not yet'
        } catch (error) {
          last = error
          at += 1
        }
        await pass(PAUSE_MS)
      }
      throw new Error(`it never came to be that ${what}: ${String(last)}`)
    }
    return { url, visitors, insist }
  }

  async function claimOneAfterAnother(persona: (typeof personas)[number]): Promise<void> {
    const { url, visitors, insist } = createClient()
    const sender = { chain_uid: 'base', address: persona.evm.address }
    while (!over.aborted) {
      const number = (begun += 1)
      const mailbox = `reader${number}@example.com`
      const sent = await insist(`${mailbox} is sent to`, () =>
        visitors.send(sender, mailbox, TO_EACH),
      )
      const { chain_uid: chain, tx_hash } = await wallets.broadcast(persona, sent.build)
      const recipient = {
        chain_uid: 'base',
        address: `0x${(0xc1a1_0000 + number).toString(16).padStart(40, '0')}`,
      }
      journeys.push({ sent, recipient })
      await insist(`the transaction of ${mailbox} is followed to its end`, async () => {
        const { response } = TrackAnswer.parse(
          await post(`${url()}/api/v1/txn/track`, { chain, tx_hash }),
        )
        return response.is_completed && response.tx_status === 'success' ? true : undefined
      })
      const isNow = async (status: string) =>
        (await visitors.view(sent)).items[0]?.status === status ? true : undefined
      await insist(`the claim of ${mailbox} waits`, () => isNow('funded'))
      await comesToBe(`${mailbox} is told of the claim`, () => isTold(sent))
      const session = await insist(`${mailbox} is proven`, () => visitors.prove(sent), CODE_MS)
      await insist(`the claim of ${mailbox} is asked for`, async () => {
        if ((await visitors.view(sent)).redemptions.length > 0) return true
        const { outcome } = await visitors.redeem(sent, session, recipient)
        return outcome === 'ok' ? true : undefined
      })
      await insist(`the claim of ${mailbox} is paid`, () => isNow('paid'))
      ended += 1
    }
  }

  const isTold = ({ mailbox, claimer }: Sent) =>
    smtp.arrived.some(
      ({ recipients, mail }) =>
        recipients.includes(mailbox) && mail.text?.includes(`/claim/${claimer._id}#`),
    )

  async function askForTips(): Promise<void> {
    for (; !over.aborted; await pass(BETWEEN_TIPS_MS)) {
      const at = tips % GROUPS
      const from = { ...alice, id: 100 + at, username: `sender${at}` }
      tips += 1
      unanswered.add(tips)
      telegram.say(from, { ...group, id: groupId(at) }, `/tip @bobby ${asAsked(tips)} usdc`)
    }
    // Which of them is not answered is for differences() to say.
    await comesToBe('each tip has its card', () => withoutCard() === 0).catch(() => undefined)
    await comesToBe('no update waits', () => telegram.unconfirmed().length === 0)
  }

  const cardsOf = (tip: number): ShownMessage[] =>
    telegram
      .shown(groupId((tip - 1) % GROUPS))
      .filter(({ text }) => text.includes(`Tip ${sumOf(tip)} USDC`))

  function withoutCard(): number {
    for (const tip of unanswered) if (cardsOf(tip).length > 0) unanswered.delete(tip)
    return unanswered.size
  }

  /** What stands beside cards of tips in the same group. */
  function othersOf(tip: number): string {
    const texts = telegram.shown(groupId((tip - 1) % GROUPS)).map(({ text }) => text)
    const others = new Set(texts.filter((text) => !text.includes('Tip 1.')))
    return others.size === 0 ? 'nothing else was said' : `also said: ${[...others].join(' | ')}`
  }

  return {
    env: {
      PUBLIC_URL: 'https://vouch.example',
      MAIL_JOIN_SEC: '1',
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_API_ROOT: telegram.url,
    },
    async run() {
      await Promise.all([...personas.map(claimOneAfterAnother), askForTips()])
    },
    async worksAt(among) {
      const [persona] = personas
      const sender = { chain_uid: 'base', address: persona?.evm.address ?? '' }
      let at = 0
      await comesToBe('work goes on', async () => {
        const url = among[(at += 1) % among.length] ?? ''
        const visitors = createClaimVisitors({ url: () => url, smtp, vaultKey })
        // Every server makes a claim; that its PIN was tried only the leader writes down.
        const tried = visitors.trySend(sender, 'nobody@example.com', TO_EACH).then(({ sent }) => {
          if (!sent) return undefined
          const { pin, cancel } = visitors.door(sent, 'nobody')
          return cancel(pin)
        })
        return (await inTime(tried, ANSWER_MS).catch(() => undefined)) === 'CLAIM_NOT_READY'
      })
    },
    done: () =>
      `${ended} claims paid, ${tips} tips asked for, ${withoutCard()} of them without a card yet`,
    async differences(faults) {
      const reader = await connectBooks(network)
      const judge = createClaimVisitors({ url: () => urls[0] ?? '', smtp, vaultKey })
      const problems: string[] = []
      // A claim is paid for the hub before its chain has paid it out.
      await comesToBe('nothing is under way', async () =>
        (await books.read()).every(({ inFlight }) => inFlight === 0n),
      )
      for (const { sent, recipient } of journeys) {
        const has = await reader.balanceOf(recipient, 'eth')
        if (has !== TO_EACH)
          problems.push(
            `${recipient.address} of ${sent.mailbox} has ${has} wei instead of ${TO_EACH}, and ${await reader.vouchersOf(recipient, 'eth')} as vouchers: ${JSON.stringify(await judge.view(sent))}`,
          )
      }
      const repeated = Array.from({ length: GROUPS }, () => 0)
      for (let tip = 1; tip <= tips; tip += 1) {
        const cards = cardsOf(tip)
        const signIds = new Set(cards.map(signIdOf))
        if (cards.length === 0)
          problems.push(`the tip of ${sumOf(tip)} USDC has no card; ${othersOf(tip)}`)
        if (signIds.size > 1)
          problems.push(`the tip of ${sumOf(tip)} USDC can be signed ${signIds.size} times`)
        const at = (tip - 1) % GROUPS
        repeated[at] = (repeated[at] ?? 0) + Math.max(0, cards.length - 1)
      }
      for (const [at, extra] of repeated.entries())
        if (extra > faults) problems.push(`${extra} messages came twice in group ${at}`)
      for (const { token, difference } of await books.read())
        if (difference !== 0n)
          problems.push(`the network's books of ${token} are ${difference} apart`)
      return [...problems, ...telegram.unexpected]
    },
    async stop() {
      stopped.abort()
      await telegram.close()
    },
  }
}

const groupId = (at: number) => -(100 + at)
/** With all six decimals: `1.001` could mean a thousand and one as well, and is asked about. */
const asAsked = (tip: number) => `${1_000_000 + tip}`.replace(/(\d{6})$/, '.$1')
/** No two tips are of the same amount: their cards are known by it. */
const sumOf = (tip: number) => asAsked(tip).replace(/0+$/, '')

/** A card that was signed too late has no link any more: the button that asks again names its request. */
function signIdOf({ buttons }: ShownMessage): string {
  const [id = ''] = buttons.flatMap(({ url, web_app: app, callback_data: pressed = '' }) => {
    const [, signed] = (url ?? app?.url ?? '').split('/sign/')
    const [, over] = pressed.split('again:')
    return signed ?? over ?? []
  })
  return id
}

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.json()
}

/** What comes too late is not waited for; it is not stopped either. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = new AbortController()
  try {
    return await Promise.race([
      work,
      pass(ms, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no answer within ${ms} ms`)
      }),
    ])
  } finally {
    late.abort()
  }
}
