import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'

import Sqlite from 'better-sqlite3'
import { pino } from 'pino'
import { z } from 'zod'

import { createClaimRelayer } from '../src/chains/hub/claim-relayer.ts'
import { createPoolState } from '../src/chains/hub/pool-state.ts'
import { createHub } from '../src/chains/hub/hub.ts'
import { isRefusal, type SignOrder } from '../src/claims/signer.ts'
import { DomainError } from '../src/core/terms/errors.ts'
import { usdPrices } from '../src/core/reference/usd-prices.ts'
import { usdWorth } from '../src/core/reference/usd-value.ts'
import type { CrossChainUser } from '../src/core/terms/shapes.ts'
import { DEVNET_MNEMONIC } from '../src/devnet/accounts.ts'
import { startDevnet, type Devnet } from '../src/devnet/devnet.ts'
import { createPersonaWallets } from '../src/devnet/persona-wallets.ts'
import { createSignerClient } from '../src/signer/signer-client.ts'
import { ANY_PORTS } from '../test/devnet/any-ports.ts'
import { connectBooks, faultsIn, settle } from '../test/devnet/books.ts'
import { runCommand } from '../test/flows/run-command.ts'
import { freePort, startProgram, startVouch, type Vouch } from '../test/flows/vouch-process.ts'
import { startSmtpServer, type SmtpServer } from '../test/mail/smtp-server.ts'
import { createClaimVisitors, type Sent, type Visitors } from './claim-visitor.ts'

const WAIT_MS = 240_000
const USD = 10n ** 18n
const TOKEN = 'eth'

type Options = { claims: number; say(line: string): void }

/** What both drills stand on: a local network, a server on it, and claims that were really paid for. */
type Stage = {
  devnet: Devnet
  folder: string
  /** What the server is configured with. */
  env: Record<string, string>
  start(more: Record<string, string>): Promise<Vouch>
  visitors: Visitors
  /** Sends claims of so many wei from several wallets, and waits until all wait on the hub. */
  fund(count: number, wei: bigint): Promise<Paid[]>
}
type Paid = Sent & { sender: CrossChainUser }

/** Runs a drill on a stage of its own, and clears that away. */
async function onStage<Result>(act: (stage: Stage) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'drill-custody-'))
  const smtp: SmtpServer = await startSmtpServer()
  const devnet = await startDevnet({ blockTimeMs: 100, ports: ANY_PORTS })
  const { network, personas } = devnet
  const networkFile = join(folder, 'network.json')
  writeFileSync(networkFile, JSON.stringify(network))
  const vaultKey = randomBytes(32)
  const env = {
    NETWORK: networkFile,
    DATA_DIR: join(folder, 'data'),
    VAULT_KEY: vaultKey.toString('base64'),
    RELAYER_MNEMONIC: DEVNET_MNEMONIC,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Vouch <vouch@example.com>',
    CLAIMS_PER_CLIENT: '1000000',
  }
  let url = ''
  const visitors = createClaimVisitors({ url: () => url, smtp, vaultKey })
  const wallets = createPersonaWallets(network)
  try {
    return await act({
      devnet,
      folder,
      env,
      visitors,
      async start(more) {
        const vouch = await startVouch({ dataDir: env.DATA_DIR, env: { ...env, ...more } })
        url = vouch.url
        return vouch
      },
      async fund(count, wei) {
        const each = personas.map(async (persona, index) => {
          const sender = wallets.accounts(persona).find(({ chain_uid }) => chain_uid === 'base')
          if (!sender) throw new Error(`${persona.name} has no wallet on base`)
          const paid: Paid[] = []
          for (let number = index; number < count; number += personas.length) {
            const sent = await visitors.send(sender, `reader${number}@example.com`, wei)
            await wallets.broadcast(persona, sent.build)
            paid.push({ ...sent, sender })
          }
          return paid
        })
        const paid = (await Promise.all(each)).flat()
        const statuses = async () =>
          (await Promise.all(paid.map((sent) => visitors.view(sent)))).map(
            ({ items }) => items[0]?.status,
          )
        await until(async () => (await statuses()).every((status) => status === 'funded'))
        return paid
      },
    })
  } finally {
    await devnet.stop()
    await smtp.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The fire: everything of the server burns but the master key, which was kept elsewhere. Whatever nobody had claimed until then is
 * back with its sender, by one command and the chain alone. Returns what went wrong.
 */
export function fire({ claims, say }: Options): Promise<string[]> {
  return onStage(async ({ devnet, folder, env, start, visitors, fund }) => {
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
    await until(async () => (await visitors.view(claimed)).items[0]?.status === 'paid')
    await second.kill()
    rmSync(env['DATA_DIR'] ?? '', { recursive: true })
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
      ...masters,
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

const KeyRow = z.object({ id: z.string(), sealed_key: z.instanceof(Buffer), claim_id: z.string() })

/**
 * The thief: everything that the web-facing process has, but not the signer's machine. With its token, its database and the account
 * that pays the gas it takes what the caps leave of all that waits, and not more. Returns what went wrong.
 */
export function thief({ claims, say }: Options): Promise<string[]> {
  return onStage(async ({ devnet, folder, env, start, visitors, fund }) => {
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
      NETWORK: env['NETWORK'] ?? '',
      SIGNER_DIR: join(folder, 'signer'),
      SIGNER_KEY: randomBytes(32).toString('base64'),
      SIGNER_TOKEN: token,
      SIGNER_PORT: `${port}`,
      SIGNER_CLAIM_USD: '20',
      SIGNER_HOUR_USD: `${hourUsd}`,
      SIGNER_DAY_USD: '150',
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
    const sqlite = new Sqlite(join(env['DATA_DIR'] ?? '', 'vouch.sqlite'), { readonly: true })
    const rows = sqlite
      .prepare(
        'select c.id, c.sealed_key, k.claim_id from claimers c join claims k on k.claimer_id = c.id',
      )
      .all()
      .map((row) => KeyRow.parse(row))
    sqlite.close()
    const books = await connectBooks(network)
    const loot = { chain_uid: 'base', address: `0x${randomBytes(20).toString('hex')}` }
    const held = async () =>
      (await books.balanceOf(loot, TOKEN)) + (await books.vouchersOf(loot, TOKEN))
    const before = await held()
    const signer = createSignerClient({
      address: () => ({ url, token }),
      log: { warn: (details) => void problems.push(JSON.stringify(details)) },
    })
    const relayer = await createClaimRelayer({
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
        await until(async () => (await relayer.result(txHash)) !== undefined)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error // the contract refuses a claim that is paid
      }
    }
    const elsewhere = { chain_uid: 'polygon', address: loot.address }
    for (const release of [true, false])
      for (const recipient of [loot, elsewhere])
        for (const { id, sealed_key: key, claim_id: claimId } of rows)
          await steal({ claimId, claimerId: id, key, token: TOKEN, recipient, release })
    // One claim's key for another, and approvals of nobody.
    for (const [index, { id, sealed_key: key }] of rows.entries())
      await steal({
        claimId: rows[(index + 1) % rows.length]?.claim_id ?? '0',
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
    await until(async () => {
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
      await until(async () => (await books.vouchersOf(sender, TOKEN)) === had + wei)
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

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const from = Date.now(); !(await holds()); await pass(100))
    if (Date.now() - from > WAIT_MS) throw new Error(`it did not come to be within ${WAIT_MS} ms`)
}
