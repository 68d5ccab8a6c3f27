import { setTimeout as pass } from 'node:timers/promises'

import { createPersona } from '../src/devnet/accounts.ts'
import type { Devnet } from '../src/devnet/devnet.ts'
import { createPersonaWallets } from '../src/devnet/persona-wallets.ts'
import { connectBooks } from '../test/devnet/books.ts'
import { cardOf, createVouchClient, signIdOf } from '../test/flows/vouch-client.ts'
import type { SmtpServer } from '../test/mail/smtp-server.ts'
import { createClaimVisitors } from './claim-visitor.ts'

const PAY_OUT_MS = 240_000
const FIVE_USDC = 5_000_000n
const TIP_WEI = 10n ** 17n

/**
 * Alice tips Bobby in the playground, signs, and he claims.
 * @throws {Error} five USDC have not left her wallet and come to his in time
 */
export async function tipInPlayground(url: string): Promise<void> {
  const client = createVouchClient(url)
  const balances = async () => ({
    alice: await client.balance('alice', 'base', 'usdc'),
    bobby: await client.balance('bobby', 'base', 'usdc'),
  })
  const before = await balances()
  const answer = await client.say('alice', 'lobby', '/tip @bobby 5 usdc for the fix')
  await client.sign('alice', signIdOf(answer))
  const title = async () => (await client.message('lobby', cardOf(answer).id)).card?.title ?? ''
  await until('he can claim', title, (now) => now === '@bobby can claim 5 USDC')
  await client.say('bobby', 'lobby', '/claim all to base')
  await until('he was paid', title, (now) => now.startsWith('@bobby was paid 5 USDC'))
  const after = await balances()
  if (before.alice - after.alice !== FIVE_USDC || after.bobby - before.bobby !== FIVE_USDC)
    throw new Error(`the balances are off: ${before.alice} ${after.alice}, ${after.bobby}`)
}

/**
 * Alice sends ether to a mailbox by the REST interface, and whoever reads the mail has it paid out to Bobby: all that a production
 * installation without chats does.
 * @throws {Error} the ether has not come to his wallet in time
 */
export async function tipByMail(deps: {
  url: string
  devnet: Devnet
  smtp: SmtpServer
  vaultKey: Buffer
}): Promise<void> {
  const { network } = deps.devnet
  const visitors = createClaimVisitors({ ...deps, url: () => deps.url })
  const books = await connectBooks(network)
  const alice = await books.userOn('base', 'alice')
  const bobby = await books.userOn('base', 'bobby')
  const before = await books.balanceOf(bobby, 'eth')

  const sent = await visitors.send(alice, 'hello@example.com', TIP_WEI)
  await createPersonaWallets(network).broadcast(await createPersona('alice'), sent.build)
  const status = async () => (await visitors.view(sent)).items[0]?.status ?? 'none'
  await until('the claim is funded', status, (now) => now === 'funded')
  const { outcome } = await visitors.redeem(sent, await visitors.prove(sent), bobby)
  if (outcome !== 'ok') throw new Error(`the claim was refused: ${outcome}`)
  const received = async () => (await books.balanceOf(bobby, 'eth')) - before
  await until('the ether arrives', received, (now) => now === TIP_WEI)
}

async function until<T extends string | bigint>(
  what: string,
  read: () => Promise<T>,
  holds: (value: T) => boolean,
): Promise<void> {
  let value: T
  for (const from = Date.now(); !holds((value = await read())); await pass(50))
    if (Date.now() - from > PAY_OUT_MS) throw new Error(`waiting until ${what}: it is "${value}"`)
}
