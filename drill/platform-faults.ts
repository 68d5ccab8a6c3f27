import type { Call, Fault } from '../test/bots/faults.ts'
import type { Dice } from '../test/devnet/model/dice.ts'
import type { MailFault } from '../test/mail/smtp-server.ts'

/** How many of all calls fail. */
const SHARE = 0.3
/** Longer than a minute, after which answers go to their askers in private. */
const FLOOD_MS = 75_000
const PAGE = {
  body: '<html><h1>502 Bad Gateway</h1></html>',
  headers: { 'content-type': 'text/html' },
}
const JSON_TYPE = { 'content-type': 'application/json' }

/** Faults of a platform by the dice, which count what was done and not said. */
export type PlatformFaults = {
  of(call: Call): Fault | undefined
  /** How many messages with these words Telegram has sent and said that it has not: each comes once more. */
  hiddenSends(words: string): number
  /** How many calls failed. */
  count(): number
  /** What was done to a chat that was to be left alone. */
  broken(): readonly string[]
}

type Deps = {
  dice: Dice
  /** Whether anything fails now. */
  isOn(): boolean
  /** Whose private answers never fail: others must not suffer from what fails. */
  spared: string
}

/** What Telegram does: among it a group that takes nothing for more than a minute, one at a time. */
export function createTelegramFaults(deps: Deps): PlatformFaults {
  const { dice } = deps
  const heldUntil = new Map<string, number>()
  const broken: string[] = []
  let floodedUntil = 0
  const answer = (status: number, body: object): Fault => ({
    isDone: false,
    answer: { status, body: JSON.stringify(body), headers: JSON_TYPE },
  })
  const tooMany = (chat: string | undefined, seconds: number): Fault => {
    if (chat !== undefined) heldUntil.set(chat, performance.now() + seconds * 1_000)
    return answer(429, {
      ok: false,
      error_code: 429,
      description: `Too Many Requests: retry after ${seconds}`,
      parameters: { retry_after: seconds },
    })
  }
  const faults = createFaults(deps, ({ name, chat, reader }) => {
    const isWriting = name === 'sendMessage' || name.startsWith('edit')
    if (isWriting && reader === undefined && performance.now() > floodedUntil && dice.chance(0.5)) {
      floodedUntil = performance.now() + FLOOD_MS
      return tooMany(chat, FLOOD_MS / 1_000)
    }
    return dice.pick([
      () => tooMany(isWriting ? chat : undefined, 1 + dice.below(3)),
      () => answer(500, { ok: false, error_code: 500, description: 'Internal Server Error' }),
      () => answer(200, { ok: false }),
    ])()
  })
  return {
    ...faults,
    of(call) {
      const { name, chat = '' } = call
      const isWriting = name === 'sendMessage' || name.startsWith('edit')
      if (isWriting && performance.now() < (heldUntil.get(chat) ?? 0))
        broken.push(`Telegram was asked for ${name} in ${chat} inside a retry_after`)
      // A fetch that hangs is one without news, which everybody's updates wait for.
      const fault = faults.of(call)
      if (name !== 'getUpdates' || !fault) return fault
      return fault.answer === 'none' ? undefined : { ...fault, isDone: false }
    },
    broken: () => broken,
  }
}

/** What Discord does. */
export function createDiscordFaults(deps: Deps): PlatformFaults {
  const { dice } = deps
  return createFaults(deps, () => {
    const seconds = 1 + dice.below(3)
    const isGlobal = dice.chance(0.3)
    const limited = {
      status: 429,
      body: JSON.stringify({
        message: 'You are being rate limited.',
        retry_after: seconds,
        global: isGlobal,
      }),
      headers: {
        ...JSON_TYPE,
        'retry-after': `${seconds}`,
        ...(isGlobal && { 'x-ratelimit-global': 'true' }),
      },
    }
    const failed = {
      status: 500,
      body: '{"message":"500: Internal Server Error","code":0}',
      headers: JSON_TYPE,
    }
    return { isDone: false, answer: dice.pick([limited, failed]) }
  })
}

/** What any platform does, and `own`: what this one says of a call that it does not do. */
function createFaults({ dice, isOn, spared }: Deps, own: (call: Call) => Fault): PlatformFaults {
  const hidden: string[] = []
  let count = 0
  const any = (): Fault => ({
    isDone: dice.chance(0.5),
    answer: dice.pick([
      'none',
      'cut',
      { status: 502, ...PAGE },
      { status: 200, body: '{"ok":tr', headers: JSON_TYPE },
      { status: 200, ...PAGE },
    ]),
  })
  return {
    of(call) {
      if (!isOn() || call.reader === spared || !dice.chance(SHARE)) return undefined
      const fault = dice.chance(0.5) ? any() : own(call)
      count += 1
      if (fault.isDone && call.name === 'sendMessage') hidden.push(call.body)
      return fault
    },
    hiddenSends: (words) => hidden.filter((body) => body.includes(words)).length,
    count: () => count,
    broken: () => [],
  }
}

/** What a mail server does; of the mails to one address only the first is ever refused for good. */
export function createMailFaults({ dice, isOn }: Omit<Deps, 'spared'>) {
  const refused = new Set<string>()
  const tried = new Set<string>()
  let count = 0
  return {
    of(to: string): MailFault | undefined {
      const isFirst = !tried.has(to)
      tried.add(to)
      if (!isOn() || !dice.chance(0.4)) return undefined
      count += 1
      const isTaken = dice.chance(0.5)
      const fault = dice.pick<MailFault>([
        { kind: 'refused', code: 450, words: 'greylisted, try again later' },
        ...(isFirst ? [{ kind: 'refused', code: 550, words: 'no such mailbox' } as const] : []),
        { kind: 'late', ms: 1_000 * dice.below(5) },
        { kind: 'hangs', isTaken },
        { kind: 'cut', isTaken },
      ])
      if (fault.kind === 'refused' && fault.code === 550) refused.add(to)
      return fault
    },
    count: () => count,
    /** Whether it takes no mail for this address, as the sender's card has to say. */
    isRefused: (to: string) => refused.has(to),
  }
}
