import { expect, test } from 'vitest'

import { createBlockStore } from '../../../src/devnet/cosmwasm/block-store.ts'
import type { JournalTx } from '../../../src/devnet/cosmwasm/journal.ts'

const result = {
  code: 0,
  data: '',
  gasUsed: '1',
  gasWanted: '1',
  log: '',
  codespace: '',
  events: [],
}
const txsOf = (height: number): JournalTx[] => [
  { tx: btoa(`one of ${height}`), hash: `A${height}`, result },
  { tx: btoa(`other of ${height}`), hash: `B${height}`, result },
]

test('old blocks leave memory where they can be had again, and read the same', () => {
  const recalled: number[] = []
  const ageing = createBlockStore('chain', ({ at }) => {
    recalled.push(at)
    return txsOf(at)
  })
  const whole = createBlockStore('chain', () => [])
  for (let height = 1; height <= 300; height += 1) {
    const block = { height, timeMs: height, txs: txsOf(height) }
    whole.add(block)
    ageing.add(block, { at: height, length: 1 })
  }
  expect(ageing.tx('b300')).toEqual(whole.tx('b300'))
  expect(ageing.block(101)).toEqual(whole.block(101))
  expect(recalled).toEqual([]) // the newest two hundred are there
  expect(ageing.tx('b100')).toEqual(whole.tx('b100'))
  expect(ageing.block(1)).toEqual(whole.block(1))
  expect(recalled).toEqual([100, 1])
  expect([...ageing.txs(99, 102)]).toEqual([...whole.txs(99, 102)])
  expect([...ageing.txs()]).toEqual([...whole.txs()])
})
