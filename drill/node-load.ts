import { setTimeout as pass } from 'node:timers/promises'

import { z } from 'zod'

import { createHub } from '../src/chains/hub/hub.ts'
import { TransactionBuild } from '../src/core/terms/shapes.ts'
import type { Persona } from '../src/devnet/accounts.ts'
import { createPersonaWallets } from '../src/devnet/persona-wallets.ts'
import { createBotApi, TOKEN, type ShownMessage } from '../test/bots/telegram/bot-api.ts'
import { alice, bobby, dmOf, group } from '../test/bots/telegram/run-bot.ts'
import { connectBooks } from '../test/devnet/books.ts'
import { createClaimVisitors, type Sent } from './claim-visitor.ts'
import type { Stage } from './stage.ts'

/** What each claim by mail holds, in wei. */
const TO_EACH = 10n ** 15n
/** Tips are asked for in so many groups in turn: Telegram takes 20 messages a minute in one. */
const GROUPS = 8
/** Every so many claims are taken back by their senders. */
const TAKEN_BACK = 4
/** After so long without an effect, people ask in a chat once more. */
const ASK_AGAIN_MS = 15_000
const PATIENCE_MS = 600_000
const PAUSE_MS = 100

type Payee = { chain_uid: string; address: string }
type Claimed = {
  sent: Sent
  persona: Persona
  payee: Payee
  isTakenBack: boolean
  isEnded: boolean
}
type Tipped = { sum: string; amount: bigint; group: number; payee: Payee; isEnded: boolean }

const SignView = z.object({ build: TransactionBuild })

/** People who do not know that nodes lie: claims by mail, paid out or taken back, and tips in groups. */
export type NodeLoad = {
  /** What a server needs to serve them. */
  env: Record<string, string>
  /** Begins with one claim after the other of each persona, and one tip after the other, until `over`; ends with the last of them. */
  run(over: AbortSignal): Promise<void>
  ended(): { paid: number; takenBack: number; tips: number }
  /** What was told and was not so, answered with a fault of ours, not done, or done twice. */
  differences(): Promise<string[]>
  /** The claimers of claims that wait on the hub, by a node that is well. */
  waitingOnHub(): Promise<ReadonlySet<string>>
  /** Which of them are in no books. */
  unbooked(claimers: ReadonlySet<string>): Promise<string[]>
  stop(): Promise<void>
}

/** @param url where the server listens, whatever its public address is */
export async function createNodeLoad({ devnet, smtp, env }: Stage, url: string): Promise<NodeLoad> {
  const { network, personas } = devnet
  const vaultKey = Buffer.from(env.VAULT_KEY, 'base64')
  const visitors = createClaimVisitors({ url: () => url, smtp, vaultKey })
  const telegram = await createBotApi()
  const wallets = createPersonaWallets(network)
  const books = await connectBooks(network)
  const truth = createHub(network)
  const claims: Claimed[] = []
  const tips: Tipped[] = []
  const wrong: string[] = []
  const stopped = new AbortController()
  const before = new Map<string, bigint>()
  let begun = 0
  let asked = 0

  /** Asks until there is an answer; who is told of trouble asks again. */
  async function insist<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
    let last: unknown = 'not yet'
    for (const from = performance.now(); performance.now() - from < PATIENCE_MS;) {
      if (stopped.signal.aborted) break
      try {
        const answer = await ask()
        if (answer !== undefined) return answer
      } catch (error) {
        last = error
      }
      await pass(PAUSE_MS)
    }
    throw new Error(`it never came to be that ${what}: ${String(last)}`)
  }

  /** Whether it was done; an answer that says that the fault is ours is one that nobody should get. */
  function isDone(what: string, outcome: string): true | undefined {
    if (outcome === 'INTERNAL') wrong.push(`${what} was answered with INTERNAL`)
    return outcome === 'ok' ? true : undefined
  }

  const statusOf = async (sent: Sent) => (await visitors.view(sent)).items[0]?.status
  const accountOf = (persona: Persona) => ({ chain_uid: 'base', address: persona.evm.address })

  async function claimOnce(persona: Persona): Promise<void> {
    const number = (begun += 1)
    const mailbox = `reader${number}@example.com`
    const sent = await insist(`${mailbox} is sent to`, async () => {
      const answer = await visitors.trySend(accountOf(persona), mailbox, TO_EACH)
      isDone('a deposit', answer.outcome)
      return answer.sent
    })
    await wallets.broadcast(persona, sent.build)
    const payee = { chain_uid: 'base', address: addressOf(0xc1a1, number) }
    const isTakenBack = number % TAKEN_BACK === 0
    const claim: Claimed = { sent, persona, payee, isTakenBack, isEnded: false }
    claims.push(claim)
    await insist(`the claim of ${mailbox} waits`, async () =>
      (await statusOf(sent)) === 'funded' ? true : undefined,
    )
    if (isTakenBack) {
      const { cancel, pin } = visitors.door(sent, persona.name)
      await insist(`the claim of ${mailbox} is taken back`, async () => {
        if ((await statusOf(sent)) !== 'funded') return true
        return isDone('a cancellation', await cancel(pin))
      })
    } else {
      const session = await insist(`${mailbox} is proven`, () => visitors.prove(sent))
      await insist(`the claim of ${mailbox} is asked for`, async () => {
        if ((await visitors.view(sent)).redemptions.length > 0) return true
        return isDone('a pay-out', (await visitors.redeem(sent, session, payee)).outcome)
      })
    }
    const end = isTakenBack ? 'cancelled' : 'paid'
    const claimId = await insist(`the claim of ${mailbox} is ${end}`, async () => {
      const [item] = (await visitors.view(sent)).items
      return item?.status === end ? item.claim_id : undefined
    })
    // The real node's word.
    if (await truth.claim(claimId))
      wrong.push(`the claim of ${mailbox} is told as ${end}, and waits on the hub`)
    claim.isEnded = true
  }

  async function tipOnce(): Promise<void> {
    const [sender] = personas
    if (!sender) throw new Error('there are no personas')
    const { tip, signId } = await askForTip()
    const { build } = await insist(`the tip of ${tip.sum} is prepared`, async () =>
      SignView.parse(await post(`/api/v1/sign/${signId}/prepare`, { address: sender.evm.address })),
    )
    tips.push(tip)
    const { tx_hash } = await wallets.broadcast(sender, build)
    await insist(`the tip of ${tip.sum} is reported`, () =>
      post(`/api/v1/sign/${signId}/report`, { tx_hash }),
    )
    await insist(`Bobby hears of ${tip.sum}`, async () => reads(bobby.id, `sent you ${tip.sum}`))
    let saidMs = -ASK_AGAIN_MS
    await insist(`Bobby reads that ${tip.sum} were paid`, async () => {
      if (reads(bobby.id, `Paid: ${tip.sum}`)) return true
      if (performance.now() - saidMs < ASK_AGAIN_MS) return undefined
      saidMs = performance.now()
      telegram.say(bobby, dmOf(bobby), `/claim all to base ${tip.payee.address}`)
      return undefined
    })
    const has = await books.balanceOf(tip.payee, 'usdc')
    if (has !== tip.amount)
      wrong.push(`Bobby reads that ${tip.sum} were paid, and ${has} base units were`)
    tip.isEnded = true
  }

  /** Alice asks for a tip until one has a card to sign; each has another amount, by which its card is known. */
  async function askForTip(): Promise<{ tip: Tipped; signId: string }> {
    for (const from = performance.now(); performance.now() - from < PATIENCE_MS;) {
      if (stopped.signal.aborted) break
      const number = (asked += 1)
      const at = groupId(number)
      const digits = `${1_000_000 + number}`.replace(/(\d{6})$/, '.$1')
      const sum = `${digits.replace(/0+$/, '')} USDC`
      telegram.say(alice, { ...group, id: at }, `/tip @bobby ${digits} usdc`)
      for (const sinceMs = performance.now(); performance.now() - sinceMs < ASK_AGAIN_MS;) {
        const signId = telegram
          .shown(at)
          .filter(({ text }) => text.includes(sum))
          .flatMap(signIdsIn)[0]
        const payee = { chain_uid: 'base', address: addressOf(0x7195, number) }
        const amount = BigInt(1_000_000 + number)
        if (signId !== undefined)
          return { signId, tip: { sum, amount, group: at, payee, isEnded: false } }
        await pass(PAUSE_MS)
      }
    }
    throw new Error('no tip came to have a card that can be signed')
  }

  const reads = (chatId: number, words: string): true | undefined =>
    telegram.shown(chatId).some(({ text }) => text.includes(words)) ? true : undefined

  async function post(path: string, body: object): Promise<unknown> {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const said: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
    return said
  }

  async function voucherDifferences(): Promise<string[]> {
    const problems: string[] = []
    for (const persona of personas) {
      const own = claims.filter((claim) => claim.persona === persona && claim.isTakenBack)
      const due = BigInt(own.length) * TO_EACH
      const has =
        (await books.vouchersOf(userOf(persona), 'eth')) - (before.get(persona.name) ?? 0n)
      if (has !== due) problems.push(`${persona.name} has ${has} wei back instead of ${due}`)
    }
    return problems
  }

  /** Of what is told to somebody in one place, nothing comes twice in the same words. */
  function repetitions(): string[] {
    const mails = claims.flatMap(({ sent }) => {
      const links = smtp.arrived.filter(
        ({ recipients, mail }) =>
          recipients.includes(sent.mailbox) && mail.text?.includes(`/claim/${sent.claimer._id}#`),
      )
      return links.length > 1 ? [`${sent.mailbox} has ${links.length} mails with its link`] : []
    })
    const chats = tips.flatMap(({ sum, group: at }) => {
      const cards = telegram.shown(at).filter(({ text }) => text.includes(sum))
      const told = telegram.shown(bobby.id).filter(({ text }) => text.includes(`sent you ${sum}`))
      return [
        ...(cards.length > 1 ? [`the tip of ${sum} has ${cards.length} cards`] : []),
        ...(told.length > 1 ? [`Bobby is told ${told.length} times of ${sum}`] : []),
      ]
    })
    return [...mails, ...chats]
  }

  return {
    env: {
      PUBLIC_URL: 'https://vouch.example',
      MAIL_JOIN_SEC: '1',
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_API_ROOT: telegram.url,
    },
    async run(over) {
      for (const persona of personas)
        if (!before.has(persona.name))
          before.set(persona.name, await books.vouchersOf(userOf(persona), 'eth'))
      telegram.say(bobby, dmOf(bobby), '/start')
      const again = async (once: () => Promise<void>) => {
        while (!over.aborted) await once()
      }
      await Promise.all([
        ...personas.map((persona) => again(() => claimOnce(persona))),
        again(tipOnce),
      ])
    },
    ended() {
      const ends = claims.filter(({ isEnded }) => isEnded)
      const takenBack = ends.filter((claim) => claim.isTakenBack).length
      const tipsEnded = tips.filter(({ isEnded }) => isEnded).length
      return { paid: ends.length - takenBack, takenBack, tips: tipsEnded }
    },
    async differences() {
      const problems: string[] = []
      const payees = [
        ...claims.map(({ sent, payee, isTakenBack }) => {
          const due = isTakenBack ? 0n : TO_EACH
          return { who: sent.mailbox, payee, token: 'eth', due }
        }),
        ...tips.map(({ sum, payee, amount }) => {
          return { who: `the tip of ${sum}`, payee, token: 'usdc', due: amount }
        }),
      ]
      for (const { who, payee, token, due } of payees) {
        const has = await books.balanceOf(payee, token)
        if (has !== due) problems.push(`${who}: ${has} base units were paid instead of ${due}`)
      }
      return [
        ...wrong,
        ...problems,
        ...(await voucherDifferences()),
        ...repetitions(),
        ...telegram.unexpected,
      ]
    },
    async waitingOnHub() {
      const found = new Set<string>()
      // The hub numbers claims from 0 up, and tips make claims as well.
      for (let id = 0; id < begun + asked; id += 1) {
        const claim = await truth.claim(`${id}`)
        if (claim) found.add(claim.pseudo_claim_id)
      }
      return found
    },
    async unbooked(claimers) {
      const waiting = claims.filter(({ sent }) => claimers.has(sent.claimer._id))
      const views = await Promise.all(
        waiting.map(async ({ sent }) => ({ sent, status: await statusOf(sent) })),
      )
      return views
        .filter(({ status }) => status === undefined)
        .map(({ sent }) => `the claim of ${sent.mailbox} waits on the hub, and is in no books`)
    },
    async stop() {
      stopped.abort()
      await telegram.close()
    },
  }
}

const userOf = ({ evm }: Persona) => ({ chain_uid: 'base', address: evm.address.toLowerCase() })
const groupId = (number: number) => -(100 + (number % GROUPS))
const addressOf = (kind: number, number: number) =>
  `0x${kind.toString(16)}${`${number}`.padStart(36, '0')}`

function signIdsIn({ buttons }: ShownMessage): string[] {
  return buttons.flatMap(({ url, web_app: app }) => {
    const [, id] = (url ?? app?.url ?? '').split('/sign/')
    return id ?? []
  })
}
