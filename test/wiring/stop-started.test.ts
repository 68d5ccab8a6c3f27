import { expect, test } from 'vitest'

import { stopStarted } from '../../src/wiring/stop-started.ts'

const never = () => new Promise<void>(() => undefined)

/** Things to stop that tell of it, and what is logged. */
function createStops() {
  const told: string[] = []
  return {
    told,
    stop: (name: string) => () => void told.push(name),
    failing: (name: string) => async () => {
      told.push(name)
      throw new Error(`${name} is stuck`)
    },
    log: { error: (_details: object, message: string) => void told.push(message) },
  }
}

test('parts are stopped side by side, and then what they stand on, the last first', async () => {
  const { told, stop, failing, log } = createStops()
  let end = () => {}
  const slow = () =>
    new Promise<void>((resolve) => {
      end = resolve
    })
  const started = {
    parts: [stop('tracker'), slow, failing('mail'), () => (stop('delivery')(), end())],
    below: [stop('database'), failing('network'), stop('signer')],
  }
  await stopStarted(started, log)
  const isSaid = 'a part could not be stopped in order; the others are'
  expect(told.slice(0, 4)).toEqual(['tracker', 'mail', 'delivery', isSaid])
  expect(told.slice(4)).toEqual(['signer', 'network', isSaid, 'database'])
})

test('a part that does not end is waited for only so long', async () => {
  const { told, stop, log } = createStops()
  await stopStarted({ parts: [never, stop('delivery')], below: [stop('database')] }, log, {
    drainMs: 1,
  })
  expect(told).toEqual([
    'delivery',
    'not all parts ended in time; what was begun goes on at the next start',
    'database',
  ])
})

test('nor is anything that they stand on waited for longer: what is below it is stopped', async () => {
  const { told, stop, log } = createStops()
  const below = [stop('database'), never, stop('signer')]
  await stopStarted({ parts: [stop('delivery')], below }, log, { stepMs: 1 })
  expect(told).toEqual([
    'delivery',
    'signer',
    'what the parts stand on did not end in time; the rest of it is stopped',
    'database',
  ])
})
