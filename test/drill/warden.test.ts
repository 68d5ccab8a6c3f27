import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

import { expect, onTestFinished, test } from 'vitest'

import { hearProcess } from '../hear-process.ts'

/** Starts a run of a group of its own with a busy process and a folder, as the runner of drills does, and then does as it is told. */
const RUNNER = `
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { startWarden } from './drill/warden.ts'
const warden = startWarden()
mkdirSync(warden.folder + '/data')
writeFileSync(warden.folder + '/data/file', '')
const busy = ['-e', 'console.log("busy " + process.argv[1]); for (;;);', warden.folder]
const shell = spawn('sh', ['-c', '"$0" "$@" & wait', process.execPath, ...busy], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] })
warden.watch(shell.pid)
process.stdin.once('data', async () => {
  await warden.close()
  console.log('closed')
}).unref()
`

test.each(['is over', 'is killed'])('nothing is left of a run once its runner %s', async (how) => {
  const runner = spawn(process.execPath, ['--input-type=module', '-e', RUNNER], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void runner.kill('SIGKILL'))
  const { said } = hearProcess(runner, 'the runner', /^busy (\S+)$/m)
  const [, folder = ''] = await said
  expect(existsSync(folder)).toBe(true)
  // What a process writes to ends once nobody is left who could write to it.
  const allEnded = once(runner, 'close')
  if (how === 'is over') runner.stdin.end('close\n')
  else process.kill(-(runner.pid ?? 0), 'SIGKILL')
  await allEnded
  await expect.poll(() => existsSync(folder)).toBe(false)
})
