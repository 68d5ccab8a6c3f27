import { expect, test } from 'vitest'

import { PROTECTIONS } from '../../drill/attack/protections.ts'
import { filesWithout, TAKEN_OUT } from '../../drill/taken-out.ts'

test.each(Object.entries({ ...PROTECTIONS, ...TAKEN_OUT }))(
  'what %s is without stands where its control takes it out of the sources',
  (_name, without) => {
    expect(filesWithout(without).size).toBeGreaterThan(0)
  },
)
