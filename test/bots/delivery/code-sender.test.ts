import { expect, test } from 'vitest'

import { createCodeSender } from '../../../src/bots/delivery/code-sender.ts'
import { CodeDelayedError } from '../../../src/claims/code-sender.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { writtenWordsIn } from '../../../src/words/written-words.ts'
import { CallRefusedError } from '../../../src/bots/discord/discord-calls.ts'
import { MessageRefusedError } from '../../../src/bots/telegram/telegram-errors.ts'
import { StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import { RetryLaterError, UnreachableError } from '../../../src/bots/delivery/surface.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import type { ClaimStore } from '../../../src/claims/claim-store-port.ts'
import { createClaimsFixture } from '../../claims/claims-fixture.ts'
import { until } from '../../until.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { account } from '../commands/stand-in-services.ts'
import { valuesOf } from '../read-card.ts'

const CODE = 'ABCD2345'
const toBobby = {
  identity: { platform: 'telegram', handle: 'bobby' },
  boundUserId: undefined,
  code: CODE,
  claimerId: 'c1',
} as const

async function setUp(failure?: Error) {
  const accounts = createAccountStore(openDatabase(':memory:').db)
  const now = new Date(0)
  await accounts.remember({ ...account('bobby'), userId: 'id-old' }, 'stand-in', 'dm-old', now)
  await accounts.remember(account('bobby'), 'stand-in', 'dm-bobby', now)
  await accounts.remember(account('carol'), 'stand-in', undefined, now)
  const posted: string[] = []
  const warnings: object[] = []
  const delivery = {
    async post(surface: string, chat: string, card: object) {
      if (failure) throw failure
      posted.push(`${surface} ${chat} ${JSON.stringify(card).includes(CODE)}`)
      return '1'
    },
  }
  const sender = createCodeSender({
    accounts,
    delivery,
    languages: { wordsOf: async () => wordsIn('en') },
    log: { warn: (details) => void warnings.push(details) },
  })
  return { sender, posted, warnings }
}

test.each([
  { name: 'whoever shows the handle', to: toBobby, posted: ['stand-in dm-bobby true'] },
  {
    name: 'the bound account, whatever it is called now',
    to: { ...toBobby, boundUserId: 'id-old' },
    posted: ['stand-in dm-old true'],
  },
  {
    name: 'nobody when the handle is unknown',
    to: { ...toBobby, identity: { platform: 'telegram', handle: 'erin' } as const },
    posted: [],
  },
  {
    name: 'nobody when the bound account is unknown',
    to: { ...toBobby, boundUserId: 'id-never' },
    posted: [],
  },
  {
    name: 'nobody when there is no private chat',
    to: { ...toBobby, identity: { platform: 'telegram', handle: 'carol' } as const },
    posted: [],
  },
])('a code goes to $name', async ({ to, posted: expected }) => {
  const { sender, posted } = await setUp()
  await sender.send(to)
  expect(posted).toEqual(expected)
})

test.each(LANGUAGES)('a code in a chat warns as one in a mailbox does: %s', (language) => {
  const { letters } = writtenWordsIn(language)
  // Both may be typed in a private chat with the bot, so neither may say that nobody asks for them there.
  expect(wordsIn(language).verification.howTo).toContain(letters.notAsked)
})

test.each([
  new UnreachableError('blocked'),
  new MessageRefusedError('Telegram answered 400'),
  new CallRefusedError('Discord answered 400', 50_035),
])(
  'a code that its chat refuses for good ends the same (%s), and is in no log',
  async (failure) => {
    const { sender, warnings } = await setUp(failure)
    await expect(sender.send(toBobby)).resolves.toBeUndefined()
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).not.toContain(CODE)
  },
)

test.each([
  { failure: new RetryLaterError(90_000), retryAfterMs: 90_000 },
  { failure: new Error(`Telegram answered 502 to sendMessage: ${CODE}`), retryAfterMs: 0 },
  { failure: new Error('Discord could not be reached: AbortError'), retryAfterMs: 0 },
  { failure: new StoreUnavailableError(new Error('full')), retryAfterMs: 0 },
])(
  'a code whose chat does not say that it took it may be brought later ($failure.message), and whoever asked hears nothing of it',
  async ({ failure: reason, retryAfterMs }) => {
    const { sender } = await setUp(reason)
    const failure: unknown = await sender.send(toBobby).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CodeDelayedError)
    expect(failure).toMatchObject({ retryAfterMs, isTold: false })
    expect(String(failure)).not.toContain(CODE)
  },
)

/** Bobby's claim, whose codes go to his chat, and tries that are made when their time has come. */
async function claimFor(chat: { takes(code: string): void }, store: Partial<ClaimStore> = {}) {
  const fixture = createClaimsFixture()
  const accounts = createAccountStore(fixture.db)
  await accounts.remember(account('bobby'), 'stand-in', 'dm-bobby', fixture.now())
  const sleepers: (() => void)[] = []
  const posted: string[] = []
  const codes = createCodeSender({
    accounts,
    delivery: {
      async post(_surface, _chat, card) {
        const [code] = valuesOf(card)
        posted.push(code ?? '')
        chat.takes(code ?? '')
        return '1'
      },
    },
    languages: { wordsOf: async () => wordsIn('en') },
    log: { warn: () => undefined },
  })
  const claims = fixture.restart({
    codes,
    store,
    sleep: (_ms, signal) =>
      new Promise<void>((resolve) => {
        sleepers.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      }),
  })
  const { _id: id } = await fixture.createClaimer({ telegram: '@bobby' })
  const secret = await claims.linkSecret(id)
  return {
    claims,
    posted,
    ask: () => claims.startProof(id, secret),
    verify: (code: string) => claims.verifyProof(id, secret, code),
    async tryAgain() {
      await until(() => expect(sleepers).toHaveLength(1))
      fixture.advance(10_000)
      sleepers.pop()?.()
    },
  }
}

test('of a code whose answer was lost the same one comes again, and none once it was typed', async () => {
  let isLost = true
  const it = await claimFor({
    takes() {
      if (isLost) throw new Error('Telegram could not be reached: The operation was aborted')
    },
  })
  await it.ask()
  await it.tryAgain()
  await until(() => expect(it.posted).toHaveLength(2))
  const [first, second] = it.posted
  expect(second).toBe(first)
  await it.verify(first ?? '') // the message had arrived
  isLost = false
  await it.tryAgain()
  await it.claims.stop()
  expect(it.posted).toHaveLength(2)
})

test('a code is not lost to a database that cannot be asked while it waits', async () => {
  let tries = 0
  let looks = 0
  const it = await claimFor(
    {
      takes() {
        tries += 1
        if (tries === 1) throw new Error('Telegram answered 502 to sendMessage')
      },
    },
    {
      async isCodeOpen() {
        looks += 1
        if (looks === 1) throw new StoreUnavailableError(new Error('it does not answer'))
        return true
      },
    },
  )
  await it.ask()
  await it.tryAgain()
  await it.tryAgain()
  await until(() => expect(it.posted).toHaveLength(2))
  await it.claims.stop()
})
