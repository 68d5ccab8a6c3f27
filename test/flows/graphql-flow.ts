import { expect, test } from 'vitest'

import { PUBLISHED_QUERIES } from '../api/graphql/published-queries.ts'

import type { Vouch } from './vouch-process.ts'

export function graphqlFlow(running: () => Vouch): void {
  test('a client of the public service gets its answers from a running Vouch', async () => {
    const vouch = running()
    const ask = async (query: string, variables?: object) => {
      const response = await fetch(`${vouch.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      return { status: response.status, body: await response.json() }
    }

    const chains = await ask(
      'query Router { router { all_chains { chain_id chain_uid factory_address } } }',
    )
    expect(
      chains.body.data.router.all_chains.map((chain: { chain_uid: string }) => chain.chain_uid),
    ).toEqual(['base', 'polygon', 'osmosis', 'neuron'])

    const vlps = await ask(
      `query Router($max: [String], $min: [String], $skip: Int, $limit: Int) {
      router { all_vlps(max: $max, min: $min, skip: $skip, limit: $limit) { vlps { vlp token_1 token_2 } } } }`,
      { min: ['eth', 'usdc'], limit: 1 },
    )
    const [pool] = vlps.body.data.router.all_vlps.vlps
    expect(pool).toMatchObject({ token_1: 'eth', token_2: 'usdc' })

    const { body } = await ask(
      `query ($vlp: String, $address: String!) {
      token { token_metadatas(search: "eth") { tokenId price } }
      vlp(contract: $vlp) { liquidity { token_2_reserve } }
      vcoin { unified_user_balance(address: $address, limit: 1) { chain_uid balances { amount } } } }`,
      { vlp: pool.vlp, address: '0x887e4aac216674d2c432798f851c1ea5d505b2e1' },
    )
    expect(body).toEqual({
      data: {
        token: {
          token_metadatas: [
            { tokenId: 'usdt', price: '1' },
            { tokenId: 'eth', price: '2500' },
          ],
        },
        vlp: { liquidity: { token_2_reserve: '1000000000000' } },
        vcoin: { unified_user_balance: [{ chain_uid: 'base', balances: [] }] },
      },
    })

    const page = await fetch(`${vouch.url}/graphql`, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('GraphiQL')
    expect(vouch.warnings()).toEqual([])
  })

  test('a running Vouch answers every query that the public service documents', async () => {
    const { url } = running()
    const ask = async (query: string, variables: object) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      return response.json()
    }
    const { data } = await ask(
      `{ router { vlp(pair: {token_1: "eth", token_2: "usdc"}) { vlp } }
         token { token_denoms(token_id: "usdt", chain_uids: ["osmosis"]) {
           denoms { token_type { ... on SmartTokenType { smart { contract_address } } } } } } }`,
      {},
    )
    const { vlp } = data.router.vlp
    const user = { chain_uid: 'neuron', address: vlp }
    /** By the names that the documents have for variables; what a query can do without is left out. */
    const known: Record<string, unknown> = {
      chainUid: 'neuron',
      contract: vlp,
      vlp,
      vlpAddress: vlp,
      address: vlp,
      userAddress: vlp,
      user,
      token: 'usdc',
      tokenId: 'usdt',
      denom: 'usdc',
      dex: 'euclid',
      pair: { token_1: 'eth', token_2: 'usdc' },
      balanceKey: { cross_chain_user: user, token_id: 'eth' },
      amount: 5,
      crossChainAddresses: [{ user, limit: null }],
      assetIn: 'eth',
      amountIn: '1000000000000000',
      assetOut: 'usdc',
      minAmountOut: '1',
      swaps: ['eth', 'usdc'],
      page: 1,
      limit: 10,
    }
    const smart = data.token.token_denoms[0].denoms[0].token_type.smart.contract_address
    const others: Record<string, object> = {
      'chains.evm_chain_config': { chainUid: 'base' },
      'cw.balance': { chainUid: 'osmosis', contract: smart, address: smart },
      'cw.token_info': { chainUid: 'osmosis', contract: smart },
      'token.token_denoms': { denom: null, tokenId: 'usdt' },
      'token.token_metadatas': { dex: ['euclid'] },
    }
    const answers: Record<string, string> = {}
    for (const [name, query] of Object.entries(PUBLISHED_QUERIES)) {
      const names = [...query.matchAll(/\$(\w+):/g)].map(([, variable = '']) => variable)
      const variables = Object.fromEntries(
        names.flatMap((variable) => (variable in known ? [[variable, known[variable]]] : [])),
      )
      const [root = '', field = ''] = name.split('.')
      const body = await ask(query, { ...variables, ...others[name] })
      const answer: unknown = body.data?.[root]?.[field] ?? null
      answers[name] = body.errors
        ? JSON.stringify(body.errors)
        : answer === null
          ? 'null'
          : 'answered'
    }
    // Of fees, the local network's contracts keep no sums.
    const unknown = ['partner_fees_collected', 'fees_collected', 'total_fees_collected']
    const isUnknown = (name: string) => unknown.some((field) => name.includes(`.${field}`))
    const expected = Object.keys(PUBLISHED_QUERIES).map((name) => [
      name,
      isUnknown(name) ? 'null' : 'answered',
    ])
    expect(expected).toHaveLength(52)
    expect(answers).toEqual(Object.fromEntries(expected))
  })
}
