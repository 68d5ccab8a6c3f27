import { setTimeout as pass } from 'node:timers/promises'

import { erc20Abi, getAddress, type Hex } from 'viem'

import type { Dice } from '../test/devnet/model/dice.ts'
import type { ChatApp, Person, Shown } from '../test/flows/chat-app.ts'
import { signWithWallet } from '../test/flows/sign-with-wallet.ts'
import { createVouchClient } from '../test/flows/vouch-client.ts'
import type { SmtpServer } from '../test/mail/smtp-server.ts'
import { comesToBe } from './comes-to-be.ts'

const USDC = 1_000_000n
/** Whose wallets Erin signs with. */
export const SENDERS = { telegram: 'alice', discord: 'david' } as const

/** A tip or a gift by mail. No other has its amount, in base units of USDC: its cards are known by it. */
export type Gift = {
  app: ChatApp
  amount: bigint
  /** An address that nobody else has. */
  payee: Hex
  mailbox: string | undefined
  /** Brings what asked for it once more. */
  again: () => Promise<void>
  /** Claimed; never signed; or for a mailbox that its mail server refuses, so nobody was told. */
  end: 'paid' | 'unsigned' | 'untold'
}

export type Giving = {
  app: ChatApp
  /** Where Vouch is. */
  url: string
  dice: Dice
  smtp: SmtpServer
  /** Whether the mail server has refused an address for good. */
  isRefused(to: string): boolean
  usdc: ReturnType<typeof createUsdc>
}

/** As chats show it: `1.5 USDC`. */
export const sumOf = (amount: bigint) => `${decimalOf(amount)} USDC`
const decimalOf = (amount: bigint) =>
  `${amount / USDC}.${`${amount % USDC}`.padStart(6, '0')}`.replace(/\.?0+$/, '')

/** USDC on the first chain, whose contract and node are known once somebody has signed. */
export function createUsdc() {
  let signed: Awaited<ReturnType<typeof signWithWallet>> | undefined
  return {
    async sign(url: string, signId: string, persona: 'alice' | 'david'): Promise<void> {
      const made = await signWithWallet(createVouchClient(url), signId, persona)
      signed ??= made // the first message of the first transaction is the token's approval
    },
    async of(address: Hex): Promise<bigint> {
      if (!signed) return 0n
      return signed.node.readContract({
        address: getAddress(signed.token),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      })
    },
  }
}

/** Erin gives something to Frank, or to a mailbox of his, signs, and he claims it. */
export async function give(giving: Giving, amount: bigint): Promise<Gift> {
  const { app, url, dice, usdc } = giving
  const sum = sumOf(amount)
  const isTip = dice.chance(0.5)
  const mailbox = isTip ? undefined : `frank-${amount}@example.com`
  const payee: Hex = `0x51${`${amount}`.padStart(38, '0')}`
  app.gatherAnew()
  const order = { amount: decimalOf(amount), token: 'usdc' }
  const again =
    mailbox === undefined
      ? await app.command('erin', 'group', 'tip', { to: 'frank', ...order })
      : await app.command('erin', 'group', 'send', { recipient: mailbox, ...order })
  const gift = { app, amount, payee, mailbox, again }
  await comesToBe(`${app.name} shows a card of ${sum}`, () => signIdsOf(gift).length > 0)
  const isAway = isTip && dice.chance(0.3)
  if (isAway) app.shutOut('frank')
  await usdc.sign(url, signIdsOf(gift)[0] ?? '', SENDERS[app.name])
  if (dice.chance(0.3)) await again()
  if (isAway) await comeBack(app, 1_000 * dice.below(4))
  if (mailbox === undefined)
    await comesToBe(`Frank hears of ${sum} on ${app.name}`, () =>
      reads(app, 'frank', `sent you ${sum}`),
    )
  else if (!(await proveMailbox(giving, mailbox, sum))) return { ...gift, end: 'untold' }
  if (dice.chance(0.3)) await pressClaim(app, sum)
  const where = { which: 'all', chain: 'base', address: payee }
  const claimAgain = await app.command('frank', 'private', 'claim', where)
  if (app.name === 'telegram' && dice.chance(0.3)) {
    await pass(dice.below(1_000))
    app.shutOut('frank')
    await comeBack(app, 1_000 * dice.below(4))
  }
  await comesToBe(`${sum} are paid`, async () => (await usdc.of(payee)) > 0n)
  if (dice.chance(0.3)) await claimAgain()
  return { ...gift, end: 'paid' }
}

/** Frank takes private messages again after a while, and says so. */
async function comeBack(app: ChatApp, afterMs: number): Promise<void> {
  await pass(afterMs)
  app.letIn('frank')
  await app.command('frank', 'private', 'start')
}

/** Frank and somebody else press the button of the card, where the group sees it by now. */
async function pressClaim(app: ChatApp, sum: string): Promise<void> {
  const card = app
    .shown('group', 'erin')
    .findLast(({ text, buttons }) => text.includes(sum) && buttons.includes('Claim'))
  if (!card) return
  await app.press('mallory', 'group', card, 'Claim')
  await app.press('frank', 'group', card, 'Claim')
}

/** Erin asks for tips that she never signs, which are brought last first. */
export async function askInDisorder(app: ChatApp, amounts: readonly bigint[]): Promise<Gift[]> {
  app.gatherAnew()
  await app.tipsInDisorder(amounts.map(decimalOf))
  const again = async () => undefined
  return amounts.map((amount) => {
    return { app, amount, payee: '0x', mailbox: undefined, again, end: 'unsigned' }
  })
}

/**
 * Frank opens the mail's link in his chat, and types the code of the next mail. False: the mail server refuses the mailbox.
 * @throws {Error} one request brought two codes, or a code works twice
 */
async function proveMailbox(giving: Giving, mailbox: string, sum: string): Promise<boolean> {
  const { app, url, smtp, isRefused } = giving
  const linkOf = () =>
    mailsTo(smtp, mailbox)
      .map((text) => /https:\/\/\S+\/claim\/(\w+)#([\w-]+)/.exec(text))
      .find((found) => found !== null)
  await comesToBe(
    `${mailbox} has a link or is refused`,
    () => linkOf() !== undefined || isRefused(mailbox),
  )
  const [link, id, secret = ''] = linkOf() ?? []
  if (link === undefined) return false
  await app.command('frank', 'private', 'claim', { which: link })
  await comesToBe(`${mailbox} has a code`, () => codesTo(smtp, mailbox).length > 0)
  const [code = ''] = codesTo(smtp, mailbox)
  await app.command('frank', 'private', 'claim', { code })
  await comesToBe(`the code for ${sum} is taken`, () =>
    reads(app, 'frank', 'This mailbox is yours', sum),
  )
  if (codesTo(smtp, mailbox).some((other) => other !== code))
    throw new Error(`${mailbox} got two codes`)
  const { ok } = await fetch(`${url}/api/v1/claims/${id}/proof/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-claim-secret': secret },
    body: JSON.stringify({ code }),
  })
  if (ok) throw new Error(`the code to ${mailbox} was taken twice`)
  return true
}

/** Whether somebody reads a message with all these words. */
export const reads = (app: ChatApp, reader: Person, ...words: string[]) =>
  app.reads(reader).some(({ text }) => words.every((word) => text.includes(word)))

/** The cards of a gift that its sender sees. */
export const cardsOf = ({ app, amount }: Pick<Gift, 'app' | 'amount'>): Shown[] =>
  app.reads('erin').filter(({ text }) => text.includes(sumOf(amount)))

/** What the cards of a gift that can be signed lead to. */
export function signIdsOf(gift: Pick<Gift, 'app' | 'amount'>): string[] {
  const links = cardsOf(gift).map(({ linkOf }) => linkOf('Sign'))
  return [...new Set(links.flatMap((link) => link.split('/sign/')[1] ?? []))]
}

const mailsTo = (smtp: SmtpServer, address: string) =>
  smtp.arrived
    .filter(({ recipients }) => recipients.includes(address))
    .map(({ mail }) => mail.text ?? '')

export const codesTo = (smtp: SmtpServer, address: string) =>
  mailsTo(smtp, address).flatMap((text) => /^Code: (\S+)$/m.exec(text)?.[1] ?? [])
