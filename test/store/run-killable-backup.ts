import { createVault } from '../../src/claims/vault.ts'
import { writeBackup } from '../../src/store/write-backup.ts'

// A backup that stands still half-way, to be killed there: `node run-killable-backup.ts <data dir> <file>`.
const [dataDir = '', file = ''] = process.argv.slice(2)
await writeBackup({
  dataDir,
  file,
  vault: createVault({ keyEncryptionKey: Buffer.alloc(32, 1) }),
  now: () => new Date(),
  onProgress() {
    console.log('half-way')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) // nobody ever wakes it
  },
})
