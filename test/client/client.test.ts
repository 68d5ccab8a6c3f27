import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createHub } from '../../src/chains/hub/hub.ts'
import { openApiRoutes } from '../../src/api/routes/openapi-routes.ts'
import { operationRoutes } from '../../src/api/routes/operation-routes.ts'
import { createApi, type Api } from '../../src/api/server.ts'
import type { Call } from '../../src/calls/call.ts'
import { clientCalls } from '../../src/calls/calls.ts'
import { createVouchClient, VouchError } from '../../src/client/client.ts'
import { createOperations } from '../../src/services/operations/operations.ts'
import { ALICE_EVM, ALICE_HUB, sampleNetwork } from '../core/sample-network.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

let api: Api
let url: string
beforeAll(async () => {
  const operations = createOperations({
    network: sampleNetwork,
    claimers: { create: () => Promise.reject(new Error('no claimer is made here')) },
    pools: createHub(sampleNetwork),
    now: () => new Date(),
  })
  api = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      openApiRoutes({
        network: sampleNetwork,
        pools: { current: () => Promise.reject(new Error('no hub is reached here')) },
      }),
      operationRoutes(operations),
    ],
  })
  url = `http://127.0.0.1:${(await api.start({ port: 0, host: '127.0.0.1' })).port}`
})
afterAll(() => api.stop())

const deposit = {
  amount_in: '5',
  asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
  sender: { chain_uid: 'base', address: ALICE_EVM },
  recipient: { chain_uid: 'neuron', address: ALICE_HUB },
}

describe('against the real server', () => {
  test('a build comes back as the server made it', async () => {
    const build = await createVouchClient({ baseUrl: `${url}/` }).deposit(deposit)
    expect(build).toMatchObject({ type: 'evm', msgs: [{ chainId: '8453', value: '0x5' }] })
  })
  test('a refusal says code, message, fix and request', async () => {
    const refused = createVouchClient({ baseUrl: url }).deposit({ ...deposit, amount_in: '0' })
    await expect(refused).rejects.toBeInstanceOf(VouchError)
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      status: 400,
      message: expect.stringContaining('amount_in'),
      fix: expect.stringContaining('amount_in'),
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })
})

describe('whatever a far end does', () => {
  let server: Server
  let far: string
  /** `rest`: the connection is closed in the middle of the body, or its end never comes. */
  type Given = {
    status: number
    body: string
    headers?: Record<string, string>
    rest?: 'cut' | 'late'
  }
  let answer: (path: string) => Given | undefined
  beforeAll(async () => {
    server = createServer((request, response) => {
      const given = answer(request.url ?? '')
      if (!given) return // never answers
      response.writeHead(given.status, { 'content-type': 'text/html', ...given.headers })
      if (given.rest === undefined) response.end(given.body)
      else response.write(given.body, () => given.rest === 'cut' && response.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    far = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server that listens has one
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test.each([
    ['a page of a proxy', 502, '<html>', 'UNCLEAR'],
    ['an error that is none of ours', 500, '{"error":"x"}', 'UNCLEAR'],
    ['an error without words', 400, '{"error":{}}', 'UNCLEAR'],
    ['a page that asks to sign in', 200, '<html>', 'UNCLEAR'],
    ['nothing', 200, '', 'UNCLEAR'],
  ])('%s', async (_what, status, body, code) => {
    answer = () => ({ status, body })
    await expect(createVouchClient({ baseUrl: far }).getSignRequest('x')).rejects.toMatchObject({
      code,
      status,
    })
  })
  test.each([
    { header: '30', retryAfterSec: 30 },
    { header: 'Sun, 22 Nov 2026 07:00:00 GMT', retryAfterSec: undefined },
    { header: undefined, retryAfterSec: undefined },
  ])('Retry-After $header is to wait $retryAfterSec s', async ({ header, retryAfterSec }) => {
    answer = () => ({
      status: 503,
      body: '{"error":{"code":"STOPPING"}}',
      ...(header !== undefined && { headers: { 'retry-after': header } }),
    })
    const asked = createVouchClient({ baseUrl: far }).getSignRequest('x')
    await expect(asked).rejects.toMatchObject({ code: 'STOPPING', status: 503, retryAfterSec })
  })
  test('no answer in time, or none at all', async () => {
    answer = () => undefined
    const slow = createVouchClient({ baseUrl: far, timeoutMs: 50 })
    await expect(slow.getSignRequest('x')).rejects.toMatchObject({
      code: 'OFFLINE',
      requestId: undefined,
    })
    const gone = createVouchClient({ baseUrl: 'http://127.0.0.1:1' })
    await expect(gone.getSignRequest('x')).rejects.toMatchObject({ code: 'OFFLINE' })
  })
  test('an answer that is cut off, or does not end in time', async () => {
    answer = () => ({ status: 200, body: '{"id":', rest: 'cut' })
    const cut = createVouchClient({ baseUrl: far }).getSignRequest('x')
    await expect(cut).rejects.toMatchObject({ code: 'OFFLINE', status: undefined })
    answer = () => ({ status: 200, body: '{"id":', rest: 'late' })
    const late = createVouchClient({ baseUrl: far, timeoutMs: 200 }).getSignRequest('x')
    await expect(late).rejects.toMatchObject({ code: 'OFFLINE', status: undefined })
  })
  test("the caller's own end in the middle of an answer comes out as it is", async () => {
    const stop = new AbortController()
    answer = () => ({ status: 200, body: '{"id":', rest: 'late' })
    const fetchUntilBody: typeof fetch = async (...given) => {
      const response = await fetch(...given)
      stop.abort(new Error('changed my mind'))
      return response
    }
    const vouch = createVouchClient({ baseUrl: far, fetch: fetchUntilBody })
    await expect(vouch.deposit(deposit, { signal: stop.signal })).rejects.toThrow('changed my mind')
  })
  test("the caller's own end of a call comes out as it is", async () => {
    answer = () => undefined
    const stop = new AbortController()
    const call = createVouchClient({ baseUrl: far }).deposit(deposit, { signal: stop.signal })
    stop.abort(new Error('changed my mind'))
    await expect(call).rejects.toThrow('changed my mind')
  })
})

test("a caller's own secret goes along, but never in the place of a claim's session", async () => {
  const sent: (string | null)[] = []
  const vouch = createVouchClient({
    baseUrl: 'https://vouch.example',
    fetch: async (_target, init) => {
      sent.push(new Headers(init?.headers).get('authorization'))
      return Response.json({})
    },
  })
  await vouch.deposit(deposit, { secret: 'own' })
  await vouch.deposit(deposit)
  await vouch.redeemClaim('a', 'session', { recipient: deposit.sender }, { secret: 'own' })
  expect(sent).toEqual(['Bearer own', null, 'Bearer session'])
})

test('has a method for every call of the document, and sends what the document says', async () => {
  const sent: { method: string; path: string; headers: Headers }[] = []
  const vouch = createVouchClient({
    baseUrl: 'https://vouch.example',
    fetch: async (target, init) => {
      const { pathname } = new URL(target instanceof Request ? target.url : target)
      sent.push({ method: init?.method ?? '', path: pathname, headers: new Headers(init?.headers) })
      return Response.json({})
    },
  })
  const options = { idempotencyKey: 'key-1' }
  const person = deposit.sender
  const pair = {
    token_1: { ...deposit.asset_in, amount: '5' },
    token_2: { token: 'usdc', token_type: { native: { denom: 'x' } }, amount: '5' },
  }
  const made: Record<keyof typeof vouch, () => Promise<unknown>> = {
    deposit: () => vouch.deposit(deposit, options),
    transferVoucher: () =>
      vouch.transferVoucher(
        { amount: '5', token: 'eth', sender: person, recipient_address: { user: person } },
        options,
      ),
    swap: () =>
      vouch.swap(
        {
          amount_in: '5',
          asset_in: deposit.asset_in,
          minimum_receive: '1',
          sender: person,
          swap_path: { path: [{ route: ['eth', 'usdc'], dex: 'euclid' }] },
        },
        options,
      ),
    swapVouchers: () =>
      vouch.swapVouchers(
        {
          amount_in: '5',
          asset_in: { token: 'eth', token_type: { voucher: {} } },
          minimum_receive: '1',
          sender: person,
          swap_path: { path: [{ route: ['eth', 'usdc'], dex: 'euclid' }] },
        },
        options,
      ),
    executeMeta: () =>
      vouch.executeMeta(
        {
          data: {
            signer_address: ALICE_EVM,
            signer_prefix: '0x',
            signer_chain_uid: 'base',
            call_data: [{ target: 'router', call_data: '{}' }],
            expiry: 1,
            nonce: 'n1',
          },
          signature: '0x1',
          sender: person,
        },
        options,
      ),
    metaSwap: () =>
      vouch.metaSwap(
        {
          amount_in: '5',
          asset_in: { token: 'eth', token_type: { voucher: {} } },
          minimum_receive: '1',
          sender: person,
          swap_path: { path: [{ route: ['eth', 'usdc'], dex: 'euclid' }] },
        },
        options,
      ),
    metaTransfer: () =>
      vouch.metaTransfer(
        { amount: '5', token: 'eth', sender: person, recipient_address: person },
        options,
      ),
    metaWithdraw: () => vouch.metaWithdraw({ token: 'eth', amount: '5', sender: person }, options),
    metaSign: () =>
      vouch.metaSign(
        {
          msgs: [{ msg: { target: 'router', call_data: '{}' } }],
          sender_address: ALICE_EVM,
          sender_chain_uid: 'base',
        },
        options,
      ),
    metaBroadcast: () =>
      vouch.metaBroadcast(
        {
          wallet_address: ALICE_EVM,
          chain_uid: 'base',
          signature: '0x1',
          call_data: {
            signer_address: ALICE_EVM,
            signer_prefix: '0x',
            signer_chain_uid: 'base',
            call_data: [{ target: 'router', call_data: '{}' }],
            expiry: 1,
            nonce: 'n1',
          },
        },
        options,
      ),
    trackMeta: () => vouch.trackMeta({ queue_id: 'q1' }, options),
    addLiquidity: () =>
      vouch.addLiquidity({ pair_info: pair, slippage_tolerance_bps: 100, sender: person }, options),
    removeLiquidity: () =>
      vouch.removeLiquidity({ lp_allocation: '5', vlp_address: 'vlp', sender: person }, options),
    createPool: () =>
      vouch.createPool(
        {
          pair,
          slippage_tolerance_bps: 30,
          lp_token_name: 'LP',
          lp_token_symbol: 'LP',
          lp_token_decimal: 18,
          sender: person,
        },
        options,
      ),
    track: () => vouch.track({ chain: 'base', tx_hash: '0x1' }, options),
    trackSwap: () => vouch.trackSwap({ chain: 'base', tx_hash: '0x1' }, options),
    watch: () => vouch.watch({ chain: 'base', tx_hash: '0x1', url: 'https://a.example' }, options),
    withdrawVoucher: () =>
      vouch.withdrawVoucher({ token: 'eth', amount: '5', sender: person }, options),
    findRoutes: () =>
      vouch.findRoutes({ amount_in: '5', token_in: 'eth', token_out: 'usdc' }, options),
    simulateSwap: () =>
      vouch.simulateSwap(
        { amount_in: '5', asset_in: 'eth', asset_out: 'usdc', swaps: ['eth', 'usdc'] },
        options,
      ),
    getClaim: () => vouch.getClaim('a/b', 's'),
    getProvenClaim: () => vouch.getProvenClaim('a/b', 't'),
    getOtherClaims: () => vouch.getOtherClaims('a/b', 't'),
    startProof: () => vouch.startProof('a/b', 's', { kind: 'telegram' }),
    verifyProof: () => vouch.verifyProof('a/b', 's', { code: 'ABCD2345' }),
    keptWorth: () => vouch.keptWorth('a/b', 't', { address: ALICE_EVM }, options),
    takeOutClaim: () =>
      vouch.takeOutClaim('a/b', 's', { claim_id: '1', chain_uid: 'base' }, options),
    sayThanks: () => vouch.sayThanks('a/b', 't', {}, options),
    redeemClaim: () => vouch.redeemClaim('a/b', 't', { claim_id: '1', recipient: person }, options),
    claimDocument: () => vouch.claimDocument('a/b', 's', { recipient: person }, options),
    cancelClaim: () => vouch.cancelClaim('a/b', { otp: 'aB3dE9' }, options),
    getGiveaway: () => vouch.getGiveaway('a/b'),
    getGiveawayEntrants: () => vouch.getGiveawayEntrants('a/b', 'c/d'),
    getInvoice: () => vouch.getInvoice('a/b'),
    payInvoice: () => vouch.payInvoice('a/b', { chain_uid: 'base' }, options),
    getSignRequest: () => vouch.getSignRequest('a/b'),
    prepareSignRequest: () => vouch.prepareSignRequest('a/b', ALICE_EVM, options),
    reportSigned: () => vouch.reportSigned('a/b', '0x1', options),
    handInSigned: () => vouch.handInSigned('a/b', { signature: '0x1' }, options),
    takeOutSigned: () => vouch.takeOutSigned('a/b', { chain_uid: 'base' }, options),
    payOwnGas: () => vouch.payOwnGas('a/b', {}, options),
    getWalletLink: () => vouch.getWalletLink('a/b'),
    walletLinkText: () => vouch.walletLinkText('a/b', person, options),
    linkWallet: () => vouch.linkWallet('a/b', { ...person, signature: '0x1' }, options),
  }
  expect(Object.keys(made).toSorted()).toEqual(Object.keys(clientCalls).toSorted())
  for (const [id, { method, path, credential }] of Object.entries<Call>(clientCalls)) {
    await Object.entries(made).find(([name]) => name === id)?.[1]()
    const last = sent.at(-1)
    expect(`${last?.method} ${last?.path}`).toBe(
      `${method.toUpperCase()} ${path.replace('{id}', 'a%2Fb').replace('{after}', 'c%2Fd')}`,
    )
    const header = (name: string) => last?.headers.get(name) ?? undefined
    expect([id, header('content-type')]).toEqual([
      id,
      method === 'post' ? 'application/json' : undefined,
    ])
    expect([id, header('x-claim-secret')]).toEqual([id, credential === 'link' ? 's' : undefined])
    expect([id, header('authorization')]).toEqual([
      id,
      credential === 'session' ? 'Bearer t' : undefined,
    ])
    const takesKey = method === 'post' && !id.endsWith('Proof')
    expect([id, header('idempotency-key')]).toEqual([id, takesKey ? 'key-1' : undefined])
  }
})

describe('as a package of somebody else', () => {
  let folder: string
  beforeAll(async () => {
    await run(process.execPath, [join(ROOT, 'scripts/setup.mjs')], { cwd: ROOT })
    folder = mkdtempSync(join(tmpdir(), 'vouch-consumer-'))
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(ROOT, join(folder, 'node_modules', 'vouch'), 'junction')
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('it runs in plain Node', async () => {
    writeFileSync(
      join(folder, 'pay.js'),
      `import { createVouchClient, VouchError } from 'vouch/client'
      const vouch = createVouchClient({ baseUrl: '${url}' })
      const { msgs } = await vouch.deposit(${JSON.stringify(deposit)})
      const code = await vouch.deposit({}).catch((error) => error instanceof VouchError && error.code)
      console.log(msgs.length, code)`,
    )
    const { stdout } = await run(process.execPath, ['pay.js'], { cwd: folder })
    expect(stdout).toBe('1 INVALID_REQUEST\n')
  })

  test('its types say what is right and what is wrong', async () => {
    writeFileSync(
      join(folder, 'pay.ts'),
      `import { createVouchClient, type TransactionBuild } from 'vouch/client'
      const vouch = createVouchClient({ baseUrl: '' })
      const build: TransactionBuild = await vouch.deposit(${JSON.stringify(deposit)})
      export const value: string | undefined = build.type === 'evm' ? build.msgs[0]?.value : undefined
      // @ts-expect-error amounts are strings
      await vouch.deposit({ ...${JSON.stringify(deposit)}, amount_in: 5 })
      // @ts-expect-error there is no such answer
      build.hash`,
    )
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
    const options = [
      '--strict',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      '',
      'pay.ts',
    ]
    const compiled = await run(process.execPath, [compiler, ...options], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    )
    expect(compiled.stdout).toBe('')
  })
})
