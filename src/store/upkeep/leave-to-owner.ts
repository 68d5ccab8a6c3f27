import { chownSync, statSync } from 'node:fs'

/** Gives a file that root has made to whom another path belongs: the server of that user has to write to it. For others than root it is theirs already. */
export function leaveToOwner(file: string, of: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(of)
  chownSync(file, uid, gid)
}
