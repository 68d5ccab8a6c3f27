import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { SkippedError } from './drill.ts'

/** A disk that takes nothing for a while. */
export type DiskFault = {
  name: string
  /** Where a server keeps its data to be on that disk, and what its process needs for it. */
  env: Record<string, string>
  begin(): void
  end(): void
  remove(): void
}

const CHUNKS = [65_536, 4_096]

/**
 * A small disk of its own that gets full.
 * @throws {SkippedError} this user may not mount one
 */
export function fullDisk(folder: string): DiskFault {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  if (!shell('mount -t tmpfs -o size=48m tmpfs "$0"', disk))
    throw new SkippedError('a disk that gets full: this user may not mount a small one')
  const filler = join(disk, 'filler')
  return {
    name: 'full',
    env: { DATA_DIR: join(disk, 'data') },
    begin() {
      const file = openSync(filler, 'w')
      for (const bytes of CHUNKS) fillWith(file, Buffer.alloc(bytes))
      closeSync(file)
    },
    end: () => rmSync(filler),
    remove: () => void shell('umount -l "$0"', disk),
  }
}

/** Whether a command, with one argument, ends well. */
const shell = (command: string, argument: string) =>
  spawnSync('sh', ['-c', command, argument], { stdio: 'ignore' }).status === 0

function fillWith(file: number, chunk: Buffer): void {
  try {
    for (;;) writeSync(file, chunk)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/**
 * A disk whose writes and syncs fail with EIO.
 * @throws {SkippedError} there is no C compiler
 */
export function brokenDisk(folder: string): DiskFault {
  const layer = join(folder, 'fault-layer.so')
  if (!shell('cc -shared -fPIC -o "$0" drill/fault-layer.c -ldl', layer))
    throw new SkippedError('a disk that fails with EIO: there is no C compiler (cc) for Linux')
  const mark = join(folder, 'is-broken')
  return {
    name: 'EIO',
    env: { DATA_DIR: join(folder, 'broken'), LD_PRELOAD: layer, EIO_FILE: mark },
    begin: () => writeFileSync(mark, ''),
    end: () => rmSync(mark),
    remove: () => undefined,
  }
}
