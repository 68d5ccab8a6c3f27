import { expect, test } from 'vitest'

import { createOutageLog } from '../../../src/services/flow/outage-log.ts'
import { createFakeClock } from '../../fake-clock.ts'

const SECOND = 1_000

/** What is tried so many times, a second apart. */
type Tries = { times: number; fails: boolean | 'every other' }

test.each<{ what: string; tries: Tries[]; told: string[] }>([
  {
    what: 'at once and at its end, of one failure',
    tries: [
      { times: 5, fails: false },
      { times: 1, fails: true },
      { times: 5, fails: false },
    ],
    told: ['5: away', '6: back after 1'],
  },
  {
    what: 'every ten minutes of one that lasts',
    tries: [
      { times: 1_500, fails: true },
      { times: 2, fails: false },
    ],
    told: ['0: away', '600: away for 600', '1200: away for 1200', '1500: back after 1500'],
  },
  {
    what: 'once in ten minutes of what fails every other time',
    tries: [{ times: 1_210, fails: 'every other' }],
    told: [
      '0: away',
      '1: back after 1',
      '600: away',
      '601: back after 1',
      '1200: away',
      '1201: back after 1',
    ],
  },
  {
    what: 'after a minute, of one soon after another',
    tries: [
      { times: 1, fails: true },
      { times: 1, fails: false },
      { times: 90, fails: true },
      { times: 1, fails: false },
    ],
    told: ['0: away', '1: back after 1', '62: away', '92: back after 90'],
  },
])('an outage is told $what', ({ tries, told }) => {
  const clock = createFakeClock()
  const startMs = clock.now().getTime()
  const lines: string[] = []
  const outage = createOutageLog({
    log: {
      warn(details, message) {
        const after = (clock.now().getTime() - startMs) / SECOND
        const lasted = 'lastedSec' in details ? ` ${String(details.lastedSec)}` : ''
        const joined = lasted && (message === 'away' ? ' for' : ' after')
        lines.push(`${after}: ${message}${joined}${lasted}`)
      },
    },
    now: clock.now,
    details: {},
    failing: 'away',
    wellAgain: 'back',
  })
  for (const { times, fails } of tries)
    for (let nth = 0; nth < times; nth += 1) {
      if (fails === true || (fails && nth % 2 === 0)) outage.failed(new Error('connection refused'))
      else outage.worked()
      clock.advanceMs(SECOND)
    }
  expect(lines).toEqual(told)
})
