import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

/** What made the chain, in order: transactions as they were accepted, and the blocks mined between them. */
export const JournalEntry = z.union([
  z.strictObject({ tx: z.templateLiteral(['0x', z.string()]) }),
  z.strictObject({ block: z.int().positive(), timestamp: z.int().positive() }),
])
export type JournalEntry = z.infer<typeof JournalEntry>

const Head = z.strictObject({ genesis_timestamp: z.int().positive() })

export type BlockJournal = {
  /** Unix seconds of block 0. */
  genesisTimestamp: number
  /** The node's state file that the entries continue, if there is one. */
  snapshotPath: string | undefined
  /** Of that state; 0 without one. */
  snapshotHeight: number
  /** What was recorded before this start. */
  entries: JournalEntry[]
  /** Records an entry durably. On failure nothing is recorded and the error is thrown. */
  append(entry: JournalEntry): void
  /** Starts afresh from a state of the node: everything before it is dropped, `entries` are what it does not contain. */
  compact(snapshot: { height: number; state: Uint8Array; entries: JournalEntry[] }): void
  close(): void
}

/**
 * Opens the journal in `folder`, or begins one. The node is deterministic: the same transactions and block times in the
 * same order give the same blocks to the last bit. So recording each before it happens is enough to lose nothing.
 *
 * Files: `journal-<height>.ndjson` continues `state-<height>.json`, which is missing for height 0. A state file appears
 * under its name only once it and its journal are complete, so the highest one is always usable.
 */
export function openBlockJournal(folder: string, nowSec: number): BlockJournal {
  mkdirSync(folder, { recursive: true })
  const heights = readdirSync(folder).flatMap((name) => /^state-(\d+)\.json$/.exec(name)?.[1] ?? [])
  let height = Math.max(0, ...heights.map(Number))
  const journalPath = (of: number) => join(folder, `journal-${of}.ndjson`)
  const statePath = (of: number) => join(folder, `state-${of}.json`)

  const lines = readLines(journalPath(height))
  const head =
    lines[0] === undefined ? { genesis_timestamp: nowSec } : Head.parse(JSON.parse(lines[0]))
  const entries = lines.slice(1).map((line) => JournalEntry.parse(JSON.parse(line)))
  const headLine = `${JSON.stringify(head)}\n`

  let file = openSync(journalPath(height), 'a')
  // A line that a crash cut short was never acted on: drop it, or the next line would be glued to it.
  let size = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
  ftruncateSync(file, size)

  const writeDurably = (text: string) => {
    try {
      const bytes = Buffer.from(text)
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
      fsyncSync(file)
      size += bytes.length
    } catch (error) {
      ftruncateSync(file, size)
      throw error
    }
  }
  if (lines.length === 0) writeDurably(headLine)

  return {
    genesisTimestamp: head.genesis_timestamp,
    snapshotPath: height === 0 ? undefined : statePath(height),
    snapshotHeight: height,
    entries,
    append: (entry) => writeDurably(`${JSON.stringify(entry)}\n`),
    compact(snapshot) {
      if (snapshot.height <= height) return
      const rest = snapshot.entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
      writeWhole(journalPath(snapshot.height), Buffer.from(`${headLine}${rest}`))
      writeWhole(`${statePath(snapshot.height)}.part`, snapshot.state)
      renameSync(`${statePath(snapshot.height)}.part`, statePath(snapshot.height))
      syncFolder(folder)
      closeSync(file)
      rmSync(journalPath(height), { force: true })
      rmSync(statePath(height), { force: true })
      height = snapshot.height
      file = openSync(journalPath(height), 'a')
      size = Buffer.byteLength(headLine) + Buffer.byteLength(rest)
    },
    close: () => closeSync(file),
  }
}

function readLines(path: string): string[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  return text.split('\n').slice(0, -1) // what follows the last line end is empty, or torn
}

function writeWhole(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'w')
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
