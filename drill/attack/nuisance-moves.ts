import { connect, type Socket } from 'node:net'

import { decodeFunctionData, getAddress, isHex } from 'viem'
import { z } from 'zod'

import { encodeCall } from '../../src/core/payloads/encode-evm.ts'
import { factoryAbi } from '../../src/core/payloads/factory-abi.ts'
import { Claimer, TransactionBuild } from '../../src/core/terms/shapes.ts'
import { chainOf, denomOn, tokenOf } from '../../src/core/terms/network.ts'
import { Breach } from './findings.ts'
import { claimInChat, ethText, signAs, signIdOf, type Move } from './honest-moves.ts'
import { miniAppData } from './people.ts'
import { depositOf } from './scene.ts'
import { CLAIMS_PER_CLIENT, MAILS_PER_HOUR, NODE_KEY, SMALLEST } from './world.ts'

/** Wrong PINs of one client that are compared, and wallets that one client connects to one request. */
const PINS_PER_CLIENT = 5
const WALLETS_PER_CLIENT = 10
const BURN = '0x000000000000000000000000000000000000dead'
const Shared = z.object({ claim_group_id: z.string(), claimers: z.array(Claimer) })

/** How others try to lock people out, to use up what is there for all, to lose money for them, or to learn a secret. */
export const nuisanceMoves: Move[] = [
  {
    name: 'strangers try wrong PINs, and the sender takes it back all the same',
    async play(scene) {
      const { world } = scene
      const gift = await scene.give({ telegram: `@${scene.name('p')}` })
      for (let stranger = 0; stranger < 4; stranger += 1) {
        const client = world.newClient()
        const guesses = Array.from({ length: PINS_PER_CLIENT + 2 }, () => scene.dice.hex(6))
        const tried = await Promise.all(guesses.map((guess) => scene.cancel(gift, guess, client)))
        for (const answer of tried)
          scene.refused('a guessed PIN', answer, 'WRONG_CODE', 'TOO_MANY_TRIES')
        const compared = tried.filter(({ code }) => code === 'WRONG_CODE').length
        if (compared > PINS_PER_CLIENT)
          throw new Breach(`${compared} PINs of one client were compared`)
      }
      scene.mayReturn(gift)
      scene.stillAllowed('a cancel', await scene.cancel(gift, gift.otp))
      await scene.ends(gift, 'cancelled')
    },
  },
  {
    name: 'readers of a group open a sign link with wallets of theirs',
    async play(scene) {
      const { people, world, dice } = scene
      const [erin, frank, group] = [scene.person(), scene.person(), people.group()]
      await people.says(frank, '/help')
      const sum = scene.amount()
      const order = `/tip @${frank.username} ${ethText(sum)} eth on base`
      const signId = signIdOf(await people.asks(erin, group, order))
      const path = `/api/v1/sign/${signId}`
      for (let reader = 0; reader < 2; reader += 1) {
        const client = world.newClient()
        const opened = await Promise.all(
          Array.from({ length: WALLETS_PER_CLIENT + 2 }, () =>
            world.call('POST', `${path}/prepare`, { address: `0x${dice.hex(40)}` }, { client }),
          ),
        )
        const most = opened.filter(({ code }) => code === 'ok').length
        if (most > WALLETS_PER_CLIENT) throw new Breach(`one client has connected ${most} wallets`)
      }
      const mine = await world.withWallet((wallet) =>
        world.transact(wallet, { to: wallet.address, value: 1n }),
      )
      for (const tx_hash of [mine, `0x${dice.hex(64)}`])
        scene.refused(
          'a transaction that is not the one',
          await world.call('POST', `${path}/report`, { tx_hash }),
          'TRANSACTION_MISMATCH',
          'NOT_FOUND',
        )
      const { claimer } = await signAs(scene, signId)
      await claimInChat(scene, frank, claimer, sum)
    },
  },
  {
    name: 'somebody has the key and the body of a call, and wants its PIN',
    async play(scene) {
      const { world } = scene
      const [client, thief] = [world.newClient(), world.newClient()]
      const headers = { 'idempotency-key': `order-${scene.name('k')}` }
      const path = '/api/v1/execute/token/deposit'
      await world.withWallet(async (wallet) => {
        const social = { telegram: `@${scene.name('p')}` }
        const body = depositOf(wallet.address, { social }, scene.amount())
        const ask = async (by: string) => {
          const answer = await world.call('POST', path, body, { client: by, headers })
          scene.must('a payload', answer)
          return TransactionBuild.parse(answer.json)
        }
        const build = await ask(client)
        const { _id: id, otp } = Claimer.parse(build.claimer)
        scene.ledger.made(id, scene.move)
        const seen = await ask(thief)
        if (seen.claimer?.otp !== '' || JSON.stringify(seen).includes(otp))
          throw new Breach(`somebody else was given the PIN of ${id}`)
        if ((await ask(client)).claimer?.otp !== otp)
          throw new Error('the owner of a call was not given the same answer again')
        await world.pay(wallet, build)
        const { claim_id: claimId } = await scene.funded({ id, secret: scene.linkSecret(id) })
        const gift = { id, claimId, secret: scene.linkSecret(id) }
        scene.mayReturn(gift)
        const cancelled = await scene.claimCall(gift, '/cancel', { claim_id: claimId, otp }, client)
        scene.must('a cancel', cancelled)
      })
    },
  },
  {
    name: "somebody names another's address as the sender until its owner would be limited",
    async play(scene) {
      const { world, dice } = scene
      const stranger = world.newClient()
      await world.withWallet(async (wallet) => {
        const social = { email: scene.mailbox() }
        const answers = await Promise.all(
          Array.from({ length: CLAIMS_PER_CLIENT + 5 }, () =>
            scene.build(wallet, { social }, scene.amount(), stranger),
          ),
        )
        const made = answers.filter(({ answer }) => answer.code === 'ok').length
        if (made > CLAIMS_PER_CLIENT) throw new Breach(`one client has made ${made} claims`)
        if (!answers.every(({ answer }) => ['ok', 'RATE_LIMITED'].includes(answer.code)))
          throw new Error('a payload was refused for another reason')
        const own = await scene.build(wallet, { social }, scene.amount())
        scene.stillAllowed('a payload', own.answer)
      })
      if (dice.chance(0.2)) scene.must('a quick answer', await world.call('GET', '/health'))
    },
  },
  {
    name: 'the sender is spelled in another way, and gets it back all the same',
    async play(scene) {
      const gift = await scene.give(
        { telegram: `@${scene.name('p')}` },
        { spell: (address) => (scene.dice.chance(0.5) ? getAddress(address) : shout(address)) },
      )
      const own = { chain_uid: 'base', address: gift.wallet.address.toLowerCase() }
      const vouchers = () => scene.world.books.vouchersOf(own, 'eth')
      const before = await vouchers()
      scene.mayReturn(gift)
      scene.must('a cancel', await scene.cancel(gift, gift.otp))
      await scene.ends(gift, 'cancelled')
      // Others may have lent the wallet since, so it has this much more at least.
      await scene.world.untilSo(
        'the vouchers are there',
        async () => (await vouchers()) >= before + gift.amount,
      )
    },
  },
  {
    name: 'many of the smallest claims are made and cancelled, and smaller ones refused',
    async play(scene) {
      const { world } = scene
      await world.withWallet(async (wallet) => {
        const people = Array.from({ length: 6 }, () => ({
          social: { telegram: `@${scene.name('p')}` },
        }))
        const sharesOf = (amount: bigint) => ({
          shares: people.map((to) => ({ to, amount: `${amount}` })),
        })
        const many = BigInt(people.length)
        const tiny = await scene.build(wallet, sharesOf(SMALLEST - 1n), (SMALLEST - 1n) * many)
        scene.refused('a share below the smallest claim', tiny.answer)
        const social = { email: scene.mailbox() }
        scene.refused(
          'a claim below the smallest',
          (await scene.build(wallet, { social }, 1n)).answer,
        )

        const { answer, made } = await scene.build(wallet, sharesOf(SMALLEST), SMALLEST * many)
        scene.must('a payload', answer)
        if (!made) throw new Error('no payload')
        const { claim_group_id, claimers } = Shared.parse(made)
        scene.ledger.made(claim_group_id, scene.move)
        await world.pay(wallet, made)
        for (const { _id: id, otp } of claimers) {
          const secret = scene.linkSecret(id)
          const { claim_id } = await scene.funded({ id, secret })
          scene.mayReturn({ id })
          const cancelled = await scene.claimCall({ id, secret }, '/cancel', { claim_id, otp })
          scene.must('a cancel', cancelled)
        }
      })
    },
  },
  {
    name: "dust is sent under somebody's claim, in a transaction that no server has built",
    async play(scene) {
      const { world } = scene
      const bobby = scene.person()
      const social = { telegram: `@${bobby.username}` }
      const sum = scene.amount()
      const id = await world.withWallet(async (wallet) => {
        const { answer, made } = await scene.build(wallet, { social }, sum)
        scene.must('a payload', answer)
        if (!made) throw new Error('no payload')
        const claimer = Claimer.parse(made.claimer)
        scene.ledger.made(claimer._id, scene.move)
        await world.pay(wallet, made)
        await world.withWallet((mallory) => world.pay(mallory, inDust(made)))
        return claimer._id
      })
      const later = await scene.give(social) // once it is there, so would the dust be
      const { items } = await scene.viewOf({ id, secret: scene.linkSecret(id) })
      if (items.length > 1)
        throw new Breach(`${items.length - 1} claims below the smallest wait in the sender's name`)
      await claimInChat(scene, bobby, id, sum)
      await claimInChat(scene, bobby, later.id, later.amount)
    },
  },
  {
    name: 'a mailbox is flooded, and somebody else asks for no more mails to it',
    async play(scene) {
      const { world } = scene
      const mailbox = scene.mailbox()
      const first = await scene.give({ email: mailbox })
      const notices = () =>
        world.mailsTo(mailbox).filter(({ text }) => !/^Code: /m.test(text ?? ''))
      await scene.world.untilSo(`a mail comes to ${mailbox}`, () => notices().length > 0)
      const header = notices()[0]?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
      const stop = new URL(/^<(.*)>$/.exec(header ?? '')?.[1] ?? '').pathname
      const [forged, bare] = [stop.replace(/.{6}$/, 'AAAAAA'), `/unsubscribe/${scene.dice.hex(64)}`]
      for (const path of [forged, bare])
        scene.refused(
          'a forged opt-out',
          await world.call('POST', path, { choice: 'all' }),
          'NOT_FOUND',
        )
      await world.withWallet(async (wallet) => {
        for (let wave = 0; wave < 2; wave += 1) {
          const shares = Array.from({ length: 8 }, () => ({
            to: { social: { email: mailbox } },
            amount: `${SMALLEST}`,
          }))
          const { answer, made } = await scene.build(wallet, { shares }, SMALLEST * 8n)
          scene.must('a payload', answer)
          if (!made) throw new Error('no payload')
          const { claim_group_id, claimers } = Shared.parse(made)
          scene.ledger.made(claim_group_id, scene.move)
          scene.leave(claim_group_id)
          await world.pay(wallet, made)
          const [one] = claimers
          if (one) await scene.funded({ id: one._id, secret: scene.linkSecret(one._id) })
        }
      })
      await scene.world.untilSo(`the next mail comes to ${mailbox}`, () => notices().length > 1)
      if (notices().length > MAILS_PER_HOUR)
        throw new Breach(`${notices().length} mails came to one mailbox`)
      const code = await scene.codeFor(first, mailbox)
      const proven = await scene.claimCall(first, '/proof/verify', { code })
      scene.must('a code', proven)
      const address = scene.mayPay(first, scene.address())
      scene.must('a claim', await scene.redeem(first, scene.sessionIn(proven), address))
      await scene.arrives(address, first.amount)
    },
  },
  {
    name: 'half-sent bodies, many simulations, and hashes that nobody sent',
    async play(scene) {
      const { world, dice } = scene
      const client = world.newClient()
      const sockets = Array.from({ length: 5 }, () => sendHalf(world.url))
      const simulations = Array.from(
        { length: 5 },
        (_, at) =>
          `s${at}: simulate_swap(asset_in: "eth", amount_in: "${1 + dice.below(1_000_000)}", asset_out: "usdc", min_amount_out: "1", swaps: ["eth", "usdc"]) { amount_out }`,
      )
      const query = `{ router { ${simulations.join(' ')} } }`
      await Promise.all([
        world.call('POST', '/graphql', { query }, { client }),
        ...Array.from({ length: 10 }, () => world.call('GET', '/ready', undefined, { client })),
        ...Array.from({ length: 5 }, () =>
          world.call(
            'POST',
            '/api/v1/txn/track',
            { chain: 'base', tx_hash: `0x${dice.hex(64)}` },
            { client },
          ),
        ),
        world.call(
          'POST',
          `/api/v1/sign/${dice.hex(21)}/report`,
          { tx_hash: `0x${dice.hex(64)}` },
          { client },
        ),
      ])
      scene.stillAllowed('a page', await world.call('GET', '/health'))
      for (const socket of sockets) socket.destroy()
    },
  },
  {
    name: "the key of a provider's node is looked for in what everybody may read",
    async play({ world, dice, must }) {
      const paths = [
        '/',
        '/docs',
        '/openapi.json',
        `/sign/${dice.hex(21)}`,
        '/claim/1',
        '/health',
        '/ready',
        '/metrics',
      ]
      const answers = await Promise.all([
        ...paths.map((path) => fetch(`${world.url}${path}`)),
        fetch(`${world.url}/${dice.pick(['.env', 'data', 'network.json', 'assets/../../.env'])}`),
      ])
      for (const answer of answers) {
        const read = `${JSON.stringify([...answer.headers])} ${await answer.text()}`
        if (read.includes(NODE_KEY)) throw new Breach(`${answer.url} tells the key of a node`)
      }
      // Whatever these calls answer is looked through for it.
      const query =
        '{ chains { evm_chain_config(chain_uid: "base") { rpc_urls { default { http } } } } }'
      must('a question', await world.call('POST', '/graphql', { query }))
    },
  },
  {
    name: 'a claim is sent where nobody has a key: it is refused, and still waits',
    async play(scene) {
      const { network } = scene.world
      const bobby = scene.person()
      const gift = await scene.give({ telegram: `@${bobby.username}` })
      const session = await scene.proveAccount(gift, bobby)
      const usdc = denomOn(tokenOf(network, 'usdc'), 'base')
      const places = [
        `0x${'0'.repeat(40)}`,
        `0x${(1 + scene.dice.below(17)).toString(16).padStart(40, '0')}`,
        BURN,
        `0x${'ee'.repeat(20)}`,
        chainOf(network, 'base').factory,
        usdc && 'smart' in usdc ? usdc.smart.contract_address : BURN,
      ]
      for (const place of places) {
        scene.refused(place, await scene.redeem(gift, session, place), 'INVALID_ADDRESS')
        const release = { release: false }
        scene.refused(place, await scene.redeem(gift, session, place, release), 'INVALID_ADDRESS')
      }
      scene.unpaid(
        BURN,
        await scene.people.says(bobby, `/claim 1 to base ${scene.dice.pick(places)}`),
      )
      await claimInChat(scene, bobby, gift.id, gift.amount)
    },
  },
  {
    name: 'somebody with a link asks for the codes and the proofs of a claim for another account',
    async play(scene) {
      const bobby = scene.person()
      const gift = await scene.give({ telegram: `@${bobby.username}` })
      const others = scene.person()
      const client = scene.world.newClient()
      const unknown = { ...gift, secret: scene.linkSecret(scene.name('x')) }
      scene.refused(
        'a wrong link',
        await scene.claimCall(unknown, '/proof', { kind: 'telegram' }),
        'NOT_FOUND',
      )
      const view = await scene.world.call('GET', `/api/v1/claims/${gift.id}`, undefined, { client })
      scene.refused('a view without the link', view, 'NOT_FOUND')
      scene.refused(
        'a proof of another',
        await scene.proveBy(gift, miniAppData(others)),
        'NOT_YOURS',
      )
      await claimInChat(scene, bobby, gift.id, gift.amount)
    },
  },
]

/** The same deposit as three claims of one wei each. */
function inDust(build: TransactionBuild): TransactionBuild {
  const [message] = build.type === 'evm' ? build.msgs : []
  if (build.type !== 'evm' || !message || !isHex(message.data)) throw new Error('no EVM payload')
  const { functionName, args } = decodeFunctionData({ abi: factoryAbi, data: message.data })
  if (functionName !== 'depositToken') throw new Error('the payload is no deposit')
  const [asset, , [recipient], config] = args
  if (!recipient) throw new Error('the deposit has no recipient')
  const grain = { ...recipient, amount: { ...recipient.amount, value: 1n } }
  const data = encodeCall('depositToken', [asset, 3n, [grain, grain, grain], config])
  const { gasLimit: _, ...unlimited } = message
  return { ...build, msgs: [{ ...unlimited, data, value: '0x3' }] }
}

/** An address in capitals, which is none of the checksum's spellings but the same address to most. */
const shout = (address: `0x${string}`): `0x${string}` => `0x${address.slice(2).toUpperCase()}`

/** Begins a request and leaves it there. */
function sendHalf(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined) // it is hung up on
  socket.write(
    'POST /api/v1/execute/token/deposit HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"sender"',
  )
  return socket
}
