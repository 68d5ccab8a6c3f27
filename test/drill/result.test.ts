import { expect, test } from 'vitest'

import { judge } from '../../drill/result.ts'
import type { Ending } from '../../drill/task.ts'

const ended = (problems: string[] = [], notRun: string[] = []): Ending => ({
  kind: 'done',
  done: '20 rounds',
  numbers: '41 calls refused',
  problems,
  notRun,
})
const skipped: Ending = { kind: 'skipped', why: 'no compiler' }
const broken: Ending = { kind: 'error', why: 'its process ended with SIGKILL' }
const caught = ended(['its page is late', 'it answers 500'])

test.each<{ what: string; own: Ending; control: Ending; comes: object }>([
  {
    what: 'kept, and its control was caught',
    own: ended(),
    control: caught,
    comes: { verdict: 'passed', problems: [], notRun: [], control: 'caught: it answers 500' },
  },
  {
    what: 'not kept',
    own: ended(['a claim is paid twice']),
    control: caught,
    comes: { verdict: 'FAILED', problems: ['a claim is paid twice'] },
  },
  {
    what: 'kept as far as it was tried',
    own: ended([], ['EIO: no compiler']),
    control: caught,
    comes: { verdict: 'in part', problems: [], notRun: ['EIO: no compiler'] },
  },
  {
    what: 'not kept in what was tried',
    own: ended(['lost'], ['EIO: no compiler']),
    control: caught,
    comes: { verdict: 'FAILED', problems: ['lost'], notRun: ['EIO: no compiler'] },
  },
  {
    what: 'kept, and its control was not noticed',
    own: ended(),
    control: ended(),
    comes: {
      verdict: 'FAILED',
      problems: ['its control: not noticed: it lies'],
      control: 'NOT CAUGHT',
    },
  },
  {
    what: 'kept, and its control failed by something else',
    own: ended(),
    control: ended(['its page is late']),
    comes: {
      verdict: 'FAILED',
      problems: ['its control: not noticed: it lies', 'its page is late'],
      control: 'NOT CAUGHT: its page is late',
    },
  },
  {
    what: 'kept, and its control broke',
    own: ended(),
    control: broken,
    comes: {
      verdict: 'FAILED',
      problems: ['its control: not noticed: it lies', 'its process ended with SIGKILL'],
    },
  },
  {
    what: 'not tried to its end',
    own: broken,
    control: caught,
    comes: { verdict: 'FAILED', problems: ['its process ended with SIGKILL'] },
  },
  {
    what: 'not tried at all',
    own: skipped,
    control: skipped,
    comes: { verdict: 'skipped', problems: [], notRun: ['no compiler'], control: 'skipped' },
  },
])('a drill whose promise is $what comes to that', ({ own, control, comes }) => {
  expect(judge(own, control, { control: 'it lies', noticedAs: /answers \d+/ })).toMatchObject(comes)
})
