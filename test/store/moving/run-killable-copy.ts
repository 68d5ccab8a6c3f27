import { copyStore } from '../../../src/store/moving/copy-store.ts'

// A copy that stands still while it compares, to be killed there: `node run-killable-copy.ts <place as JSON> <place as JSON>`.
const [from = '', to = ''] = process.argv.slice(2)
await copyStore({
  from: JSON.parse(from),
  to: JSON.parse(to),
  onProgress(share) {
    if (share <= 0.5) return
    console.log('all is written')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) // nobody ever wakes it
  },
})
