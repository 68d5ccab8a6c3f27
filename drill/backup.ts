import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { runCommand } from '../test/flows/run-command.ts'
import type { Sent } from './claim-visitor.ts'
import { comesToBe } from './comes-to-be.ts'
import { problemsOf, sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { withStage, type Stage } from './stage.ts'
import { copyWithout, TAKEN_OUT } from './taken-out.ts'

/** Who writes at the same time, each one claim after another. */
const WRITERS = 4
/** Claims between two backups. */
const CLAIMS_BETWEEN = 12
const AMOUNT = 10n ** 15n

/** `--backups n` */
export const backup: Drill = {
  name: 'backup',
  about:
    '30 backups while claims are made without a pause, each restored elsewhere: what was acknowledged before it is there, and a server runs on it',
  control: "a backup copies the database's file without what stands beside it",
  noticedAs: /claims are not in backup/,
  run: (options) => withStage((stage) => backUp(options, stage)),
}

async function backUp(options: DrillOptions, stage: Stage) {
  const { broken, args, say } = options
  const { values } = parseArgs({ args: [...args], options: { backups: { type: 'string' } } })
  const backups = sizeOf(options, values.backups, { long: 30, brief: 2 })
  const { env, folder, start, visitors } = stage
  const copy = broken ? copyWithout(TAKEN_OUT.backup) : undefined
  const vouch = await start()
  /** In the order in which each writer was told that they are kept. */
  const kept: Sent[][] = Array.from({ length: WRITERS }, () => [])
  const made = () => kept.reduce((sum, own) => sum + own.length, 0)
  const over = new AbortController()
  const writing = kept.map(async (own, writer) => {
    while (!over.signal.aborted) {
      const sender = { chain_uid: 'base', address: `0x${randomBytes(20).toString('hex')}` }
      own.push(await visitors.send(sender, `writer${writer}@example.com`, AMOUNT))
    }
  })

  for (const each of writing) each.catch(() => undefined) // what they fail by is told in the end

  const taken: { file: string; before: Sent[]; after: number }[] = []
  const problems = await problemsOf(async () => {
    for (let at = 0; at < backups; at += 1) {
      const until = made() + CLAIMS_BETWEEN
      await comesToBe('more claims are made', () => made() >= until)
      const file = join(folder, `backup-${at}.sqlite`)
      let isOver = false
      const ending = mustEndWell(['backup', file], env, copy?.program).finally(() => {
        isOver = true
      })
      ending.catch(() => undefined) // it is waited for below
      // The copy's file is made first: what was kept while there was none is in the copy.
      const isBegun = () => isOver || existsSync(`${file}.partial`) || existsSync(file)
      let before = kept.flat()
      for (let now = before; !isBegun(); now = kept.flat()) {
        before = now
        await pass(1)
      }
      await ending
      taken.push({ file, before, after: made() })
    }
    return []
  })
  over.abort()
  copy?.remove()
  problems.push(
    ...(await problemsOf(async () => {
      await Promise.all(writing)
      return []
    })),
  )
  await vouch.stop()

  for (const [at, { file, before, after }] of taken.entries()) {
    say(`backup ${at + 1}: ${before.length} claims before it, ${after} after it`)
    problems.push(...(await problemsOf(() => lookAtRestored(stage, at, file, before))))
  }
  const inAll = taken.reduce((sum, { before }) => sum + before.length, 0)
  return {
    done: `${taken.length} backups beside ${WRITERS} writers, each restored`,
    numbers: `${made()} claims made, ${inAll} looked for in backups`,
    problems,
  }
}

async function mustEndWell(
  args: readonly string[],
  env: Record<string, string>,
  program?: string,
): Promise<void> {
  const { code, stdout, stderr } = await runCommand(args, env, program)
  if (code !== 0) throw new Error(`vouch ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`)
}

/** Restores a backup into a folder of its own, and asks a server there for all that has to be in it. */
async function lookAtRestored(
  { env, folder, start, visitors }: Stage,
  at: number,
  file: string,
  before: readonly Sent[],
): Promise<string[]> {
  const DATA_DIR = join(folder, `restored-${at}`)
  mkdirSync(DATA_DIR)
  await mustEndWell(['restore', file], { ...env, DATA_DIR })
  const vouch = await start({ DATA_DIR })
  const lost: Sent[] = []
  for (const sent of before) await visitors.view(sent).catch(() => void lost.push(sent))
  await vouch.stop()
  return lost.length === 0
    ? []
    : [`${lost.length} of ${before.length} claims are not in backup ${at + 1}`]
}
