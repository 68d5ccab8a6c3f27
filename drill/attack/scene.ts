import { z } from 'zod'

import { type ClaimView, ClaimView as ClaimViewShape } from '../../src/calls/claim-calls.ts'
import { Claimer, TransactionBuild, type Social } from '../../src/core/terms/shapes.ts'
import type { Dice } from '../../test/devnet/model/dice.ts'
import { Breach } from './findings.ts'
import { miniAppData, PAYS, type People, type Person } from './people.ts'
import { SMALLEST, type Answer, type Wallet, type World } from './world.ts'

/** Something that waits for somebody, with what its sender knows of it. */
export type Gift = {
  id: string
  /** What the link ends with. */
  secret: string
  otp: string
  claimId: string
  amount: bigint
  wallet: Wallet
  sender: { chain_uid: string; address: string }
}

const Session = z.object({ session: z.string() })

/** One move of the drill, with everything that people of it do. Each move has people, mailboxes and addresses of its own. */
export type Scene = ReturnType<typeof createScene>

export function createScene(world: World, people: People, dice: Dice, move: string, at: number) {
  const { ledger } = world
  let names = 0
  const next = () => `${at.toString(16).padStart(6, '0')}${(++names).toString(16).padStart(6, '0')}`
  /** An address that nobody else of the drill knows. */
  const addressFrom = (kind: string) => `0x${kind}${next().padStart(40 - kind.length, '0')}`
  /** A name that fits any platform. */
  const name = (kind: string) => `${kind}_${at}_${++names}`
  const amount = () => SMALLEST * BigInt(1 + dice.below(1000))
  const linkSecret = (id: string) => world.vault.hash('link', id)

  async function build(wallet: Wallet, recipient: object, sum: bigint, client?: string) {
    const answer = await world.call(
      'POST',
      '/api/v1/execute/token/deposit',
      depositOf(wallet.address, recipient, sum),
      {
        ...(client !== undefined && { client }),
      },
    )
    return { answer, made: TransactionBuild.safeParse(answer.json).data }
  }

  async function viewOf({ id, secret }: Pick<Gift, 'id' | 'secret'>): Promise<ClaimView> {
    const headers = { 'x-claim-secret': secret }
    const { json } = await world.call('GET', `/api/v1/claims/${id}`, undefined, { headers })
    return ClaimViewShape.parse(json)
  }

  const funded = (gift: Pick<Gift, 'id' | 'secret'>) =>
    world.until(`the claim ${gift.id} is there`, async () => (await viewOf(gift)).items[0])

  const claimCall = (
    { id, secret }: Pick<Gift, 'id' | 'secret'>,
    path: string,
    body: object,
    client?: string,
  ) =>
    world.call('POST', `/api/v1/claims/${id}${path}`, body, {
      headers: { 'x-claim-secret': secret },
      ...(client !== undefined && { client }),
    })

  /** @throws {Error} it was refused: an honest journey that failed */
  function must(what: string, { code, text }: Answer): void {
    if (code !== 'ok') throw new Error(`${what} was refused: ${text}`)
  }

  const sessionIn = ({ json }: Answer) => Session.parse(json).session

  async function statusOf(gift: Gift) {
    return (await viewOf(gift)).items.find(({ claim_id }) => claim_id === gift.claimId)?.status
  }

  async function newestCode(mailbox: string, before: number): Promise<string> {
    return world.until(`a code comes to ${mailbox}`, () => codesTo(mailbox)[before])
  }
  const codesTo = (mailbox: string) =>
    world.mailsTo(mailbox).flatMap(({ text }) => /^Code: (\S+)$/m.exec(text ?? '')?.[1] ?? [])

  return {
    world,
    people,
    dice,
    move,
    ledger,
    name,
    amount,
    build,
    viewOf,
    funded,
    claimCall,
    must,
    sessionIn,
    statusOf,
    newestCode,
    codesTo,
    linkSecret,
    /** Where an honest person is paid, and where nobody may ever be. */
    address: () => addressFrom('a11ce'),
    loot: () => addressFrom('bad'),
    mailbox: () => `${name('m')}@example.com`,
    person: () => people.person(name('p')),

    guesses: (count: number) => Array.from({ length: count }, () => dice.hex(8).toUpperCase()),

    /** An attack has to be refused, and with one of these codes: another one would say that something else went wrong. */
    refused(what: string, { code, text }: Answer, ...codes: string[]): void {
      if (code === 'ok') throw new Breach(`${what} was let in: ${text}`)
      if (codes.length > 0 && !codes.includes(code))
        throw new Error(`${what} was refused with ${code} instead of ${codes.join()}: ${text}`)
    },
    /** What a bot answers a thief must not say that it pays. */
    unpaid(what: string, said: string): void {
      if (PAYS.test(said)) throw new Breach(`${what}: ${said}`)
    },
    /** After an attack that is to keep somebody from what is theirs. */
    stillAllowed(what: string, { code, text }: Answer): void {
      if (code !== 'ok') throw new Breach(`${what} was kept from its owner: ${text}`)
    },

    /** Sends something to somebody, signed and on chain. `spell` writes the sender's address in another way. */
    async give(
      social: Social,
      { sum = amount(), client, spell = (address) => address }: GiveOptions = {},
    ): Promise<Gift> {
      return world.withWallet(async (wallet) => {
        const { answer, made } = await build(
          { ...wallet, address: spell(wallet.address) },
          { social },
          sum,
          client,
        )
        must('a payload', answer)
        const { _id: id, otp, sender } = Claimer.parse(made?.claimer)
        ledger.made(id, move)
        if (!made || !sender) throw new Error('the payload has no sender')
        await world.pay(wallet, made)
        const secret = linkSecret(id)
        const { claim_id: claimId } = await funded({ id, secret })
        return { id, secret, otp, claimId, amount: sum, wallet, sender }
      })
    },

    /** Proves an account as a Mini App does. */
    proveBy: (gift: Gift, data: string) => claimCall(gift, '/proof/verify', { signed_data: data }),
    async proveAccount(gift: Gift, person: Person): Promise<string> {
      const proven = await claimCall(gift, '/proof/verify', { signed_data: miniAppData(person) })
      must('the proof of an account', proven)
      return sessionIn(proven)
    },
    /** Asks for a code and reads it in the mailbox. */
    async codeFor(gift: Gift, mailbox: string): Promise<string> {
      const before = codesTo(mailbox).length
      must('asking for a code', await claimCall(gift, '/proof', { kind: 'email' }))
      return newestCode(mailbox, before)
    },

    redeem: (
      { id, claimId }: Pick<Gift, 'id' | 'claimId'>,
      session: string,
      address: string,
      more: object = {},
    ) =>
      world.call(
        'POST',
        `/api/v1/claims/${id}/redeem`,
        { claim_id: claimId, recipient: { chain_uid: 'base', address }, ...more },
        { headers: { authorization: `Bearer ${session}` } },
      ),
    cancel: (gift: Gift, otp: string, client = world.newClient()) =>
      claimCall(gift, '/cancel', { claim_id: gift.claimId, otp }, client),

    /** The rightful person asks for it here: from now on it may be paid to this address. */
    mayPay(gift: Pick<Gift, 'id'>, address: string): string {
      ledger.mayGet(gift.id, address)
      ledger.isToEnd(gift.id)
      return address
    },
    mayReturn(gift: Pick<Gift, 'id'>): void {
      ledger.mayGoBack(gift.id)
      ledger.isToEnd(gift.id)
    },
    /** Nobody asks for it any more, so it goes back when its time is over: in a long drill before the end. */
    leave(key: string): void {
      ledger.mayGoBack(key)
      if (world.isLong) ledger.isToEnd(key)
    },
    /** Waits until it has arrived. */
    arrives: (address: string, sum: bigint) =>
      world.untilSo(
        `${address} has ${sum}`,
        async () => (await world.books.balanceOf({ chain_uid: 'base', address }, 'eth')) === sum,
      ),
    ends: (gift: Gift, as: 'paid' | 'cancelled') =>
      world.untilSo(`${gift.id} is ${as}`, async () => (await statusOf(gift)) === as),
  }
}

type GiveOptions = {
  sum?: bigint
  client?: string
  spell?: (address: `0x${string}`) => `0x${string}`
}

/** A payload for ether of base. */
export function depositOf(address: string, recipient: object, sum: bigint) {
  return {
    sender: { chain_uid: 'base', address },
    amount_in: `${sum}`,
    asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
    recipient,
  }
}
