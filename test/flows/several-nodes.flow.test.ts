import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createChainAccess } from '../../src/chains/chain-access.ts'
import { hubOf } from '../../src/core/terms/network.ts'
import { TransactionBuild, type Claimer } from '../../src/core/terms/shapes.ts'
import { createPersona } from '../../src/devnet/accounts.ts'
import { createPersonaWallets } from '../../src/devnet/persona-wallets.ts'
import { claims } from '../../src/store/claims/claim-tables.ts'
import { callNode, startLiar, type Lie } from '../chains/node-server.ts'
import { chooseLastingPorts } from '../devnet/any-ports.ts'
import { startDevnetProcess, type DevnetProcess } from '../devnet/devnet-process.ts'
import { temporaryFolder } from '../devnet/evm/local-factory.ts'
import { startSmtpServer, type SmtpServer } from '../mail/smtp-server.ts'
import { openOwnDatabase } from './own-database.ts'
import { createVouchClient } from './vouch-client.ts'
import { startVouch, type Vouch } from './vouch-process.ts'
import { PATIENT } from '../devnet/patient.ts'

const KEY = 'k3y0fTh3Pr0v1d3r'
const FORGED_ID = '4711'

const folder = temporaryFolder()
let devnet: DevnetProcess
let smtp: SmtpServer
let hubUrl: string
/** The first of the hub's two nodes. */
let liar: Awaited<ReturnType<typeof startLiar>>
let vouch: Vouch

beforeAll(async () => {
  const data = join(folder.path, 'data')
  await chooseLastingPorts(data)
  smtp = await startSmtpServer()
  devnet = await startDevnetProcess(folder.path, ['--data-dir', data])
  const { chains, hub, ...network } = devnet.network
  hubUrl = chains.find(({ chain_uid }) => chain_uid === hub.chain_uid)?.rpc_url ?? ''
  liar = await startLiar(hubUrl)
  const nodes = { rpc_url: `${liar.url}/${KEY}`, rpc_urls: [`${hubUrl}?key=${KEY}`] }
  const several = chains.map((chain) =>
    chain.chain_uid === hub.chain_uid ? { ...chain, ...nodes } : chain,
  )
  const file = join(folder.path, 'several.json')
  writeFileSync(file, JSON.stringify({ ...network, hub, chains: several }))
  vouch = await start(file)
})
afterAll(async () => {
  await liar.stop()
  await devnet.end('SIGKILL')
  await smtp.stop()
  folder.remove()
})

function start(networkFile = join(folder.path, 'several.json'), dataDir?: string): Promise<Vouch> {
  return startVouch({
    ...(dataDir !== undefined && { dataDir }),
    env: {
      NETWORK: networkFile,
      LOG_LEVEL: 'trace',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Vouch <vouch@example.com>',
      MAIL_JOIN_SEC: '1',
      VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
      RELAYER_MNEMONIC: 'test test test test test test test test test test test junk',
    },
  })
}

const mailsTo = (address: string) =>
  smtp.arrived.filter(({ recipients }) => recipients.includes(address)).length

/** What alice would sign to send somebody one EUCLID of the hub. */
async function buildFor(email: string) {
  const alice = await createPersona('alice')
  const answer = await createVouchClient(vouch.url).ok<{ claimer: Claimer }>(
    'POST',
    '/api/v1/execute/token/deposit',
    {
      sender: { chain_uid: 'neuron', address: alice.cosmos.address },
      amount_in: '1000000',
      asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
      recipient: { social: { email } },
    },
  )
  return { build: TransactionBuild.parse(answer), answer }
}

async function pay(build: TransactionBuild) {
  await createPersonaWallets(devnet.network).broadcast(await createPersona('alice'), build)
}

async function stateOfHub() {
  const { status, body } = await createVouchClient(vouch.url).call<{
    chains: Record<string, string>
  }>('GET', '/ready')
  const metrics = await (await fetch(`${vouch.url}/metrics`)).text()
  const [, contradiction] =
    /^vouch_chain_contradiction\{chain="neuron"\} (\d)$/m.exec(metrics) ?? []
  return { status, neuron: body.chains['neuron'], contradiction }
}
const WELL = { status: 200, neuron: 'ok', contradiction: '0' }
const CONTRADICTED = { status: 503, neuron: 'contradiction', contradiction: '1' }

/** The claims that are booked, once the server has ended. */
async function booked(): Promise<string[]> {
  await vouch.stop()
  const { db, close } = await openOwnDatabase(vouch.dataDir)
  const found = await db.select().from(claims).all()
  await close()
  return found.map(({ claimId }) => claimId)
}

type Attribute = { key: string; value: string }
type TxResult = { events: { type: string; attributes: Attribute[] }[] }

test('a node that forges a claim, or hides one, is believed by nobody, and the real one is paid for', async () => {
  const [ann, bob] = ['ann@example.com', 'bob@example.com']
  const paid = await buildFor(ann)
  await pay(paid.build)
  await expect.poll(() => mailsTo(ann)).toBe(1)

  // Bob's claim, as ann's was, in a block where nothing happened.
  const unpaid = await buildFor(bob)
  const status = await callNode(hubUrl, 'status', {})
  const newest = Number(status.sync_info.latest_block_height)
  const real = await findClaim(newest)
  const forged = JSON.parse(
    JSON.stringify(real.results)
      .replaceAll(paid.answer.claimer._id, unpaid.answer.claimer._id)
      .replaceAll(paid.answer.claimer.public_secret, unpaid.answer.claimer.public_secret),
    (key, value: Attribute) =>
      Object(value) === value && value.key === 'create_claim'
        ? { ...value, value: FORGED_ID }
        : value,
  )
  expect(JSON.stringify(forged)).toContain(`"${FORGED_ID}"`)
  expect(JSON.stringify(forged)).toContain(unpaid.answer.claimer._id)
  // Whichever of the blocks to come is asked for first.
  let at: string | undefined
  const forge: Lie = (method, params, result) => {
    const { height } = params as { height?: string } // what our reader sends
    if (method === 'blockchain') {
      const { block_metas, ...rest } = result as { block_metas: Meta[] } // a real node's
      return { ...rest, block_metas: block_metas.map((meta) => withTxs(meta, at, real)) }
    }
    if (method === 'block' && Number(height) > newest) at ??= height
    if (height === undefined || height !== at) return result
    if (method === 'block_results') return { ...forged, height: at }
    const { block, ...rest } = result as { block: { header: object } } // a real node's
    const header = { ...block.header, data_hash: real.dataHash }
    return method === 'block' ? { ...rest, block: { ...block, header, data: real.data } } : result
  }
  liar.lie = forge
  await expect.poll(stateOfHub).toEqual(CONTRADICTED)
  // Asked alone, it would be believed.
  const { network } = devnet
  const alone = createChainAccess({ ...hubOf(network), rpc_url: liar.url }, network, PATIENT)
  expect((await alone.block(Number(at))).flatMap(({ events }) => events)).toContainEqual(
    expect.objectContaining({
      kind: 'create_claim',
      claim_id: FORGED_ID,
      pseudo_claim_id: unpaid.answer.claimer._id,
      claimer_pubkey: unpaid.answer.claimer.public_secret,
    }),
  )

  // Also after a restart, which is what people try first.
  expect(await booked()).toHaveLength(1)
  vouch = await start(undefined, vouch.dataDir)
  await expect.poll(stateOfHub).toEqual(CONTRADICTED)
  liar.lie = undefined
  await expect.poll(stateOfHub).toEqual(WELL)

  // Now it hides what is really paid.
  const hide: Lie = (method, _params, result) => {
    const { txs_results: found } = result as { txs_results: TxResult[] | null } // a real node's
    return method === 'block_results' && found
      ? { ...(result as object), txs_results: found.map(withoutClaims) }
      : result
  }
  liar.lie = hide
  await pay(unpaid.build)
  await expect.poll(stateOfHub).toEqual(CONTRADICTED)
  expect(mailsTo(bob)).toBe(0)
  liar.lie = undefined
  await expect.poll(() => mailsTo(bob)).toBe(1)
  await expect.poll(stateOfHub).toEqual(WELL)

  const [line] = vouch.logged().filter((said) => said.includes('contradict each other'))
  expect(line).toContain('rpc_urls.0 (127.0.0.1:')
  expect(vouch.logged().join()).not.toContain(KEY)
  const ids = await booked()
  expect(ids).toHaveLength(2)
  expect(ids).not.toContain(FORGED_ID)
  expect([mailsTo(ann), mailsTo(bob)]).toEqual([1, 1])
})

type Meta = { header: { height: string; data_hash: string }; num_txs: string }

/** What is told of a block in a list, where that is the forged one. */
function withTxs(
  meta: Meta,
  at: string | undefined,
  { data, dataHash }: { data: { txs: string[] }; dataHash: string },
): Meta {
  if (meta.header.height !== at) return meta
  const header = { ...meta.header, data_hash: dataHash }
  return { ...meta, header, num_txs: `${data.txs.length}` }
}

/** A contract that ran always tells something: what tells of a claim is missing. */
function withoutClaims(result: TxResult): TxResult {
  const tellsClaim = (event: object) => JSON.stringify(event).includes('claim')
  return { ...result, events: result.events.filter((event) => !tellsClaim(event)) }
}

/** The newest block with a claim in it, up to a height. */
async function findClaim(upTo: number) {
  for (let height = `${upTo}`; height !== '0'; height = `${Number(height) - 1}`) {
    const results = await callNode(hubUrl, 'block_results', { height })
    if (!JSON.stringify(results.txs_results).includes('pseudo_claim_id')) continue
    const { block } = await callNode(hubUrl, 'block', { height })
    return { results, data: block.data, dataHash: block.header.data_hash }
  }
  throw new Error('no claim was made')
}
