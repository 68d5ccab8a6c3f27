import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'

import type { Card } from '../../../src/bots/cards/card.ts'
import { createCommands } from '../../../src/bots/commands/commands.ts'
import { createFaucetCommand } from '../../../src/bots/commands/faucet.ts'
import type { Services } from '../../../src/bots/dispatch/command.ts'
import { createDispatch } from '../../../src/bots/dispatch/dispatch.ts'
import { renderText } from '../../../src/bots/playground/playground-surface.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { WrongCodeError } from '../../../src/claims/errors.ts'
import type { ReceivedClaim, WaitingClaim } from '../../../src/claims/claims.ts'
import { LANGUAGES, type Language } from '../../../src/core/terms/language.ts'
import {
  account,
  claimView,
  createStandInServices,
  HASH,
  ON_BASE,
  ON_HUB,
  speaker,
} from './stand-in-services.ts'
import { TYPED } from './typed.ts'
import { textsOf } from '../read-card.ts'

/*
 * What people type and what they are answered, to be read: a file for each language in `answers`. A change of what is said renews them with
 *
 *   npx vitest run test/bots/commands/answers.test.ts -u
 *
 * and what has changed in them is read before it is committed, as whoever typed it would: is it right, does it say what to do, does what it
 * suggests work, does it name nothing that only we know?
 */

/** What has a sense among others only. */
const IN_GROUPS = new Set([
  'tip',
  'airdrop',
  'rain',
  'giveaway',
  'top',
  'request',
  'split',
  'settings',
])

const ALICE = account('alice')
/** Of what bobby sent to her. */
const FROM_BOBBY_ID = 'fedcba9876543210fedcba98'
/** Nobody has linked it before. */
const KEY = privateKeyToAccount(`0x${'01'.repeat(32)}`)
/** What is drawn by chance, which no file can hold. */
const BY_CHANCE = /\b[0-9a-f]{64}\b/g
const FROM_BOBBY = { senderAccount: 'telegram:id-bobby', senderName: '@bobby', note: undefined }

const waiting = (claimId: string, token: string, amount: bigint): WaitingClaim => ({
  ...FROM_BOBBY,
  claimId,
  claimerId: FROM_BOBBY_ID,
  token,
  amount,
  fundedAt: new Date('2025-12-31T09:00:00Z'),
  needsPin: false,
  isHeld: false,
  isFrozen: false,
  coolingEndsAt: undefined,
})

const received: ReceivedClaim = {
  ...FROM_BOBBY,
  claimId: '6',
  token: 'usdc',
  amount: 3_000_000n,
  recipient: ON_BASE,
  release: true,
  txHash: HASH,
  paidAt: new Date('2025-12-30T09:00:00Z'),
}

/** Somebody with money in two wallets, who waits for two claims and has sent one; everything as on a first day. */
async function ordinaryDay() {
  const { services, known, clock } = createStandInServices()
  known.wallets.set(ALICE.userId, [ON_BASE, ON_HUB])
  known.balances.set('base/usdc', 1_000_000_000n)
  known.balances.set('base/eth', 2n * 10n ** 18n)
  known.balances.set('neuron/euclid', 500_000_000n)
  known.vouchers.set('base', [{ token: 'usdc', amount: 900_000_000n }])
  known.waiting.set(ALICE.userId, [
    waiting('7', 'usdc', 5_000_000n),
    waiting('8', 'eth', 10n ** 17n),
  ])
  known.received.set(ALICE.userId, [received])
  const item = {
    status: 'funded',
    expiresAt: new Date('2026-01-15T00:00:00Z'),
    isFrozen: false,
  } as const
  const lunch = { ...item, claimId: '5', token: 'usdc', amount: 5_000_000n }
  known.sent.set(ALICE.userId, [claimView({ items: [lunch] })])
  known.claims.set(
    FROM_BOBBY_ID,
    claimView({
      id: FROM_BOBBY_ID,
      recipient: { platform: 'telegram', handle: 'alice' },
      ...FROM_BOBBY,
      items: [
        { ...item, claimId: '7', token: 'usdc', amount: 5_000_000n },
        { ...item, claimId: '8', token: 'eth', amount: 10n ** 17n },
      ],
    }),
  )
  for (const chain of ['base', 'neuron'])
    known.fees.set(chain, { token: 'eth', amount: 10n ** 12n, usd: '0.01' })
  for (const name of ['bobby', 'carol', 'david'])
    await services.people.activity.spoke(account(name), `@${name}`, 'lobby', clock.now())
  const claims = {
    ...services.claims,
    verifyProofInChat: () => Promise.reject(new WrongCodeError()),
  }
  return { ...services, claims }
}

/** Links the first wallet of hers that is not the stand-in's; a signature takes its time, so only where it is asked for. */
async function linkWallet({ wallets: { links } }: Services) {
  const { id } = await links.start(ALICE)
  const user = { chain_uid: 'base', address: KEY.address }
  const signature = await KEY.signMessage({ message: await links.textFor(id, user) })
  await links.link(id, { ...user, signature, publicKey: undefined })
}

const faucet = createFaucetCommand({
  give: async ({ token = 'usdc', amount = 100_000_000n }) => [{ token, amount }],
})
const { commands, actions } = createCommands([faucet])

async function answerTo(message: string, language: Language, isInGroup: boolean): Promise<Card> {
  const failures: object[] = []
  const services = await ordinaryDay()
  if (message.startsWith('/wallet')) await linkWallet(services)
  const dispatch = createDispatch({
    services,
    commands,
    actions,
    log: { error: (details) => void failures.push(details) },
    newId: () => 'r1',
  })
  const alice = speaker('alice', {
    chat: isInGroup ? { id: 'lobby', kind: 'group' } : { id: 'dm:alice', kind: 'private' },
    words: wordsIn(language),
    isAdmin: async () => isInGroup,
  })
  const reply = await dispatch.runCommand(message, alice)
  expect({ message, failures }).toEqual({ message, failures: [] })
  if (!reply) throw new Error(`nothing was said to ${message}`)
  return reply.card
}

/** What is written in the files. */
const shown = (card: Card): string => renderText(card).replaceAll(BY_CHANCE, '(drawn by chance)')

/** What a card says to write instead; nothing of what leaves a part open. */
const suggestedIn = (card: Card): string[] =>
  textsOf(card)
    .flatMap((said) => [...said.matchAll(/: (\/[a-z]+.*?)(?=\.?$|, or |\. [A-Z])/g)])
    .flatMap(([, command = '']) => (/[<…]/.test(command) ? [] : [command]))

test('every command is typed, and by its own name', () => {
  expect(Object.keys(TYPED).toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
})

test('what a refusal says to write instead is done', async () => {
  const suggested = new Set<string>()
  for (const [name, { wrong }] of Object.entries(TYPED))
    for (const message of wrong) {
      const card = await answerTo(message, 'en', IN_GROUPS.has(name))
      if (card.tone === 'error') for (const each of suggestedIn(card)) suggested.add(each)
    }
  suggested.delete('/claim code ABCD2345') // nobody was sent this code
  expect(suggested.size).toBeGreaterThan(30)
  const refused: string[] = []
  for (const command of suggested) {
    const name = command.slice(1).split(' ')[0] ?? ''
    const { title, tone } = await answerTo(command, 'en', IN_GROUPS.has(name))
    if (tone === 'error') refused.push(`${command}: ${title}`)
  }
  expect(refused).toEqual([])
})

test.each(LANGUAGES)('what people type is answered as it was read last: %s', async (language) => {
  const written: string[] = []
  for (const [name, { right, wrong }] of Object.entries(TYPED))
    for (const [title, messages] of [
      [`/${name}: right`, right],
      [`/${name}: wrong`, wrong],
    ] as const) {
      written.push(`${title}\n${'='.repeat(title.length)}`)
      for (const message of messages)
        written.push(
          `> ${message}\n${shown(await answerTo(message, language, IN_GROUPS.has(name)))}`,
        )
    }
  await expect(`${written.join('\n\n')}\n`).toMatchFileSnapshot(`answers/${language}.txt`)
})
