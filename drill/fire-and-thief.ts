import { createHash, randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { eq } from 'drizzle-orm'
import { pino } from 'pino'

import { createHubAccount } from '../src/chains/hub/hub-account.ts'
import { createPoolState } from '../src/chains/hub/pool-state.ts'
import { createHub } from '../src/chains/hub/hub.ts'
import { isRefusal, type SignOrder } from '../src/claims/signer.ts'
import { DomainError } from '../src/core/terms/errors.ts'
import { usdPrices } from '../src/core/reference/usd-prices.ts'
import { usdWorth } from '../src/core/reference/usd-value.ts'
import type { CrossChainUser } from '../src/core/terms/shapes.ts'
import { DEVNET_MNEMONIC } from '../src/devnet/accounts.ts'
import type { Devnet } from '../src/devnet/devnet.ts'
import { createSignerClient } from '../src/signer/signer-client.ts'
import { claimers, claims as claimRows } from '../src/store/claims/claim-tables.ts'
import { connectBooks, faultsIn, settle } from '../test/devnet/books.ts'
import { openOwnDatabase } from '../test/flows/own-database.ts'
import { runCommand } from '../test/flows/run-command.ts'
import { freePort, startProgram } from '../test/flows/vouch-process.ts'
import { comesToBe } from './comes-to-be.ts'
import { withStage, type Paid } from './stage.ts'

const USD = 10n ** 18n
const TOKEN = 'eth'

type Options = {
  claims: number
  /** Whether what protects the claims is broken, which has to be noticed: the fire's older key is lost, the thief's caps are too high. */
  broken?: boolean
  say(line: string): void
}

/**
 * The fire: everything of the server burns but the master key, which was kept elsewhere. Whatever nobody had claimed until then is
 * back with its sender, by one command and the chain alone. Returns what went wrong.
 */
export function fire({ claims, broken = false, say }: Options): Promise<string[]> {
  return withStage(async ({ devnet, folder, env, start, visitors, fund }) => {
    const wei = 10n ** 15n
    const { network } = devnet
    const books = await connectBooks(network)
    const SIGNER_KEY = randomBytes(32).toString('base64')
    const vouch = await start({ SIGNER_KEY })
    const before = await fund(Math.ceil(claims / 2), wei)
    // Half-way the master key is changed: claims of both are in the fire.
    await vouch.stop()
    const NEWER = randomBytes(32).toString('base64')
    const masters = { SIGNER_KEY: NEWER, SIGNER_KEY_OLD: SIGNER_KEY }
    const second = await start(masters)
    const paid = [...before, ...(await fund(claims - before.length, wei))]
    const [claimed] = paid
    if (!claimed) throw new Error('there are no claims')
    const reader = await books.userOn('base', 'bobby')
    const { outcome } = await visitors.redeem(claimed, await visitors.prove(claimed), reader)
    const problems = outcome === 'ok' ? [] : [`the first claim was not paid: ${outcome}`]
    await comesToBe(
      'the first claim is paid',
      async () => (await visitors.view(claimed)).items[0]?.status === 'paid',
    )
    await second.kill()
    rmSync(env.DATA_DIR, { recursive: true })
    say(`${paid.length} claims on chain, 1 of them paid; the database and the folder are gone`)

    const unclaimed = paid.filter((each) => each !== claimed)
    const senders = new Map(unclaimed.map(({ sender }) => [sender.address, sender]))
    const held = async (sender: CrossChainUser) => books.vouchersOf(sender, TOKEN)
    const had = new Map<string, bigint>()
    for (const [address, sender] of senders) had.set(address, await held(sender))
    // The network file that was found again is an old one: it does not know the token yet.
    const NETWORK = join(folder, 'old-network.json')
    const tokens = network.tokens.filter(({ token }) => token !== TOKEN)
    writeFileSync(NETWORK, JSON.stringify({ ...network, tokens }))
    const ended = await runCommand(['claims', 'recover', '--send', '--to', `${claims + 50}`], {
      NETWORK,
      RELAYER_MNEMONIC: DEVNET_MNEMONIC,
      DATA_DIR: join(folder, 'nothing'),
      ...(broken ? { SIGNER_KEY: NEWER } : masters),
    })
    say(ended.stdout.trimEnd().split('\n').at(-1) ?? '')
    if (ended.code !== 0) problems.push(`the command ended with ${ended.code}: ${ended.stderr}`)
    for (const [address, sender] of senders) {
      const got = (await held(sender)) - (had.get(address) ?? 0n)
      const due = BigInt(unclaimed.filter((each) => each.sender.address === address).length) * wei
      if (got !== due) problems.push(`${address} has ${got} of ${due} back`)
    }
    problems.push(...(await settle(devnet)), ...(await faultsIn(devnet)))
    return problems
  })
}

/**
 * The thief: everything that the web-facing process has, but not the signer's machine. With its token, its database and the account
 * that pays the gas it takes what the caps leave of all that waits, and not more. Returns what went wrong.
 */
export function thief({ claims, broken = false, say }: Options): Promise<string[]> {
  return withStage(async ({ devnet, folder, env, start, visitors, fund }) => {
    const { network } = devnet
    const problems: string[] = []
    const price = await priceOf(devnet)
    const worth = (wei: bigint) => usdWorth(wei, { price, decimals: 18 })
    const hourUsd = 100n
    // Each is worth a tenth of what an hour pays, and a bit more: nine fit.
    const wei = (hourUsd * USD * 10n ** 18n) / 10n / worth(10n ** 18n) + 10n ** 12n
    const token = randomBytes(32).toString('base64url')
    const port = await freePort()
    const signerEnv = {
      NETWORK: env.NETWORK,
      SIGNER_DIR: join(folder, 'signer'),
      SIGNER_KEY: randomBytes(32).toString('base64'),
      SIGNER_TOKEN: token,
      SIGNER_PORT: `${port}`,
      SIGNER_CLAIM_USD: '20',
      SIGNER_HOUR_USD: `${broken ? hourUsd * 10n : hourUsd}`,
      SIGNER_DAY_USD: broken ? '1500' : '150',
    }
    await startProgram(['signer'], signerEnv, /^vouch signer ready/m)
    const url = `http://127.0.0.1:${port}`
    const vouch = await start({ SIGNER_URL: url, SIGNER_TOKEN: token })
    const paid = await fund(claims, wei)
    const whole = wei * BigInt(claims)
    say(
      `${claims} claims of ${wei} wei, ${worth(whole) / USD} USD together; an hour pays ${hourUsd} USD`,
    )

    // What the thief has: the database, the signer's address and token, the mnemonic.
    const { db, close } = await openOwnDatabase(env.DATA_DIR)
    const found = await db
      .select({ id: claimers.id, key: claimers.heldKey, claimId: claimRows.claimId })
      .from(claimers)
      .innerJoin(claimRows, eq(claimRows.claimerId, claimers.id))
      .all()
    await close()
    const rows = found.flatMap(({ key, ...row }) => (key ? [{ ...row, key }] : []))
    const books = await connectBooks(network)
    const loot = { chain_uid: 'base', address: `0x${randomBytes(20).toString('hex')}` }
    const held = async () =>
      (await books.balanceOf(loot, TOKEN)) + (await books.vouchersOf(loot, TOKEN))
    const before = await held()
    const signer = createSignerClient({
      address: () => ({ url, token }),
      log: { warn: (details) => void problems.push(JSON.stringify(details)) },
    })
    const relayer = await createHubAccount({
      hub: createHub(network),
      mnemonic: DEVNET_MNEMONIC,
      index: 0,
    })
    const refusals = new Map<string, number>()
    let signed = 0
    /** Asks for a signature, and spends it. */
    async function steal(order: SignOrder): Promise<void> {
      const answer = await signer.sign(order)
      if (isRefusal(answer)) {
        refusals.set(answer.refused, (refusals.get(answer.refused) ?? 0) + 1)
        return
      }
      signed += 1
      const { data, signature } = answer
      try {
        const { bytes, txHash } = await relayer.sign(
          { claim_voucher: { data, signature } },
          await relayer.nextSequence(),
        )
        await relayer.broadcast(bytes)
        await comesToBe(
          'it is in a block',
          async () => (await relayer.result(txHash)) !== undefined,
        )
      } catch (error) {
        if (!(error instanceof DomainError)) throw error // the contract refuses a claim that is paid
      }
    }
    const elsewhere = { chain_uid: 'polygon', address: loot.address }
    for (const release of [true, false])
      for (const recipient of [loot, elsewhere])
        for (const { id, key, claimId } of rows)
          await steal({ claimId, claimerId: id, key, token: TOKEN, recipient, release })
    // One claim's key for another, and approvals of nobody.
    for (const [index, { id, key }] of rows.entries())
      await steal({
        claimId: rows[(index + 1) % rows.length]?.claimId ?? '0',
        claimerId: id,
        key,
        token: TOKEN,
        recipient: loot,
        release: true,
      })
    for (const { data } of await signer.waiting()) {
      const hash = createHash('sha256').update(data).digest('hex')
      const signature = Buffer.alloc(64, 1).toString('base64')
      if (await signer.approve({ hash, signature }))
        problems.push(`a forged approval of ${hash} was taken`)
    }
    problems.push(...(await settle(devnet)))
    const stolen = (await held()) - before
    say(
      `stolen: ${worth(stolen) / USD} USD by ${signed} signatures; refused: ${JSON.stringify(Object.fromEntries(refusals))}`,
    )
    if (worth(stolen) > hourUsd * USD)
      problems.push(`${stolen} wei is more than the cap of an hour`)
    if (stolen === 0n) problems.push('nothing was stolen: then nothing was tried either')

    // Whatever was not stolen is still its sender's. The server may see a block later that a claim is gone.
    let mine: Paid[] = []
    await comesToBe('the server sees what is gone', async () => {
      const views = await Promise.all(paid.map((sent) => visitors.view(sent)))
      mine = paid.filter((_, index) => views[index]?.items[0]?.status === 'funded')
      return mine.length === claims - Number(stolen / wei)
    })
    const [one] = mine
    if (one) {
      const { sender } = one
      const had = await books.vouchersOf(sender, TOKEN)
      const outcome = await visitors.door(one, 'alice').cancel(one.claimer.otp)
      if (outcome !== 'ok') problems.push(`taking one back was refused: ${outcome}`)
      await comesToBe(
        'a claim is back with its sender',
        async () => (await books.vouchersOf(sender, TOKEN)) === had + wei,
      )
    }
    problems.push(...(await settle(devnet)), ...(await faultsIn(devnet)))
    await vouch.stop()
    return problems
  })
}

/** USD for a whole token, by the hub's pools. */
async function priceOf({ network }: Devnet): Promise<string> {
  const log = pino({ level: 'silent' })
  const pools = createPoolState({
    hub: createHub(network),
    maxAgeMs: 60_000,
    log,
    now: () => new Date(),
  })
  const price = usdPrices((await pools.current()).pools, network.tokens).get(TOKEN)
  if (price === undefined) throw new Error(`${TOKEN} has no price`)
  return price
}
