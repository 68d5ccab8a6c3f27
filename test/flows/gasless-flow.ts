import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'

import type { GenerationName } from '../../src/core/terms/network.ts'
import { evmAccount, textWallet } from '../../src/devnet/accounts.ts'
import { callNode } from '../chains/node-server.ts'
import { sendAndReport, type ToSend } from './sign-with-wallet.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'
import type { Vouch } from './vouch-process.ts'

const USDC = 1_000_000n
const EUCLID = 1_000_000n
type SignView = {
  status: string
  build: {
    type: string
    sign?: { text: string; scheme: string }
    data?: { call_data: object[] }
  } | null
  sent_on: { chain_uid: string }
  tx_hash: string | null
  receive: { minimum: string } | null
  progress: { outcome: string } | null
}

/** Vouchers move for a signature alone: nobody but us sends anything, or pays for it. */
export function gaslessFlow(generation: GenerationName, running: () => Vouch): void {
  let client: VouchClient
  beforeAll(() => {
    client = createVouchClient(running().url)
  })

  const view = (signId: string) => client.ok<SignView>('GET', `/api/v1/sign/${signId}`)
  const vouchersOf = async (persona: string, token: string) =>
    BigInt(
      (await client.wallets(persona)).vouchers.find((each) => each.token === token)?.amount ?? 0,
    )

  /** Brings vouchers to a persona's own account on a chain. */
  async function fund(persona: string, chain_uid: string, token: string, units: bigint) {
    const own = { chain_uid, address: await client.address(persona, chain_uid) }
    const held = await vouchersOf(persona, token)
    const { data } = await client.ok<Denoms>('POST', '/graphql', { query: denomsOf(token) })
    const denom = data.router.token_denoms.denoms.find((each) => each.chain_uid === chain_uid)
    const build = await client.ok<object>('POST', '/api/v1/execute/token/deposit', {
      amount_in: `${units}`,
      asset_in: { token, token_type: denom?.token_type },
      sender: own,
      recipient: own,
    })
    await client.ok('POST', '/playground/api/broadcast', { from: persona, build })
    await expect.poll(() => vouchersOf(persona, token)).toBe(held + units)
  }

  /** Where the hub is asked, as wallets are told. */
  const hubConfig = async () => {
    const query = '{ chains { cosmos_wallet_config(chain_uid: "neuron") { rpc } } }'
    const { data } = await client.ok<{
      data: { chains: { cosmos_wallet_config: { rpc: string } } }
    }>('POST', '/graphql', { query })
    return data.chains.cosmos_wallet_config
  }

  const gasOf = async (persona: string) => [
    await client.balance(persona, 'base', 'eth'),
    await client.balance(persona, 'neuron', 'euclid'),
  ]

  test('a tip from vouchers is a text to sign: it costs the sender nothing and can be claimed', async () => {
    await fund('david', 'base', 'usdc', 20n * USDC)
    const before = await gasOf('david')
    const asked = await client.say('david', 'lobby', '/tip @carol 5 usdc for the review')
    // What it costs him stands beside his wallet, for him alone.
    const group = cardOf(asked)
    const details = group.card.blocks.find(({ action }) => action?.startsWith('payment-details:'))
    const own = await client.press('david', group.id, details?.action ?? 'no details')
    expect(JSON.stringify(own)).toContain('None: you only sign')
    const signId = signIdOf(asked)
    expect(await view(signId)).toMatchObject({
      status: 'open',
      build: { type: 'meta', sign: { scheme: 'eip191' } },
      sent_on: { chain_uid: 'neuron' },
    })
    const { queue_id } = await client.ok<{ queue_id: string }>(
      'POST',
      '/playground/api/sign-text',
      { from: 'david', sign_id: signId },
    )
    expect(queue_id).toMatch(/^[\w-]{22}$/)
    await expect
      .poll(() => view(signId))
      .toMatchObject({ status: 'signed', progress: { outcome: 'completed' } })
    const [card] = asked.filter(({ card: shown }) => shown)
    await expect
      .poll(async () => (await client.message('lobby', card?.id ?? '')).card?.title)
      .toBe('@carol can claim 5 USDC')
    expect(await vouchersOf('david', 'usdc')).toBe(15n * USDC)
    expect(await gasOf('david')).toEqual(before)
  })

  test('a signature that is handed in twice, or by two at once, moves the vouchers once', async () => {
    const signId = signIdOf(await client.say('david', 'lobby', '/tip @carol 2 usdc'))
    const text = (await view(signId)).build?.sign?.text ?? ''
    const signature = await evmAccount('david').signMessage({ message: text })
    const handIn = () =>
      client.call<SignView>('POST', `/api/v1/sign/${signId}/signature`, { signature })
    const answers = await Promise.all([handIn(), handIn(), handIn()])
    answers.push(await handIn())
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.tx_hash}`)).size).toBe(1)
    await expect.poll(() => view(signId)).toMatchObject({ progress: { outcome: 'completed' } })
    expect(await vouchersOf('david', 'usdc')).toBe(13n * USDC)
  })

  test('what is signed is in the next block of the hub, and shown as ready by the one after', async () => {
    const { rpc } = await hubConfig()
    const height = async () =>
      Number((await callNode(rpc, 'status', {})).sync_info.latest_block_height)
    const stall = () =>
      client.ok<{ id: string }>('POST', '/devnet/api/trouble', {
        kind: 'stall_chain',
        chain_uid: 'neuron',
      })
    const endTrouble = () => client.call('DELETE', '/devnet/api/trouble')
    /** In blocks of the hub from the signature on: when it was in one, and how many there were when it was shown as ready. */
    async function measure() {
      await fund('david', 'base', 'usdc', USDC)
      const signId = signIdOf(await client.say('david', 'dm:david', '/tip @frank 1 usdc'))
      const held = await stall()
      const signedAt = await height()
      await client.ok('POST', '/playground/api/sign-text', { from: 'david', sign_id: signId })
      const hash = (await view(signId)).tx_hash ?? ''
      // The hub goes on, and stands still again as soon as it has the transaction.
      await client.ok('POST', '/devnet/api/trouble', {
        kind: 'slow_blocks',
        chain_uid: 'neuron',
        block_time_ms: 2000,
      })
      await client.call('DELETE', `/devnet/api/trouble/${held.id}`)
      await expect.poll(height).toBeGreaterThan(signedAt)
      await stall()
      const stoodAt = await height()
      await expect
        .poll(() => view(signId))
        .toMatchObject({ status: 'signed', progress: { outcome: 'completed' } })
      expect(await height()).toBe(stoodAt)
      const found = await callNode(rpc, 'tx', { hash: Buffer.from(hash, 'hex').toString('base64') })
      await endTrouble()
      return { included: Number(found.height) - signedAt, shown: stoodAt - signedAt }
    }
    try {
      // More blocks may have come before it stood still: that says nothing, so it is asked once more.
      let measured = await measure()
      while (measured.shown > 2) measured = await measure()
      const { included, shown } = measured
      console.info(
        `blocks: a tip without gas on the ${generation} contracts: in block ${included} after the signature, shown as ready with ${shown}`,
      )
      expect(included).toBe(1)
      expect(shown).toBeLessThanOrEqual(2)
    } finally {
      await endTrouble()
    }
  })

  test('the signature of another key, or of another text, moves nothing', async () => {
    const signId = signIdOf(await client.say('david', 'lobby', '/tip @carol 2 usdc'))
    const text = (await view(signId)).build?.sign?.text ?? ''
    for (const [persona, signed] of [
      ['alice', text],
      ['david', text.replaceAll('2000000', '200000')],
    ] as const) {
      const signature = await evmAccount(persona).signMessage({ message: signed })
      const path = `/api/v1/sign/${signId}/signature`
      const { status, body } = await client.failure('POST', path, { signature })
      expect([status, body.error.code]).toEqual([403, 'WRONG_SIGNATURE'])
    }
    expect(await view(signId)).toMatchObject({ status: 'open', tx_hash: null })
  })

  test('vouchers are taken out to another chain for a signature, also of a Cosmos wallet', async () => {
    await fund('david', 'neuron', 'euclid', 4n * EUCLID)
    const before = {
      onOsmosis: await client.balance('david', 'osmosis', 'euclid'),
      gas: await gasOf('david'),
    }
    const to = await client.address('david', 'osmosis')
    const asked = await client.say('david', 'dm:david', `/withdraw 3 euclid to osmosis`)
    const signId = signIdOf(asked)
    const { build } = await view(signId)
    expect(build).toMatchObject({ type: 'meta', sign: { scheme: 'adr036' } })
    const signer = await client.address('david', 'neuron')
    const wallet = await textWallet('david', 'euclid')
    expect((await wallet.getAccounts())[0]?.address).toBe(signer)
    await client.ok('POST', '/playground/api/sign-text', { from: 'david', sign_id: signId })
    await expect
      .poll(() => client.balance('david', 'osmosis', 'euclid'))
      .toBe(before.onOsmosis + 3n * EUCLID)
    expect(to).toMatch(/^osmo1/)
    expect(await gasOf('david')).toEqual(before.gas)
  })

  test('whoever would rather pay gets a transaction beside the text, and what is signed first counts', async () => {
    const signId = signIdOf(await client.say('david', 'lobby', '/tip @carol 1 usdc'))
    const text = (await view(signId)).build?.sign?.text ?? ''
    const next = await client.ok<ToSend & { id: string }>(
      'POST',
      `/api/v1/sign/${signId}/transaction`,
      {},
    )
    expect(next).toMatchObject({
      id: signId,
      build: { type: 'evm' },
      sent_on: { chain_uid: 'base' },
    })
    expect((await view(signId)).build).toMatchObject({ type: 'meta' }) // for everybody else
    await sendAndReport(client, signId, 'david', next)
    const signature = await evmAccount('david').signMessage({ message: text })
    const path = `/api/v1/sign/${signId}/signature`
    const { body } = await client.failure('POST', path, { signature })
    expect(body.error.code).toBe('SIGN_REQUEST_CLOSED')
    await expect.poll(() => view(signId)).toMatchObject({ progress: { outcome: 'completed' } })
    expect(await vouchersOf('david', 'usdc')).toBe(12n * USDC)
  })

  test('several people get their shares of one text', async () => {
    for (const persona of ['alice', 'bobby', 'carol']) await client.say(persona, 'lobby', 'hello')
    const signId = signIdOf(await client.say('david', 'lobby', '/rain 6 usdc for 3'))
    expect((await view(signId)).build).toMatchObject({ type: 'meta' })
    await client.ok('POST', '/playground/api/sign-text', { from: 'david', sign_id: signId })
    await expect.poll(() => view(signId)).toMatchObject({ progress: { outcome: 'completed' } })
    expect(await vouchersOf('david', 'usdc')).toBe(6n * USDC)
  })

  test('shares for twenty are one text where one call carries them all, else a transaction', async () => {
    await fund('david', 'base', 'usdc', 10n * USDC)
    const held = await vouchersOf('david', 'usdc')
    const signId = signIdOf(await client.say('david', 'lobby', '/airdrop 10 usdc for 20'))
    const type = generation === 'published' ? 'meta' : 'evm'
    expect((await view(signId)).build?.type).toBe(type)
    await client.sign('david', signId)
    await expect.poll(() => view(signId)).toMatchObject({ progress: { outcome: 'completed' } })
    expect(await vouchersOf('david', 'usdc')).toBe(held - 10n * USDC)
  })

  describe('what others do with a signed text', () => {
    // Of somebody else than the tests around it, and to nobody of theirs: whose vouchers pay for what stays as it is there.
    const BROADCAST = '/api/v1/execute/meta-txn/broadcast'
    const recipient = privateKeyToAccount(generatePrivateKey()).address.toLowerCase()
    let owner: { chain_uid: string; address: string }
    let thief: { chain_uid: string; address: string }
    beforeAll(async () => {
      owner = { chain_uid: 'base', address: await client.address('carol', 'base') }
      thief = { chain_uid: 'neuron', address: await client.address('bobby', 'neuron') }
    })

    /** A text that moves these amounts to the recipient, one call each, as it is handed in. */
    async function signText(units: readonly bigint[], expiry_time = '5m') {
      const recipient_address = { chain_uid: 'base', address: recipient }
      const msgs: object[] = []
      for (const amount of units) {
        const move = { sender: owner, amount: `${amount}`, token: 'usdc', recipient_address }
        msgs.push(await client.ok<object>('POST', '/api/v1/execute/meta-txn/transfer', move))
      }
      const { evm_raw_payload, payload, types, meta } = await client.ok<Signable>(
        'POST',
        '/api/v1/execute/meta-txn/sign',
        { msgs, sender_address: owner.address, sender_chain_uid: 'base', expiry_time },
      )
      return {
        wallet_address: owner.address,
        chain_uid: 'base',
        signature: await evmAccount('carol').signMessage({ message: evm_raw_payload }),
        pub_key: evmAccount('carol').publicKey,
        call_data: payload,
        types,
        meta,
      }
    }
    type Text = Awaited<ReturnType<typeof signText>>
    const handIn = (text: Text) => client.call<{ queue_id: string }>('POST', BROADCAST, text)

    /** Brings it to the hub past this service, from a wallet of his own; `change` is what he does to the message before. */
    async function bring(text: Text, change: (run: Run) => void = () => undefined) {
      const { call_data: data, signature } = text
      const build = await client.ok<HubBuild>('POST', '/api/v1/execute/meta', {
        data,
        signature,
        sender: thief,
      })
      for (const { msg } of build.msgs) change(msg.execute_meta_transaction)
      return client.call('POST', '/playground/api/broadcast', { from: 'bobby', build })
    }

    test('changed in any way, or signed by another key, it moves nothing, here or at the hub', async () => {
      await fund('carol', 'base', 'usdc', 6n * USDC)
      const held = await vouchersOf('carol', 'usdc')
      const text = await signText([USDC, 2n * USDC])
      const changes: ((data: Payload) => Partial<Payload>)[] = [
        ({ call_data }) => ({ call_data: call_data.toReversed() }),
        ({ call_data }) => ({ call_data: call_data.slice(0, 1) }),
        ({ call_data }) => ({ call_data: [...call_data, ...call_data] }),
        ({ expiry }) => ({ expiry: expiry + 3600 }),
        ({ nonce }) => ({ nonce: `${nonce}0` }),
      ]
      for (const change of changes) {
        const changed = { ...text, call_data: { ...text.call_data, ...change(text.call_data) } }
        const { status, body } = await client.failure('POST', BROADCAST, changed)
        expect([status, body.error.code]).toEqual([403, 'WRONG_SIGNATURE'])
        const brought = await bring(text, ({ data }) => Object.assign(data, change(data)))
        expect(brought.status).not.toBe(200)
      }
      const message = JSON.stringify(text.call_data)
      const forged = { ...text, signature: await evmAccount('bobby').signMessage({ message }) }
      expect((await handIn(forged)).status).toBe(403)
      expect(await vouchersOf('carol', 'usdc')).toBe(held)
    })

    test('brought to the hub by somebody else, who pays for it, it moves once, however often and by whom it is brought again', async () => {
      const held = await vouchersOf('carol', 'usdc')
      const text = await signText([USDC, 2n * USDC])
      expect((await bring(text)).status).toBe(200)
      await expect.poll(() => vouchersOf('carol', 'usdc')).toBe(held - 3n * USDC)
      expect((await bring(text)).status).not.toBe(200)
      expect((await handIn(text)).status).not.toBe(200)
      expect(await vouchersOf('carol', 'usdc')).toBe(held - 3n * USDC)
    })

    test('brought by two at once, it moves once; two texts move in any order', async () => {
      const held = await vouchersOf('carol', 'usdc')
      const raced = await signText([USDC])
      await Promise.all([handIn(raced), bring(raced), handIn(raced)])
      await expect.poll(() => vouchersOf('carol', 'usdc')).toBe(held - USDC)
      const [first, second] = [await signText([USDC]), await signText([USDC])]
      expect((await handIn(second)).status).toBe(200)
      expect((await handIn(first)).status).toBe(200)
      await expect.poll(() => vouchersOf('carol', 'usdc')).toBe(held - 3n * USDC)
    })

    test('late, it moves nothing, here or at the hub, and the books balance', async () => {
      const held = await vouchersOf('carol', 'usdc')
      const late = await signText([USDC], '1s')
      const { expiry } = late.call_data
      await expect.poll(() => Date.now()).toBeGreaterThan((expiry + 1) * 1000)
      const { body } = await client.failure('POST', BROADCAST, late)
      expect(body.error.code).toBe('INVALID_REQUEST')
      const brought = await bring(await signText([USDC]), (run) => {
        run.data = late.call_data
        run.signature = late.signature.slice(2)
      })
      expect(brought.status).not.toBe(200)
      expect(await vouchersOf('carol', 'usdc')).toBe(held)
      const { tokens } = await client.ok<Books>('GET', '/devnet/api/books')
      expect(tokens.filter(({ difference }) => difference !== '0')).toEqual([])
    })
  })

  test("the live service's calls: moves are built, signed together, handed in, and followed", async () => {
    const sender = { chain_uid: 'base', address: await client.address('david', 'base') }
    const recipient_address = { chain_uid: 'base', address: await client.address('carol', 'base') }
    const move = (name: string, request: object) =>
      client.ok<object>('POST', `/api/v1/execute/meta-txn/${name}`, { sender, ...request })
    const before = await client.balance('carol', 'base', 'usdc')
    const held = await vouchersOf('carol', 'usdc')
    const gas = await gasOf('david')
    const msgs = [
      await move('transfer', { amount: `${USDC}`, token: 'usdc', recipient_address }),
      await move('withdraw', {
        amount: `${2n * USDC}`,
        token: 'usdc',
        cross_chain_addresses: [{ user: recipient_address }],
      }),
      await move('swap', {
        amount_in: `${USDC}`,
        asset_in: { token: 'usdc', token_type: { voucher: {} } },
        minimum_receive: '1',
        swap_path: { path: [{ route: ['usdc', 'euclid'], dex: 'euclid' }] },
        cross_chain_addresses: [
          { user: { chain_uid: 'neuron', address: await client.address('david', 'neuron') } },
        ],
      }),
    ]
    const { evm_raw_payload, payload, types, meta } = await client.ok<Signable>(
      'POST',
      '/api/v1/execute/meta-txn/sign',
      { msgs, sender_address: sender.address, sender_chain_uid: 'base', expiry_time: '5m' },
    )
    expect(types).toEqual(['transfer_voucher', 'withdraw_voucher', 'swap'])
    const request = {
      wallet_address: sender.address,
      chain_uid: 'base',
      signature: await evmAccount('david').signMessage({ message: evm_raw_payload }),
      pub_key: evmAccount('david').publicKey,
      call_data: payload,
      types,
      meta,
    }
    const handIn = () =>
      client.ok<{ queue_id: string }>('POST', '/api/v1/execute/meta-txn/broadcast', request)
    const { queue_id } = await handIn()
    expect(await handIn()).toEqual({ queue_id })
    const track = async (of: object) =>
      (await client.ok<{ response: Tracked }>('POST', '/api/v1/txn/track/meta-txn', of)).response
    await expect
      .poll(() => track({ queue_id }))
      .toMatchObject({
        type: 'meta_txn',
        tx_status: 'success',
        is_completed: true,
        source_chain_uid: 'vsl',
        meta_source_chain_uid: 'base',
        meta_txn_sub_type: types,
        meta_call_txn_response: [
          { type: 'transfer_voucher', token: 'usdc', amount_in: `${USDC}` },
          { type: 'withdraw_voucher', token: 'usdc', amount_in: `${2n * USDC}` },
          { type: 'swap', token_in: 'usdc', token_out: 'euclid', amount_in: `${USDC}` },
        ],
      })
    const { status } = await track({ queue_id })
    expect(await track({ tx_hash: status[0]?.tx_hash ?? '', chain: 'neuron' })).toEqual(
      await track({ queue_id }),
    )
    await expect.poll(() => client.balance('carol', 'base', 'usdc')).toBe(before + 2n * USDC)
    expect(await vouchersOf('carol', 'usdc')).toBe(held + USDC)
    expect((await gasOf('david'))[0]).toBe(gas[0])
    const stranger = { ...request, wallet_address: recipient_address.address }
    const path = '/api/v1/execute/meta-txn/broadcast'
    const { body } = await client.failure('POST', path, stranger)
    expect(body.error.message).toContain('wallet_address')
  })

  /** What david’s wallets have of EUCLID, on all chains. */
  async function euclidOf(): Promise<bigint> {
    const { wallets } = await client.wallets('david')
    const held = wallets.flatMap(({ balances }) => balances)
    return held.reduce(
      (sum, { token, amount }) => sum + (token === 'euclid' ? BigInt(amount) : 0n),
      0n,
    )
  }

  test('/swap pays from vouchers for a signature, and what it said arrives', async () => {
    const before = { euclid: await euclidOf(), gas: (await gasOf('david'))[0] }
    const held = await vouchersOf('david', 'usdc')
    const asked = await client.say('david', 'dm:david', '/swap 1 usdc euclid')
    const signId = signIdOf(asked)
    const { build, receive } = await view(signId)
    expect(build).toMatchObject({ type: 'meta', sign: { scheme: 'eip191' } })
    await client.ok('POST', '/playground/api/sign-text', { from: 'david', sign_id: signId })
    await expect.poll(() => view(signId)).toMatchObject({ progress: { outcome: 'completed' } })
    expect(await vouchersOf('david', 'usdc')).toBe(held - USDC)
    expect((await gasOf('david'))[0]).toBe(before.gas)
    const least = BigInt(receive?.minimum ?? 0)
    expect(least).toBeGreaterThan(0n)
    expect((await euclidOf()) - before.euclid).toBeGreaterThanOrEqual(least)
  })

  test('a swap that is split over several paths is one text', async () => {
    await fund('david', 'base', 'usdc', 1000n * USDC)
    const held = await vouchersOf('david', 'usdc')
    const before = await euclidOf()
    const signId = signIdOf(await client.say('david', 'dm:david', '/swap 1000 usdc euclid'))
    const { build, receive } = await view(signId)
    expect(build?.type).toBe('meta')
    expect(build?.data?.call_data.length).toBeGreaterThan(1)
    await client.ok('POST', '/playground/api/sign-text', { from: 'david', sign_id: signId })
    await expect.poll(() => view(signId)).toMatchObject({ progress: { outcome: 'completed' } })
    expect(await vouchersOf('david', 'usdc')).toBe(held - 1000n * USDC)
    expect((await euclidOf()) - before).toBeGreaterThanOrEqual(BigInt(receive?.minimum ?? 0))
  })

  test('what is left is taken out for nothing, too', async () => {
    for (const [token, chain, left] of [
      ['usdc', 'base', USDC],
      ['euclid', 'neuron', EUCLID],
    ] as const) {
      const before = await client.balance('david', chain, token)
      const asked = await client.say('david', 'dm:david', `/withdraw all ${token} to ${chain}`)
      await client.sign('david', signIdOf(asked))
      await expect.poll(() => client.balance('david', chain, token)).toBe(before + left)
      expect(await vouchersOf('david', token)).toBe(0n)
    }
  })
}

type Payload = { call_data: object[]; expiry: number; nonce: string }
type Signable = { evm_raw_payload: string; payload: Payload; types: string[]; meta: object[] }
type Run = { data: Payload; signature: string }
type HubBuild = { msgs: { msg: { execute_meta_transaction: Run } }[] }
type Books = { tokens: { difference: string }[] }
type Tracked = { tx_status: string; status: { tx_hash: string }[] }
type Denoms = {
  data: { router: { token_denoms: { denoms: { chain_uid: string; token_type: object }[] } } }
}
const denomsOf = (token: string) => `{ router { token_denoms(token: "${token}") { denoms {
  chain_uid
  token_type { ... on NativeTokenType { native { denom } } ... on SmartTokenType { smart { contract_address } } }
} } } }`
