import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

import type { TxResult } from './execute-tx.ts'
import type { Writes } from './kv-store.ts'

/** A transaction with what became of it. `tx` is base64 of its bytes. */
export type JournalTx = { tx: string; hash: string; result: TxResult }

/**
 * One line of the journal. `genesis` comes first. `height` says that heights up to it may have been shown although their
 * blocks were empty and not written; `stopped` is the same, exact, after an orderly end. Times are unix milliseconds.
 */
export type JournalRecord =
  | { kind: 'genesis'; chainId: string; timeMs: number; writes: Writes }
  | { kind: 'mempool'; tx: string }
  | { kind: 'block'; height: number; timeMs: number; txs: JournalTx[]; writes: Writes }
  | { kind: 'height'; height: number; timeMs: number }
  | { kind: 'stopped'; height: number; timeMs: number }

/** Where a record stands in its file, in bytes. */
export type Place = { at: number; length: number }

export type Journal = {
  /** Writes a record and waits for the disk; when this throws, nothing of it stays in the file. */
  append(record: JournalRecord): Place
  /** Reads the record at a place; `undefined` where one of the texts does not stand in it, which is seen before anything is made of it. */
  read(place: Place, texts?: readonly string[]): JournalRecord | undefined
  close(): void
}

const READ_BYTES = 1 << 20

/**
 * Opens a journal, hands every record in it to `replay`, and is then ready to append. A last line without its end is what
 * a killed process leaves: nobody was told of it, so it is cut off.
 * @throws {Error} a line that is not the last cannot be read: the file is damaged
 */
export function openJournal(
  path: string,
  replay: (record: JournalRecord, place: Place) => void,
): Journal {
  const isNew = !existsSync(path)
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, isNew ? 'wx+' : 'r+')
  let size = replayLines(file, (line, number, place) =>
    replay(parseLine(line, path, number), place),
  )
  if (fstatSync(file).size > size) ftruncateSync(file, size)
  if (isNew) syncFolder(dirname(path))

  let room = Buffer.alloc(0)
  /** The bytes of a record, until the next one is asked for. */
  function lineAt({ at, length }: Place): Buffer {
    if (room.length < length) room = Buffer.alloc(2 * length)
    for (let count = 0; count < length;) {
      const read = readSync(file, room, count, length - count, at + count)
      if (read === 0) throw new Error(`${path} ends before byte ${at + length}`)
      count += read
    }
    return room.subarray(0, length)
  }

  return {
    append(record) {
      const line = Buffer.from(`${JSON.stringify(record)}\n`)
      try {
        for (let written = 0; written < line.length;)
          written += writeSync(file, line, written, line.length - written, size + written)
        fsyncSync(file)
      } catch (error) {
        ftruncateSync(file, size)
        throw error
      }
      const place = { at: size, length: line.length }
      size += line.length
      return place
    },
    read(place, texts = []) {
      const line = lineAt(place)
      if (!texts.every((text) => line.includes(JSON.stringify(text).slice(1, -1)))) return undefined
      return JSON.parse(line.toString('utf8')) as JournalRecord // only append writes whole lines here
    },
    close: () => closeSync(file),
  }
}

/** Calls `onLine` for every whole line; returns where the last whole line ends. */
function replayLines(
  file: number,
  onLine: (line: string, number: number, place: Place) => void,
): number {
  const chunk = Buffer.alloc(READ_BYTES)
  let rest: Buffer = Buffer.alloc(0)
  let end = 0
  let number = 0
  for (let position = 0; ;) {
    const count = readSync(file, chunk, 0, READ_BYTES, position)
    if (count === 0) return end
    position += count
    rest = Buffer.concat([rest, chunk.subarray(0, count)])
    for (let newline = rest.indexOf(10); newline !== -1; newline = rest.indexOf(10)) {
      number += 1
      const place = { at: end, length: newline + 1 }
      onLine(rest.subarray(0, newline).toString('utf8'), number, place)
      rest = rest.subarray(newline + 1)
      end += newline + 1
    }
  }
}

function parseLine(line: string, path: string, number: number): JournalRecord {
  try {
    return JSON.parse(line) as JournalRecord // only append writes whole lines here
  } catch {
    throw new Error(`${path} is damaged at line ${number}; remove the file to start the chain anew`)
  }
}

/** Makes the new file's name itself survive a power cut. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
