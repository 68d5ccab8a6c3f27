import { describe, expect, test } from 'vitest'

import { wordsIn } from '../../../src/bots/words/words.ts'
import { track } from '../../../src/bots/commands/track.ts'
import type { Services } from '../../../src/bots/dispatch/command.ts'
import { Network } from '../../../src/core/terms/network.ts'
import type { Progress } from '../../../src/core/tracking/progress.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { createStandInServices, HASH, speaker } from './stand-in-services.ts'

const HUB_HASH = 'AB'.repeat(32)

test.each([
  { input: `base ${HASH}`, opened: `base ${HASH} track:base:${HASH}` },
  {
    input: `Base ${HASH.toUpperCase().replace('0X', '0x')}`,
    opened: `base ${HASH} track:base:${HASH}`,
  },
  { input: HASH, opened: `base ${HASH} track:base:${HASH}` },
  {
    input: HUB_HASH.toLowerCase(),
    opened: `neuron ${HUB_HASH} track:neuron:${HUB_HASH.toLowerCase()}`,
  },
  ...[`vsl ${HUB_HASH}`, `${HUB_HASH} VSL`].map((input) => ({
    input,
    opened: `neuron ${HUB_HASH} track:neuron:${HUB_HASH.toLowerCase()}`,
  })),
])('/track $input follows the transaction', async ({ input, opened }) => {
  const { services, asked } = createStandInServices()
  const reply = await track.run(input, speaker('alice'), services)
  const [chain, hash, topic] = opened.split(' ')
  expect(asked.opened).toEqual([opened, `${chain} ${hash} end:telegram:id-alice`])
  expect(reply).toMatchObject({
    audience: 'everyone',
    live: { view: 'track', key: `${chain}:${hash}`, topics: [topic] },
  })
})

test('nobody is told of the end of what has ended already', async () => {
  const { services, known, asked } = createStandInServices()
  known.progress.set(`base/${HASH}`, { outcome: 'completed', txId: '', hops: [] })
  await track.run(HASH, speaker('alice'), services)
  expect(asked.opened).toEqual([`base ${HASH} track:base:${HASH}`])
})

test.each([
  { input: '', says: 'hash is missing' },
  { input: 'base', says: 'hash is missing' },
  { input: 'vsl', says: 'hash is missing' },
  { input: `mars ${HASH}`, says: '"mars"' },
  { input: `base ${HUB_HASH}`, says: 'not a transaction hash of Base' },
  { input: `neuron ${HASH}`, says: 'not a transaction hash of Neuron' },
  { input: `base ${HASH}00`, says: 'not a transaction hash of Base' },
  { input: `base ${HASH} please`, says: 'more than a chain and a hash' },
])('refuses "$input"', async ({ input, says }) => {
  const { services, asked } = createStandInServices()
  await expect(track.run(input, speaker('alice'), services)).rejects.toMatchObject({
    message: expect.stringContaining(says),
    fix: expect.stringMatching(/./),
  })
  expect(asked.opened).toEqual([])
})

test.each([
  ['en', '"0x12" is not a transaction hash.'],
  ['es', '«0x12» no es un hash de transacción.'],
  ['de', '„0x12“ ist kein Transaktions-Hash.'],
  ['tr', '“0x12” bir işlem hash’i değil.'],
  ['zh-Hans', '“0x12”不是交易哈希。'],
] as const)('in %s, what is no hash is called that', async (language, message) => {
  const { services } = createStandInServices()
  const asking = speaker('alice', { words: wordsIn(language) })
  await expect(track.run('0x12', asking, services)).rejects.toMatchObject({ message })
})

describe('a bare hash that two chains could have', () => {
  const base = sampleNetwork.chains[0]
  const network = Network.parse({
    ...sampleNetwork,
    chains: [
      ...sampleNetwork.chains,
      { ...base, chain_uid: 'polygon', chain_id: '137', name: 'Polygon' },
    ],
  })
  const seenOn = (chain_uid: string): Progress => ({
    outcome: 'pending',
    txId: '',
    hops: [{ kind: 'submit', chain_uid, state: 'seen', tx_hash: HASH, detail: '' }],
  })

  test('is followed where it is followed already, and no chain is asked', async () => {
    const { services, known, asked } = createStandInServices()
    known.progress.set(`polygon/${HASH}`, seenOn('polygon'))
    await track.run(HASH, speaker('alice'), { ...services, network })
    expect(asked.opened[0]).toBe(`polygon ${HASH} track:polygon:${HASH}`)
  })

  test('is followed on the chain that knows it', async () => {
    const { services } = createStandInServices()
    const tracker: Services['tracker'] = {
      ...services.tracker,
      openFor: async (allowed, chainUid, txHash) =>
        chainUid === 'polygon'
          ? seenOn(chainUid)
          : services.tracker.openFor(allowed, chainUid, txHash),
    }
    const { live } = await track.run(HASH, speaker('alice'), { ...services, network, tracker })
    expect(live).toMatchObject({ view: 'track', key: `polygon:${HASH}` })
  })

  test('needs the chain where none knows it', async () => {
    const { services } = createStandInServices()
    const run = track.run(HASH, speaker('alice'), { ...services, network })
    await expect(run).rejects.toMatchObject({
      message: expect.stringContaining('base or polygon'),
    })
  })
})
