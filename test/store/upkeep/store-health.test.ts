import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'

import { NotFoundError, StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import { createStoreHealth, troubleOf } from '../../../src/store/upkeep/store-health.ts'

/** A health on a clock that moves when told to, and what it told. */
function create() {
  const told: string[] = []
  let nowMs = 0
  const tell = (level: string) => (details: object, message: string) =>
    void told.push(`${level} ${message} ${JSON.stringify(details)}`)
  const health = createStoreHealth({
    log: { warn: tell('warn'), error: tell('error') },
    elapsedMs: () => nowMs,
  })
  return {
    ...health,
    told,
    wait: (ms: number) => void (nowMs += ms),
    fail: (code = 'SQLITE_FULL') => health.failed(new Sqlite.SqliteError('words', code)),
  }
}

describe('trouble is told', () => {
  test('once when it begins and once when it ends, however often it is met', () => {
    const { fail, wrote, told, wait } = create()
    for (let n = 0; n < 64 * 59; n += 1) {
      fail()
      wait(1000 / 64)
    }
    wrote()
    wrote()
    expect(told).toEqual([
      'error the disk is full and nothing can be kept: make room {"why":"full","code":"SQLITE_FULL"}',
      'warn the database keeps things again {"why":"full","failures":3776,"seconds":59}',
    ])
  })

  test('at most every minute while it lasts, with how often it was met', () => {
    const { fail, told, wait } = create()
    for (let second = 0; second < 150; second += 1) {
      fail()
      wait(1000)
    }
    expect(told.slice(1)).toEqual([
      'error the database still keeps nothing {"why":"full","code":"SQLITE_FULL","failures":61,"seconds":60}',
      'error the database still keeps nothing {"why":"full","code":"SQLITE_FULL","failures":121,"seconds":120}',
    ])
  })

  test('anew when it begins anew', () => {
    const { fail, wrote, told, failures } = create()
    for (const code of ['SQLITE_FULL', 'SQLITE_IOERR_WRITE']) {
      fail(code)
      wrote()
    }
    expect(told.map((line) => line.split(' ')[0])).toEqual(['error', 'warn', 'error', 'warn'])
    expect(failures()).toBe(2)
  })

  test('as damage once pages are damaged, and that stays until the next start', () => {
    const { fail, wrote, trouble, told } = create()
    fail()
    fail('SQLITE_CORRUPT_INDEX')
    wrote()
    fail()
    expect(trouble()).toBe('damaged')
    expect(told).toHaveLength(2)
    expect(told[1]).toContain('vouch restore')
  })
})

test.each([
  ['SQLITE_FULL', 'full'],
  ['SQLITE_IOERR_WRITE', 'unwritable'],
  ['SQLITE_IOERR_FSYNC', 'unwritable'],
  ['SQLITE_READONLY_DBMOVED', 'unwritable'],
  ['SQLITE_CANTOPEN', 'unwritable'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_BUSY_SNAPSHOT', 'busy'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_CONSTRAINT_UNIQUE', undefined],
  ['SQLITE_ERROR', undefined],
])('%s is trouble: %s', (code, why) => {
  const { fail, trouble, told } = create()
  const thrown = fail(code)
  expect(troubleOf(code)).toBe(why)
  expect(trouble()).toBe(why)
  expect(told).toHaveLength(why ? 1 : 0)
  expect(thrown instanceof StoreUnavailableError).toBe(why !== undefined)
})

test('what is no failure of the database is left as it is', () => {
  const { failed, trouble } = create()
  for (const error of [new Error('a bug'), new NotFoundError('none', 'look'), 'text'])
    expect(failed(error)).toBe(error)
  expect(trouble()).toBeUndefined()
})
