// Loaded into a process with --import: its clock of the day is ahead by the milliseconds in the file that CLOCK_FILE names,
// which may change at any time, as if somebody had set the machine's.
import { readFileSync } from 'node:fs'

const MachineDate = Date
const aheadMs = () => Number(readFileSync(process.env['CLOCK_FILE'] ?? '', 'utf8'))

globalThis.Date = class extends MachineDate {
  constructor(...given) {
    if (given.length === 0) super(MachineDate.now() + aheadMs())
    else super(...given)
  }
  static now() {
    return MachineDate.now() + aheadMs()
  }
}
