import { beforeEach, expect, test } from 'vitest'

import { actions, commands } from '../../../src/bots/commands/commands.ts'
import { createDispatch } from '../../../src/bots/dispatch/dispatch.ts'
import { createTalkLimits } from '../../../src/bots/dispatch/talk-limits.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { createStandInServices, speaker } from '../commands/stand-in-services.ts'

let clock: ReturnType<typeof createFakeClock>
beforeEach(() => {
  clock = createFakeClock()
})

const elsewhere = { chat: { id: 'another', kind: 'group' } } as const
const inPrivate = { chat: { id: 'dm', kind: 'private' } } as const

function setUp(most: { perAccount: number; perGroup: number }) {
  const dispatch = createDispatch({
    services: createStandInServices().services,
    commands,
    actions,
    log: { error: () => undefined },
    newId: () => 'r-1',
    limits: createTalkLimits({ ...most, now: clock.now }),
  })
  const said = async (who: Parameters<typeof speaker>[0], where?: Parameters<typeof speaker>[1]) =>
    (await dispatch.runCommand('/help', speaker(who, where)))?.card.tone ?? 'nothing'
  return { dispatch, said }
}
const times = async (many: number, act: () => Promise<string>) => {
  const answers: string[] = []
  for (let number = 0; number < many; number += 1) answers.push(await act())
  return answers
}

test('who says too much is told so once, then nothing, and heard again a minute later; others go on', async () => {
  const { said } = setUp({ perAccount: 3, perGroup: 100 })
  const [normal] = await times(1, () => said('bobby'))
  expect(await times(6, () => said('alice'))).toEqual([
    normal,
    normal,
    normal,
    'error',
    'nothing',
    'nothing',
  ])
  expect([await said('alice', elsewhere), await said('alice', inPrivate)]).toEqual([
    'nothing',
    'nothing',
  ])
  expect(await said('bobby')).toBe(normal)
  clock.advanceMs(60_000)
  expect(await said('alice')).toBe(normal)
})

test('what was said in several minutes and comes all at once is answered as if it had come when it was said', async () => {
  const { dispatch } = setUp({ perAccount: 2, perGroup: 3 })
  const minuteAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000)
  const said = async (who: Parameters<typeof speaker>[0], saidAt: Date) =>
    (await dispatch.runCommand('/help', { ...speaker(who), saidAt }))?.card.tone ?? 'nothing'
  const [normal] = [await said('carol', minuteAgo(30))]
  const waited = [
    await said('alice', minuteAgo(3)),
    await said('alice', minuteAgo(3)),
    await said('alice', minuteAgo(3)),
    await said('alice', minuteAgo(2)),
    await said('alice', minuteAgo(2)),
    await said('bobby', minuteAgo(2)),
    await said('bobby', minuteAgo(1)),
  ]
  expect(waited).toEqual([normal, normal, 'error', normal, normal, normal, normal])
  // A clock that is behind the platform's forgives nothing.
  const ahead = new Date(clock.now().getTime() + 3_600_000)
  expect([await said('dave', ahead), await said('dave', ahead), await said('dave', ahead)]).toEqual(
    [normal, normal, 'error'],
  )
})

test('a group that asks too much is told so once; its people are heard elsewhere', async () => {
  const { said } = setUp({ perAccount: 100, perGroup: 2 })
  const [normal] = await times(1, () => said('alice', inPrivate))
  expect(await times(4, () => said('alice'))).toEqual([normal, normal, 'error', 'nothing'])
  expect(await said('bobby')).toBe('nothing')
  expect([await said('bobby', elsewhere), await said('alice', inPrivate)]).toEqual([normal, normal])
})

test('presses count for whoever presses, and not for the group', async () => {
  const { dispatch, said } = setUp({ perAccount: 2, perGroup: 1 })
  const press = async (who: Parameters<typeof speaker>[0]) =>
    (await dispatch.runAction('nothing:1', speaker(who)))?.card.blocks[0] === undefined
      ? 'nothing'
      : 'answered'
  expect(await times(4, () => press('alice'))).toEqual([
    'answered',
    'answered',
    'answered',
    'nothing',
  ])
  expect(await press('bobby')).toBe('answered')
  expect(await said('bobby')).not.toBe('nothing')
})
