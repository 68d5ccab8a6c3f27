import { expect, test } from 'vitest'

import { ChainUnavailableError, StoreUnavailableError } from '../../src/core/terms/errors.ts'
import { createLog } from '../../src/wiring/create-log.ts'

const full = new StoreUnavailableError(new Error('database or disk is full'))
const behind = new Error('a card could not be shown', { cause: full })

test.each<{ name: string; write: (log: ReturnType<typeof createLog>) => void; lines: number }>([
  { name: 'what failed with the database', write: (log) => log.warn({ err: full }, 'x'), lines: 0 },
  { name: 'an error alone', write: (log) => log.error(full), lines: 0 },
  { name: 'behind another error', write: (log) => log.error({ err: behind }, 'x'), lines: 0 },
  { name: 'of a part', write: (log) => log.child({ part: 1 }).warn({ err: full }, 'x'), lines: 0 },
  { name: 'the end of the process', write: (log) => log.fatal({ err: full }, 'x'), lines: 1 },
  { name: 'words', write: (log) => log.warn('x'), lines: 1 },
  { name: 'details', write: (log) => log.warn({ why: 'full' }, 'x'), lines: 1 },
  {
    name: 'another error',
    write: (log) => log.warn({ err: new ChainUnavailableError('base', 'away') }, 'x'),
    lines: 1,
  },
])('while the database keeps nothing, it alone tells: $name', ({ write, lines }) => {
  const written: string[] = []
  write(createLog('info', { write: (line: string) => void written.push(line) }))
  expect(written).toHaveLength(lines)
})
