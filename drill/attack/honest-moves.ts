import { formatAmount } from '../../src/core/terms/amounts.ts'
import { cancelText } from '../../src/core/claims/claim-message.ts'
import { SignView } from '../../src/calls/sign-calls.ts'
import { TransactionBuild } from '../../src/core/terms/shapes.ts'
import { z } from 'zod'

import { linkOf, PAYS, type Group, type Person } from './people.ts'
import { depositOf, type Scene } from './scene.ts'
import { EMAIL_CAP, PUBLIC_URL, type Wallet } from './world.ts'

export type Move = { name: string; play(scene: Scene): Promise<void> }

const ETH_DECIMALS = 18
const Routes = z.object({ paths: z.array(z.looseObject({})).min(1) })

/** What people do who want nobody any harm. None of it may ever fail. */
export const honestMoves: Move[] = [
  {
    name: 'a tip in a group is claimed in chat',
    async play(scene) {
      const { people, dice } = scene
      const [erin, frank, group] = [scene.person(), scene.person(), people.group()]
      if (dice.chance(0.5)) await people.says(frank, '/help')
      const sum = scene.amount()
      const order = `/tip @${frank.username} ${ethText(sum)} eth on base`
      const { claimer } = await signInGroup(scene, erin, group, order)
      await claimInChat(scene, frank, claimer, sum)
    },
  },
  {
    name: 'a tip to a Discord account is claimed there',
    async play(scene) {
      const frank = scene.people.discordUser(scene.name('d'))
      const gift = await scene.give({ discord: `@${frank.username}` })
      const address = scene.mayPay(gift, scene.address())
      await scene.people.commands(frank, 'claim', { which: '1', chain: 'base', address })
      await scene.arrives(address, gift.amount)
    },
  },
  {
    name: 'a mail is claimed with the code that comes to the mailbox, above the cap with the PIN as well',
    async play(scene) {
      const mailbox = scene.mailbox()
      const isLarge = scene.dice.chance(0.3)
      const sum = isLarge ? EMAIL_CAP + 1n : scene.amount()
      const gift = await scene.give({ email: mailbox }, { sum })
      await scene.world.untilSo(`a mail comes to ${mailbox}`, () =>
        scene.world
          .mailsTo(mailbox)
          .some(({ text }) => text?.includes(`${gift.id}#${gift.secret}`)),
      )
      const code = await scene.codeFor(gift, mailbox)
      const proven = await scene.claimCall(gift, '/proof/verify', { code })
      scene.must('a code', proven)
      const session = scene.sessionIn(proven)
      const address = scene.address()
      if (isLarge) {
        const thiefs = await scene.redeem(gift, session, scene.loot())
        scene.refused('a claim above the cap without its PIN', thiefs, 'PIN_REQUIRED')
        const guess = await scene.redeem(gift, session, scene.loot(), { otp: '......' })
        scene.refused('a claim above the cap with another PIN', guess, 'WRONG_CODE')
      }
      scene.mayPay(gift, address)
      scene.must(
        'a claim',
        await scene.redeem(gift, session, address, isLarge ? { otp: gift.otp } : {}),
      )
      await scene.arrives(address, sum)
    },
  },
  {
    name: 'a sender takes back what nobody has claimed',
    async play(scene) {
      const gift = await scene.give({ telegram: `@${scene.name('p')}` })
      const { id: claimerId, claimId } = gift
      const isSigned = scene.dice.chance(0.5)
      scene.mayReturn(gift)
      const { host } = new URL(PUBLIC_URL)
      const message = cancelText({ place: host, claimerId, claimId })
      const answer = isSigned
        ? await scene.claimCall(gift, '/cancel', {
            claim_id: claimId,
            signature: await gift.wallet.signMessage({ message }),
          })
        : await scene.cancel(gift, gift.otp)
      scene.must('a cancel', answer)
      await scene.ends(gift, 'cancelled')
    },
  },
  {
    name: 'a swap yields what was quoted, and vouchers are paid out',
    async play(scene) {
      const { world, dice } = scene
      const user = { chain_uid: 'base', address: scene.address() }
      const sum = 10n ** 15n
      await world.withWallet(async (wallet): Promise<unknown> => {
        if (dice.chance(0.5)) return swap(scene, wallet, user, sum)
        const own = { chain_uid: 'base', address: wallet.address.toLowerCase() }
        const before = await world.books.vouchersOf(own, 'eth')
        await execute(scene, wallet, 'token/deposit', depositOf(wallet.address, own, sum))
        await scene.world.untilSo(
          'vouchers come',
          // More than that where claims of the wallet come back meanwhile.
          async () => (await world.books.vouchersOf(own, 'eth')) >= before + sum,
        )
        await execute(scene, wallet, 'vcoin/withdraw', {
          token: 'eth',
          amount: `${sum}`,
          sender: { chain_uid: 'base', address: wallet.address },
          cross_chain_addresses: [{ user }],
        })
        return scene.arrives(user.address, sum)
      })
    },
  },
  {
    name: 'what nobody claims or takes back goes back by itself',
    async play(scene) {
      const { id } = await scene.give({ telegram: `@${scene.name('p')}` })
      scene.leave(id)
    },
  },
]

export const ethText = (sum: bigint) => formatAmount(sum, ETH_DECIMALS)

/** The sign request behind a card. */
export const signIdOf = (card: Parameters<typeof linkOf>[0]) =>
  new URL(linkOf(card, 'Sign')).pathname.split('/').at(-1) ?? ''

/** Somebody asks for something in a group, and signs it with a wallet of theirs. */
export async function signInGroup(scene: Scene, by: Person, group: Group, order: string) {
  const card = await scene.people.asks(by, group, order)
  return { card, ...(await signAs(scene, signIdOf(card))) }
}

/** What the sign page does with a wallet: prepare, sign, report. Gives what it was built with. */
export async function signAs(scene: Scene, signId: string, client = scene.world.newClient()) {
  const { world, ledger, move } = scene
  const path = `/api/v1/sign/${signId}`
  return world.withWallet(async (wallet) => {
    const body = { address: wallet.address }
    const prepared = await world.call('POST', `${path}/prepare`, body, { client })
    scene.stillAllowed('a request that any wallet may sign', prepared)
    const build = TransactionBuild.parse(SignView.parse(prepared.json).build)
    const claimer = build.claimer?._id ?? ''
    const group = build.claim_group_id ?? ''
    for (const key of [claimer, group]) if (key !== '') ledger.made(key, move)
    const tx_hash = await world.pay(wallet, build)
    const reported = await world.call('POST', `${path}/report`, { tx_hash }, { client })
    scene.stillAllowed('the report of what its owner signed', reported)
    if (claimer !== '') await scene.funded({ id: claimer, secret: scene.linkSecret(claimer) })
    return { claimer, group, wallet }
  })
}

/** The person whom it is for claims it in the private chat, and is paid. */
export async function claimInChat(scene: Scene, person: Person, id: string, sum: bigint) {
  const address = scene.mayPay({ id }, scene.address())
  const said = await scene.people.says(person, `/claim 1 to base ${address}`)
  if (!PAYS.test(said)) throw new Error(`@${person.username} cannot claim ${id}: ${said}`)
  await scene.arrives(address, sum)
}

async function execute(scene: Scene, wallet: Wallet, operation: string, request: object) {
  const answer = await scene.world.call('POST', `/api/v1/execute/${operation}`, request)
  scene.must(operation, answer)
  await scene.world.pay(wallet, TransactionBuild.parse(answer.json))
}

async function swap(
  scene: Scene,
  wallet: Wallet,
  user: { chain_uid: string; address: string },
  sum: bigint,
) {
  const asked = { amount_in: `${sum}`, token_in: 'eth', token_out: 'usdc' }
  const answer = await scene.world.call('POST', '/api/v1/routes', asked)
  scene.must('a quote', answer)
  const { recipient: _, ...paid } = depositOf(wallet.address, {}, sum)
  const [swap_path] = Routes.parse(answer.json).paths
  const request = { ...paid, swap_path, slippage: '100', cross_chain_addresses: [{ user }] }
  await execute(scene, wallet, 'swap', request)
  await scene.world.untilSo(
    'the swap is paid',
    async () => (await scene.world.books.balanceOf(user, 'usdc')) > 0n,
  )
}
