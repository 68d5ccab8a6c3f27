import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { expect, test, vi } from 'vitest'

import { hearProcess } from './hear-process.ts'

const start = (program: string) =>
  spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'pipe'] })

test('what a process says after the awaited line is kept, and not searched', async () => {
  const child = start(`
    console.log('begins'); console.log('ready at 7')
    process.stdin.once('data', () => { console.error('more'); console.log('ready at 8'); process.exit() })`)
  const awaited = /^ready at (\d+)$/m
  const search = vi.spyOn(awaited, 'exec')
  const { said, output } = hearProcess(child, 'the program', awaited)
  expect((await said)[1]).toBe('7')
  const searched = search.mock.calls.length
  child.stdin.write('go on\n')
  await once(child, 'close')
  expect(output()).toMatch(/^begins\n[^]*ready at 8$/m)
  expect(output()).toContain('more')
  expect(search).toHaveBeenCalledTimes(searched)
})

test('a process that ends before tells what it said', async () => {
  const { said } = hearProcess(
    start(`console.error('no disk'); process.exitCode = 3`),
    'it',
    /ready/,
  )
  await expect(said).rejects.toThrow(/^it ended with 3: /)
})
