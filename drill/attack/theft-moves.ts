import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { setTimeout as pass } from 'node:timers/promises'

import { z } from 'zod'

import { BOT } from '../../test/bots/telegram/bot-api.ts'
import { dmOf } from '../../test/bots/telegram/run-bot.ts'
import { Breach } from './findings.ts'
import { claimInChat, ethText, signInGroup, type Move } from './honest-moves.ts'
import { buttonOf, loginFragment, miniAppData, PAYS } from './people.ts'
import type { Gift, Scene } from './scene.ts'
import { PUBLIC_URL, SMALLEST } from './world.ts'

const SignIn = z.object({ sign_in: z.object({ state: z.string(), receipt: z.string() }) })
const CODE_PAUSE_MS = 61_000
const TRIES_PER_CODE = 5

/** How others try to be paid what is not theirs; the rightful owner always is in the end. */
export const theftMoves: Move[] = [
  {
    name: 'a namesake takes a handle that an account gave up after it was seen',
    async play(scene) {
      const { people, dice } = scene
      const bobby = scene.person()
      const isMetFirst = dice.chance(0.5)
      if (isMetFirst) await people.says(bobby, '/help')
      const gift = await scene.give({ telegram: `@${bobby.username}` })
      if (isMetFirst) await people.told(bobby, / sent you /)
      else await people.says(bobby, '/claim')
      const renamed = people.renamed(bobby, scene.name('new'))
      await people.says(renamed, '/help')
      await usurp(scene, bobby.username, gift, 'NOT_YOURS')
      await claimInChat(scene, renamed, gift.id, gift.amount)
    },
  },
  {
    name: 'a namesake has taken a handle before something is sent to it: its sender says who is meant',
    async play(scene) {
      const { people } = scene
      const [erin, bobby, group] = [scene.person(), scene.person(), people.group()]
      await people.says(erin, '/help')
      await people.says(bobby, '/help')
      await people.says(people.renamed(bobby, scene.name('new')), '/help')
      await people.says({ ...scene.person(), username: bobby.username }, '/help')
      const sum = scene.amount()
      const order = `/tip @${bobby.username} ${ethText(sum)} eth on base`
      const { claimer: id } = await signInGroup(scene, erin, group, order)
      const secret = scene.linkSecret(id)
      const [item] = (await scene.viewOf({ id, secret })).items
      await usurp(
        scene,
        bobby.username,
        { id, secret, claimId: item?.claim_id ?? '' },
        'CLAIM_NOT_READY',
      )
      const question = await people.told(erin, /: who is /)
      const yes = buttonOf(question, new RegExp(`account ${bobby.id}$`))
      await people.presses(erin, dmOf(erin), question.id, yes)
      await scene.world.untilSo(
        'it is confirmed',
        async () => (await scene.viewOf({ id, secret })).held === null,
      )
      await claimInChat(scene, people.renamed(bobby, scene.name('new')), id, sum)
    },
  },
  {
    name: 'a claim link is stolen',
    async play(scene) {
      const { dice, world } = scene
      const [mailbox, own] = [scene.mailbox(), scene.mailbox()]
      const [gift, bait] = await Promise.all([
        scene.give({ email: mailbox }),
        scene.give({ email: own }),
      ])
      const before = scene.codesTo(mailbox).length
      scene.must('a code', await scene.claimCall(gift, '/proof', { kind: 'email' }))
      const ownCode = await scene.codeFor(bait, own)
      const client = world.newClient()
      // A code that was guessed at too often is worth nothing, and the owner asks for another: that takes a minute.
      const isBurnt = world.isLong && dice.chance(0.1)
      await guessCodes(scene, gift, [ownCode, ...scene.guesses(isBurnt ? 8 : 2)])
      const proven = await scene.claimCall(bait, '/proof/verify', { code: ownCode })
      scene.must('a code', proven)
      const session = scene.sessionIn(proven)
      for (const { id } of [gift, bait])
        scene.refused(
          'the session of another claim',
          await scene.redeem({ id, claimId: gift.claimId }, session, scene.loot()),
          'NOT_FOUND',
        )
      const invented = randomBytes(32).toString('base64url')
      const answer = await scene.redeem(gift, invented, scene.loot())
      scene.refused('an invented session', answer, 'PROOF_REQUIRED')

      let code = await scene.newestCode(mailbox, before)
      if (isBurnt) {
        await pass(CODE_PAUSE_MS)
        code = await scene.codeFor(gift, mailbox)
      }
      const owners = await scene.claimCall(gift, '/proof/verify', { code })
      scene.stillAllowed('the code of a mailbox', owners)
      const again = await scene.claimCall(gift, '/proof/verify', { code }, client)
      scene.refused('a code that was used', again, 'WRONG_CODE', 'TOO_MANY_TRIES')
      await payTo(scene, gift, scene.sessionIn(owners))
      await payTo(scene, bait, session)
    },
  },
  {
    name: 'codes are guessed until none is compared any more, and the sender takes it back',
    async play(scene) {
      const mailbox = scene.mailbox()
      const gift = await scene.give({ email: mailbox })
      const code = await scene.codeFor(gift, mailbox)
      const thief = scene.person()
      await scene.people.says(thief, `/claim ${PUBLIC_URL}/claim/${gift.id}#${gift.secret}`)
      const said = await scene.people.says(thief, `/claim code ${scene.guesses(1)[0]}`)
      if (/is yours/.test(said)) throw new Breach(`a guessed code in a chat: ${said}`)
      await guessCodes(scene, gift, scene.guesses(TRIES_PER_CODE + 4))
      const right = await scene.claimCall(gift, '/proof/verify', { code })
      scene.refused('a code after too many guesses', right, 'TOO_MANY_TRIES')
      scene.mayReturn(gift)
      scene.must('a cancel', await scene.cancel(gift, gift.otp))
      await scene.ends(gift, 'cancelled')
    },
  },
  {
    name: 'accounts outside of a group press for its airdrop',
    async play(scene) {
      const { people, dice } = scene
      const [erin, group] = [scene.person(), people.group()]
      await people.says(erin, '/help')
      const shares = 2 + dice.below(2)
      const sum = SMALLEST * BigInt(shares) * BigInt(1 + dice.below(50))
      const order = `/airdrop ${ethText(sum)} eth for ${shares} on base`
      const { card, group: id } = await signInGroup(scene, erin, group, order)
      const shown = () => people.shown(group.id, card.id)
      await scene.world.untilSo('shares are free', () =>
        /shares (?:is|are) free/.test(shown()?.text ?? ''),
      )
      const take = buttonOf(shown(), /^Claim a share$/)

      const outsider = scene.person()
      await people.says(outsider, '/help')
      for (const chat of [people.group(), dmOf(outsider)])
        await people.presses(outsider, chat, 7, take)
      const said = await people.says(outsider, `/claim 1 to base ${scene.loot()}`)
      scene.unpaid('a share outside of its group', said)
      await people.presses(outsider, group, card.id, `take-back:${id}`) // not theirs to take back

      for (let member = 1; member < shares; member += 1) {
        const frank = scene.person()
        await people.says(frank, '/help')
        await people.presses(frank, group, card.id, take)
        await people.presses(frank, group, card.id, take) // has one already
        const address = scene.address()
        scene.ledger.mayGet(id, address)
        const paid = await people.says(frank, `/claim 1 to base ${address}`)
        if (!PAYS.test(paid)) throw new Breach(`a member has no share: ${paid}`)
        await scene.arrives(address, sum / BigInt(shares))
      }
      scene.mayReturn({ id })
      await people.presses(erin, group, card.id, `take-back:${id}`)
      const question = await people.told(erin, /Take back the rest\?/)
      await people.presses(erin, dmOf(erin), question.id, buttonOf(question, /^Yes/))
      await scene.world.untilSo('the rest is back', () =>
        /(?:was|were) taken/.test(shown()?.text ?? ''),
      )
    },
  },
  {
    name: "what Telegram signs is forged, another account's, old, or used before",
    async play(scene) {
      const [bobby, mallory] = [scene.person(), scene.person()]
      const gift = await scene.give({ telegram: `@${bobby.username}` })
      const forged = {
        "with another bot's token": miniAppData(bobby, { token: '4242:AAanother' }),
        'with another account put in': miniAppData(mallory, { shown: bobby }),
        'and is too old': miniAppData(bobby, { ageSec: 700 }),
        'with nothing': '',
      }
      for (const [how, data] of Object.entries(forged))
        scene.refused(`data signed ${how}`, await scene.proveBy(gift, data), 'SIGN_IN_FAILED')
      scene.refused("another's data", await scene.proveBy(gift, miniAppData(mallory)), 'NOT_YOURS')

      const begin = async () => {
        const begun = await scene.claimCall(gift, '/proof', { kind: 'telegram', by: 'sign_in' })
        scene.must('a sign-in', begun)
        return SignIn.parse(begun.json).sign_in
      }
      const end = (receipt: string, returned: string) =>
        scene.claimCall(gift, '/proof/verify', { sign_in: { receipt, returned } })
      const theirs = await begin()
      const asMallory = await end(theirs.receipt, loginFragment(mallory, theirs.state))
      scene.refused("another's sign-in", asMallory, 'NOT_YOURS')
      const { receipt, state } = await begin()
      const fragment = loginFragment(bobby, state)
      const foreign = await end(theirs.receipt, fragment)
      scene.refused("a sign-in with another browser's receipt", foreign, 'SIGN_IN_FAILED')
      const ended = await end(receipt, fragment)
      scene.stillAllowed('a sign-in', ended)
      scene.refused('a sign-in used twice', await end(receipt, fragment), 'SIGN_IN_FAILED')
      await payTo(scene, gift, scene.sessionIn(ended))
    },
  },
  {
    name: 'updates and interactions are brought by somebody who is not the platform',
    async play(scene) {
      const { people, world, dice } = scene
      const bobby = scene.person()
      await people.says(bobby, '/help')
      const gift = await scene.give({ telegram: `@${bobby.username}` })
      const text = `/claim 1 to base ${scene.loot()}`
      const message = { message_id: 1, date: 1_767_225_600, from: bobby, chat: dmOf(bobby), text }
      const update_id = 2_000_000_000 + dice.below(1_000_000)
      for (const secret of ['', dice.hex(40), 'the-webhook-secret-of_this-drill-onl'])
        authentic('an update', await world.bringToTelegram({ update_id, message }, secret))
      const press = { id: dice.hex(8), from: bobby, chat_instance: '1', data: `claim:${gift.id}` }
      const forged = { ...message, from: BOT }
      authentic(
        'a press',
        await world.bringToTelegram(
          { update_id, callback_query: { ...press, message: forged } },
          'no',
        ),
      )

      const carol = people.discordUser(scene.name('d'))
      const other = await scene.give({ discord: `@${carol.username}` })
      const fields = { which: '1', chain: 'base', address: scene.loot() }
      const place = world.discord.privateChat(carol)
      const interaction = world.discord.command(carol, place, 'claim', fields)
      const { privateKey } = generateKeyPairSync('ed25519')
      authentic('another key', await world.bringToDiscord(interaction, undefined, privateKey))
      authentic('another body', await world.bringToDiscord(interaction, '{"type":1}'))

      await claimInChat(scene, bobby, gift.id, gift.amount)
      const address = scene.mayPay(other, scene.address())
      await people.commands(carol, 'claim', { which: '1', chain: 'base', address })
      await scene.arrives(address, other.amount)
    },
  },
  {
    name: 'the hub is asked for claims with other keys, documents and signatures',
    async play(scene) {
      const bobby = scene.person()
      const [gift, second] = await Promise.all([
        scene.give({ telegram: `@${bobby.username}` }),
        scene.give({ telegram: `@${bobby.username}` }),
      ])
      const { thief } = scene.world
      await thief.redeems('with a key of their own', thief.orderFor(gift.claimId, scene.loot()))
      const session = await scene.proveAccount(gift, bobby)
      const paid = await payTo(scene, gift, session)
      const used = await scene.world.until('the pay-out is in a block', () => thief.readOrder(paid))
      await thief.redeems('once more', used)
      await thief.redeems('with the signature of another claim', {
        ...used,
        data: thief.documentFor(second.claimId, scene.loot()),
      })
      await thief.redeems("with the signature of the owner's other claim", {
        ...used,
        data: thief.documentFor(second.claimId, scene.address()),
      })
      await payTo(scene, second, session)
    },
  },
  {
    name: 'the owner asks 32 times at once, each time for another address',
    async play(scene) {
      const bobby = scene.person()
      const gift = await scene.give({ telegram: `@${bobby.username}` })
      const session = await scene.proveAccount(gift, bobby)
      const addresses = Array.from({ length: 32 }, () => scene.mayPay(gift, scene.address()))
      const answers = await Promise.all(
        addresses.map((address) => scene.redeem(gift, session, address)),
      )
      const taken = addresses.filter((_, at) => answers[at]?.code === 'ok')
      const [first] = taken
      if (first === undefined) throw new Error(`nobody was paid: ${answers[0]?.text}`)
      if (taken.length > 1) throw new Breach(`${taken.length} of 32 were told that they are paid`)
      await scene.arrives(first, gift.amount)
    },
  },
  {
    name: 'a cancel races with a claim',
    async play(scene) {
      const bobby = scene.person()
      const gift = await scene.give({ telegram: `@${bobby.username}` })
      const session = await scene.proveAccount(gift, bobby)
      const address = scene.mayPay(gift, scene.address())
      scene.mayReturn(gift)
      const asked = [() => scene.redeem(gift, session, address), () => scene.cancel(gift, gift.otp)]
      if (scene.dice.chance(0.5)) asked.reverse()
      const answers = await Promise.all(asked.map((ask) => ask()))
      const won = answers.filter(({ code }) => code === 'ok').length
      if (won === 2) throw new Breach('a claim was both paid and taken back')
      if (won === 0)
        throw new Error(`neither was let in: ${answers.map(({ text }) => text).join()}`)
      await scene.world.untilSo('one of them ends', async () =>
        ['paid', 'cancelled'].includes((await scene.statusOf(gift)) ?? ''),
      )
    },
  },
]

/** Guesses at once: no more than five are compared with one code, and none is let in. */
async function guessCodes(scene: Scene, gift: Gift, guesses: string[]): Promise<void> {
  const client = scene.world.newClient()
  const tried = await Promise.all(
    guesses.map((code) => scene.claimCall(gift, '/proof/verify', { code }, client)),
  )
  for (const answer of tried)
    scene.refused('a guessed code', answer, 'WRONG_CODE', 'TOO_MANY_TRIES')
  const compared = tried.filter(({ code }) => code === 'WRONG_CODE').length
  if (compared > TRIES_PER_CODE) throw new Breach(`${compared} guesses were compared with one code`)
}

/** Somebody with a handle of another account tries every way in. */
async function usurp(
  scene: Scene,
  username: string,
  gift: Pick<Gift, 'id' | 'secret' | 'claimId'>,
  code: string,
): Promise<void> {
  const thief = { ...scene.person(), username }
  scene.unpaid('a namesake', await scene.people.says(thief, `/claim 1 to base ${scene.loot()}`))
  scene.unpaid('a namesake', await scene.people.says(thief, `/claim all to base ${scene.loot()}`))
  const proven = await scene.claimCall(gift, '/proof/verify', { signed_data: miniAppData(thief) })
  scene.refused('the proof of a namesake', proven, code)
}

/** The rightful owner is paid; gives the hash of the hub's transaction. */
async function payTo(scene: Scene, gift: Gift, session: string): Promise<string> {
  const address = scene.mayPay(gift, scene.address())
  const answer = await scene.redeem(gift, session, address)
  scene.must('a claim', answer)
  await scene.arrives(address, gift.amount)
  return z.object({ tx_hash: z.string() }).parse(answer.json).tx_hash
}

/** Who is not the platform is told so. */
function authentic(what: string, status: number): void {
  if (status !== 401) throw new Breach(`${what} that was forged was answered with ${status}`)
}
