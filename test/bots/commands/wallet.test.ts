import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'

import type { Card } from '../../../src/bots/cards/card.ts'
import { views } from '../../../src/bots/cards/views.ts'
import {
  wallet,
  walletDefaultAction,
  walletLinkAction,
  walletUnlinkAction,
  walletUnlinkYesAction,
} from '../../../src/bots/commands/wallet.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import {
  account,
  createStandInServices,
  ON_HUB,
  speaker,
  waitingClaim,
} from './stand-in-services.ts'
import { blocksOf, fieldsOf } from '../read-card.ts'

const alice = speaker('alice')
const keys = [1, 2].map(() => privateKeyToAccount(generatePrivateKey()))

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  const { services } = stand
  services.wallets.of = (who) => services.wallets.links.accountsOf(who)
})

const actions = (card: Card) => blocksOf(card, 'action')
const run = (input: string, by = alice) => wallet.run(input, by, stand.services)
const read = (view: 'wallets' | 'wallet-link' | 'wallet-linked', key: string, who = 'alice') =>
  views[view](key, stand.services, { reader: account(who), words: wordsIn('en') })

/** Links a key as the page does. */
async function link(key = keys[0], by = alice, isPasskey = false) {
  const { live } = await run('link', by)
  const id = live?.key ?? ''
  const user = { chain_uid: 'base', address: key?.address ?? '' }
  const { links } = stand.services.wallets
  const signature = await key?.signMessage({ message: await links.textFor(id, user) })
  return links.link(id, { ...user, signature: `${signature}`, publicKey: undefined, isPasskey })
}

test('/wallet link gives a private link to a page, which ends when it is used', async () => {
  const reply = await run('link')
  const id = reply.live?.key ?? ''
  expect(reply).toMatchObject({ audience: 'asker', live: { view: 'wallet-link' } })
  expect(reply.card.blocks).toContainEqual({
    kind: 'link',
    label: 'Open the page',
    url: `https://vouch.example/wallet/${id}`,
  })
  expect(await read('wallet-link', id, 'bobby')).toBeUndefined() // nobody else reads it
  await link()
  expect((await read('wallet-link', id))?.card.blocks).toMatchObject([
    { text: 'A newer link has taken the place of this one.' },
  ])
})

test('the link’s card says when it has expired', async () => {
  const { live } = await run('link')
  expect(live?.changesAt).toEqual(new Date(stand.clock.now().getTime() + 10 * 60_000))
  stand.clock.advanceMin(10)
  expect(JSON.stringify(await read('wallet-link', live?.key ?? ''))).toContain('has expired')
})

test('the owner is told which wallet was linked, and can unlink it from there', async () => {
  const linked = await link()
  const card = (await read('wallet-linked', linked.id))?.card
  expect(card?.title).toBe('A wallet was linked to your account')
  expect(JSON.stringify(card)).toContain('can now pay and be paid for you on Base')
  expect(card && actions(card).map((each) => each.action)).toEqual([`wallet-unlink:${linked.id}`])
  expect(JSON.stringify(card)).toContain('Next: tip somebody') // which a wallet is linked for
  expect(JSON.stringify(card)).not.toContain('passkey')
})

test('whoever linked the account of a passkey is told to write down its words', async () => {
  const { id } = await link(keys[0], alice, true)
  const card = (await read('wallet-linked', id))?.card
  const words = { kind: 'link', label: 'Words and passkeys' }
  expect(card?.blocks).toContainEqual({ ...words, url: 'https://vouch.example/key' })
})

test('whoever linked a wallet while something waits claims it from there', async () => {
  const linked = await link()
  stand.known.waiting.set('id-alice', [
    waitingClaim({ senderAccount: 'telegram:id-bobby', senderName: '@bobby' }),
  ])
  const card = (await read('wallet-linked', linked.id))?.card
  expect(card && actions(card).map((each) => each.action)).toEqual([
    'claims',
    `wallet-unlink:${linked.id}`,
  ])
})

test('/wallet lists wallets with buttons, the first one marked', async () => {
  expect(JSON.stringify((await run('')).card)).toContain('No wallet is linked')
  await link(keys[0])
  stand.clock.advanceMin(1)
  const second = await link(keys[1])
  const { card } = await run('')
  expect(fieldsOf(card)).toEqual([
    expect.stringMatching(/^1: 0x.{4}….{4} on Base \(comes first\)$/),
    expect.stringMatching(/^2: 0x.{4}….{4} on Base$/),
  ])
  expect(actions(card).map(({ label }) => label)).toEqual([
    'Unlink 1',
    'Put 2 first',
    'Unlink 2',
    'Link a wallet',
  ])
  expect(await walletDefaultAction.run(second.id, alice, stand.services)).toBeUndefined()
  const anew = await walletDefaultAction.cardAnew?.(second.id, alice, stand.services)
  expect(anew).toMatchObject({ audience: 'asker', live: { view: 'wallets' } })
  expect((await stand.services.wallets.of(account('alice')))[0]?.address).toBe(
    keys[1]?.address.toLowerCase(),
  )
})

test('what a persona has without linking stays, behind a wallet that was put first', async () => {
  const linked = await link()
  const { services } = stand
  services.wallets.of = (who) => services.wallets.links.accountsOf(who, [ON_HUB])
  const order = async () =>
    (await services.wallets.of(account('alice'))).map(({ chain_uid }) => chain_uid)
  expect(await order()).toEqual(['neuron', 'base'])
  expect(fieldsOf((await run('')).card)).toContainEqual(
    expect.stringMatching(/^Of the playground: Neuron/),
  )
  await run('default 1')
  expect(await order()).toEqual(['base', 'neuron'])
  expect(linked.isDefault).toBe(false)
})

test('unlinking asks once more, and takes only one’s own', async () => {
  const { id } = await link()
  for (const reply of [
    await run('unlink 1'),
    await walletUnlinkAction.run(id, alice, stand.services),
  ]) {
    expect(reply?.card.title).toMatch(/^Unlink 0x/)
    expect(reply && actions(reply.card)[0]?.action).toBe(`wallet-unlink-yes:${id}`)
  }
  const bobby = speaker('bobby')
  for (const action of [walletUnlinkAction, walletUnlinkYesAction, walletDefaultAction])
    await expect(action.run(id, bobby, stand.services)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await walletUnlinkYesAction.run(id, alice, stand.services)
  expect(await stand.services.wallets.of(account('alice'))).toEqual([])
})

test.each([
  ['unlink 3', 'NOT_FOUND', 'no linked wallet 3'],
  ['default 0', 'NOT_FOUND', 'no linked wallet 0'],
  ['unlink', 'INVALID_REQUEST', 'I cannot read "unlink"'],
  ['burn 1', 'INVALID_REQUEST', 'I cannot read "burn 1"'],
])('refuses "/wallet %s"', async (input, code, says) => {
  await link()
  await expect(run(input)).rejects.toMatchObject({ code, message: expect.stringContaining(says) })
})

test('the list’s own button links another one', async () => {
  const reply = await walletLinkAction.run('', alice, stand.services)
  expect(reply).toMatchObject({ audience: 'asker', live: { view: 'wallet-link' } })
})
