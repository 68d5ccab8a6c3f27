import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { brokenDisk, fullDisk } from '../../drill/disk-faults.ts'
import { SkippedError } from '../../drill/drill.ts'

test.each([
  { make: fullDisk, says: /gets full: this user may not mount/ },
  { make: brokenDisk, says: /EIO: there is no C compiler/ },
])(
  'a machine without what $make.name takes is told which fault it cannot have',
  ({ make, says }) => {
    const folder = mkdtempSync(join(tmpdir(), 'vouch-faults-'))
    const path = process.env['PATH']
    process.env['PATH'] = folder // nothing is there
    try {
      expect(() => make(folder)).toThrow(
        expect.objectContaining({
          constructor: SkippedError,
          message: expect.stringMatching(says),
        }),
      )
    } finally {
      process.env['PATH'] = path
      rmSync(folder, { recursive: true })
    }
  },
)
