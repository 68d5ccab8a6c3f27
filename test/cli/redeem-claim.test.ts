import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { createChainAccess } from '../../src/chains/chain-access.ts'
import { ownClaimKey } from '../../src/claims/redeem-directly.ts'
import { redeemClaim } from '../../src/cli/redeem-claim.ts'
import { claimerContractOf } from '../../src/core/generations/generations.ts'
import { GenerationName, hubOf } from '../../src/core/terms/network.ts'
import { DEVNET_MNEMONIC, hubAddress } from '../../src/devnet/accounts.ts'
import { createHub } from '../../src/chains/hub/hub.ts'
import { sendAs, startLocalHub } from '../chains/local-hub.ts'
import { PATIENT } from '../devnet/patient.ts'

const SECRET = Buffer.alloc(32, 9)
const COIN = { native: { denom: 'ueuclid' } }
const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  for (const close of closers.splice(0).toReversed()) await close()
})

describe.each(GenerationName.options)('on a hub of %s', (generation) => {
  /** A claim of 1000 ueuclid for a key of one's own, and all that its holder has. */
  async function withClaim() {
    const { hub, network } = await startLocalHub({ generation })
    closers.push(() => hub.stop())
    const hook = { create_voucher_claim: { claimer_pubkey: ownClaimKey(SECRET).publicKey } }
    const msg = toBase64(toUtf8(JSON.stringify(hook)))
    const to = claimerContractOf(network)
    const recipient = {
      recipient: to,
      amount: { equal: '1000' },
      denom: { voucher: {} },
      forwarding_message: msg,
    }
    const terms = {
      interface: { recipient: to, msg, timeout: null },
      published: { recipients: [recipient], cross_chain_config: {} },
    }[generation]
    const asset_in = { token: 'euclid', token_type: COIN }
    const deposit_token = { amount_in: '1000', asset_in, ...terms }
    const funds = [{ denom: 'ueuclid', amount: '1000' }]
    const { factory: contractAddress } = hubOf(network)
    await sendAs('alice', network, [{ contractAddress, msg: { deposit_token }, funds }])

    const folder = mkdtempSync(join(tmpdir(), 'vouch-redeem-'))
    closers.push(() => rmSync(folder, { recursive: true }))
    const config = join(folder, 'redeem.env')
    const file = join(folder, 'network.json')
    writeFileSync(file, JSON.stringify(network))
    writeFileSync(config, '')
    vi.stubEnv('NETWORK', file)
    vi.stubEnv('RELAYER_MNEMONIC', DEVNET_MNEMONIC)
    vi.stubEnv('CLAIM_KEY', SECRET.toString('hex'))
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    return { network, config }
  }

  test.each([
    { form: 'tokens', vouchers: false },
    { form: 'vouchers', vouchers: true },
  ])('the first claim is redeemed with a key of its own, as $form', async ({ vouchers }) => {
    const { network, config } = await withClaim()
    const recipient = { chain_uid: 'neuron', address: await hubAddress('carol') }
    await redeemClaim({ from: 'own', claimId: '0', recipient }, { config, vouchers })
    const access = createChainAccess(hubOf(network), network, PATIENT)
    const paid = async () =>
      vouchers
        ? (await createHub(network, PATIENT).vouchers(recipient)).held.map(({ amount }) => amount)
        : [await access.balanceOf(recipient.address, COIN)]
    await expect.poll(paid).toEqual([1000n])
  })

  test('a claim that the hub does not have is said to be gone', async () => {
    const { config } = await withClaim()
    const recipient = { chain_uid: 'neuron', address: await hubAddress('carol') }
    const order = { from: 'own', claimId: '1', recipient }
    await expect(redeemClaim(order, { config, vouchers: false })).rejects.toThrow(
      'The hub has no claim 1',
    )
  })
})
