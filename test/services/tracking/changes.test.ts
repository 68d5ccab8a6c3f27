import { expect, test } from 'vitest'

import { createChanges } from '../../../src/services/tracking/changes.ts'

test('a change is told in every process, and where one may have been missed everybody looks', () => {
  const processes: ((said: string | undefined) => void)[] = []
  const say = (said: string | undefined) => processes.forEach((hear) => hear(said))
  const create = () => createChanges({ tell: say, hear: (listener) => processes.push(listener) })
  const [one, other] = [create(), create()]
  const told: string[] = []
  const listen = (txHash: string) => other.listen('base', txHash, () => told.push(txHash))
  const unlisten = listen('0xAA')
  listen('0xbb')
  one.tell('base', '0xaa')
  one.tell('polygon', '0xbb')
  say('something else')
  expect(told).toEqual(['0xAA'])
  say(undefined)
  expect(told).toEqual(['0xAA', '0xAA', '0xbb'])
  unlisten()
  one.tell('base', '0xaa')
  expect(told).toHaveLength(3)
})
