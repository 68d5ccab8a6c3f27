import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'

/**
 * Makes 32 random bytes, as base64 in a file for its owner alone, unless it is there. It comes under its name only when it is whole and on
 * the disk: half a key is worse than none.
 */
export function makeKeyFile(file: string): void {
  const partial = `${file}.${process.pid}.partial`
  try {
    const handle = openSync(partial, 'w', 0o600)
    try {
      writeSync(handle, randomBytes(32).toString('base64'))
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    name(partial, file)
  } finally {
    rmSync(partial, { force: true })
  }
}

function name(partial: string, file: string): void {
  try {
    linkSync(partial, file) // leaves alone what is there, where a rename would replace it
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') return
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    if (!existsSync(file)) renameSync(partial, file) // disks without hard links
  }
}
