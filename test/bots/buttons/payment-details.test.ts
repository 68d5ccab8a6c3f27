import { beforeEach, expect, test } from 'vitest'

import { actions, commands } from '../../../src/bots/commands/commands.ts'
import { createDispatch } from '../../../src/bots/dispatch/dispatch.ts'
import type { Card } from '../../../src/bots/cards/card.ts'
import { views, type ViewName } from '../../../src/bots/cards/views.ts'
import { shortAddress } from '../../../src/bots/cards/wording.ts'
import type { Progress } from '../../../src/core/tracking/progress.ts'
import { ALICE_EVM, ALICE_HUB } from '../../core/sample-network.ts'
import {
  account,
  alone,
  audience,
  createStandInServices,
  HASH,
  ON_BASE,
  ON_HUB,
  speaker,
} from '../commands/stand-in-services.ts'
import { actionsOf, linksOf } from '../read-card.ts'

const dispatchOver = ({ services }: ReturnType<typeof createStandInServices>) =>
  createDispatch({ services, commands, actions, log: { error() {} }, newId: () => 'r1' })
let stand = createStandInServices()
let dispatch = dispatchOver(stand)
beforeEach(() => {
  stand = createStandInServices()
  dispatch = dispatchOver(stand)
  stand.known.wallets.set('id-alice', [ON_BASE, ON_HUB])
  stand.known.balances.set('base/usdc', 10n ** 12n)
  stand.known.vouchers.set('base', [{ token: 'usdc', amount: 900_000_000n }])
  stand.known.vouchers.set('neuron', [{ token: 'usdc', amount: 900_000_000n }])
})

/** The wallets that a card names, whole or short. */
const walletsIn = (card: Card | undefined) =>
  [ALICE_EVM, ALICE_HUB].filter((address) => {
    const said = JSON.stringify(card).toLowerCase()
    return said.includes(address.toLowerCase()) || said.includes(shortAddress(address))
  })
const saysWhatIsHeld = (card: Card | undefined) => JSON.stringify(card).includes('of your 900 USDC')

const hop = (kind: Progress['hops'][number]['kind'], chain_uid: string) =>
  ({ kind, chain_uid, state: 'done', tx_hash: HASH, detail: '' }) as const
const DONE: Progress = {
  outcome: 'completed',
  txId: '',
  hops: [hop('submit', 'neuron'), hop('release', 'base')],
}

test.each([
  '/tip @bobby all usdc for lunch',
  '/airdrop half usdc for 2',
  '/swap 10 usdc eth',
  '/deposit 5 usdc on base',
  '/withdraw all usdc to base',
])(
  'in a group, %s names no wallet, and its sender alone is shown them by a press',
  async (said) => {
    const { services } = stand
    const asked = await dispatch.runCommand(said, speaker('alice'))
    expect({ audience: asked?.audience, wallets: walletsIn(asked?.card) }).toEqual({
      audience: 'everyone',
      wallets: [],
    })
    expect(saysWhatIsHeld(asked?.card)).toBe(false)
    expect(linksOf(asked?.card)).toHaveLength(1) // signing takes no tap more than in private
    expect(asked?.card.blocks).toContainEqual({ kind: 'field', label: 'From', value: '@alice' })

    const details = actionsOf(asked?.card).find((name) => name.startsWith('payment-details:')) ?? ''
    const own = await dispatch.runAction(details, speaker('alice'))
    expect(own?.audience).toBe('asker')
    expect(walletsIn(own?.card)).not.toEqual([])
    expect(linksOf(own?.card)).toEqual(linksOf(asked?.card))

    const anothers = await dispatch.runAction(details, speaker('bobby'))
    expect(anothers).toMatchObject({ audience: 'asker', card: { tone: 'error' } })
    expect(walletsIn(anothers?.card)).toEqual([])

    const { view, key } = asked?.live ?? { view: '', key: '' }
    const viewName = view as ViewName // as the command named it
    expect(views).toHaveProperty(viewName)
    // In private it reads so from the start.
    const whole = await views[viewName](key, services, audience(account('alice')))
    expect(own?.card).toEqual(whole?.card)

    const { chain_uid } = await services.signRequests.current(key)
    await stand.requestStore.setTxHash(key, HASH, stand.clock.now())
    stand.known.progress.set(`${chain_uid}/${HASH}`, DONE)
    const followed = await views[viewName](key, services, audience())
    expect(walletsIn(followed?.card)).toEqual([])
    const ownFollowed = await views[viewName](key, services, audience(account('alice')))
    expect(ownFollowed?.card.title).toBe(followed?.card.title)
  },
)

test('a group is not told what wallets hold where it is not enough; in private each is named', async () => {
  const tooMuch = '/tip @bobby 2000000 usdc'
  const toldGroup = await dispatch.runCommand(tooMuch, speaker('alice'))
  expect(toldGroup?.card).toMatchObject({
    title: 'None of your wallets has 2,000,000 USDC',
    blocks: [{ text: 'See what your wallets hold with /balance.' }],
  })
  const toldAlone = await dispatch.runCommand(tooMuch, alone('alice'))
  expect(JSON.stringify(toldAlone?.card)).toContain('1,000,000 USDC on Base')
})
