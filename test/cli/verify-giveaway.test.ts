import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { verifyGiveaway } from '../../src/cli/verify-giveaway.ts'
import type { GiveawayRecord } from '../../src/core/giveaways/giveaway-record.ts'
import { giveawayStandIn } from '../browser/giveaway-stand-in.ts'

const { drawn, open } = giveawayStandIn(() => '')
const folder = mkdtempSync(join(tmpdir(), 'vouch-verify-giveaway-'))
afterAll(() => rmSync(folder, { recursive: true }))

const firstTwo = (record: GiveawayRecord) => ({ ...record, entrants: record.entrants.slice(0, 2) })
const NOT_DRAWN = 'The giveaway is not drawn: its state is'

test.each<{ name: string; record: object; says: string }>([
  {
    name: 'the first entrants alone',
    record: firstTwo(drawn),
    says: "holds the first 2 of 5 who entered: name the giveaway's address instead.",
  },
  { name: 'one that people can enter', record: open, says: `${NOT_DRAWN} "open".` },
  {
    name: 'the first entrants of one that people can enter',
    record: firstTwo(open),
    says: `${NOT_DRAWN} "open".`,
  },
  { name: 'one in hand', record: { ...open, state: 'drawing' }, says: `${NOT_DRAWN} "drawing".` },
  {
    name: 'one of which nothing came',
    record: { ...open, state: 'void' },
    says: `${NOT_DRAWN} "void".`,
  },
  {
    name: 'a draw without a block',
    record: { ...drawn, block: null },
    says: 'is drawn by no block.',
  },
  {
    name: 'no count of its entrants',
    record: { ...drawn, entrant_count: undefined },
    says: 'is no record of a giveaway: entrant_count',
  },
  // What can be checked goes on to the node, of which this record names none.
  { name: 'all entrants of a draw', record: drawn, says: 'The record names no node of neuron' },
])('a file with $name says so', async ({ record, says }) => {
  const file = join(folder, 'record.json')
  writeFileSync(file, JSON.stringify(record))
  await expect(verifyGiveaway(file, {})).rejects.toThrow(says)
})
