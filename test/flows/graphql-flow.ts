import { expect, test } from 'vitest'

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
}
