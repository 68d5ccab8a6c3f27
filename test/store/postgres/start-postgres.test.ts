import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

test('a run on a PostgreSQL of its own ends as its tests say, and not as if all were well', () => {
  const run = `
    import { setup } from './test/store/start-postgres.ts'
    const stop = await setup({ provide() {} })
    process.exitCode = 3
    await stop()`
  const { DATABASE_URL: _given, ...env } = process.env
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', run], {
    env,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 3, stderr: '' })
})
