import { openDatabase } from '../../../src/store/database.ts'
import { runBot } from './run-bot.ts'

// A bot in a process of its own, to be killed: `node run-killable-bot.ts <data dir> <api root>`.
const [dataDir = '', apiRoot = ''] = process.argv.slice(2)
setInterval(() => undefined, 60_000) // between two tries of a call nothing else keeps the process
await runBot({ db: openDatabase(dataDir).db, apiRoot }).start()
