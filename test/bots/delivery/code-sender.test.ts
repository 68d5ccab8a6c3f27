import { expect, test } from 'vitest'

import { createCodeSender } from '../../../src/bots/delivery/code-sender.ts'
import { CodeDelayedError } from '../../../src/claims/code-sender.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { writtenWordsIn } from '../../../src/words/written-words.ts'
import { RetryLaterError, UnreachableError } from '../../../src/bots/delivery/surface.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { account } from '../commands/stand-in-services.ts'

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

test.each([new UnreachableError('blocked'), new Error('broken')])(
  'a code that cannot be delivered ends the same (%s), and is in no log',
  async (failure) => {
    const { sender, warnings } = await setUp(failure)
    await expect(sender.send(toBobby)).resolves.toBeUndefined()
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).not.toContain(CODE)
  },
)

test('a code whose chat takes nothing now may be brought later, and whoever asked hears nothing of it', async () => {
  const { sender } = await setUp(new RetryLaterError(90_000))
  const failure: unknown = await sender.send(toBobby).catch((error: unknown) => error)
  expect(failure).toMatchObject({ retryAfterMs: 90_000, isTold: false })
  expect(failure).toBeInstanceOf(CodeDelayedError)
  expect(JSON.stringify(failure)).not.toContain(CODE)
})
