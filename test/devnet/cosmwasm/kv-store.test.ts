import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createKvStore, type KvStore } from '../../../src/devnet/cosmwasm/kv-store.ts'

const step = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    value: fc.string(),
  }),
  fc.record({ kind: fc.constant('delete' as const), key: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ kind: fc.constantFrom('open' as const, 'commit' as const, 'drop' as const) }),
)

test('layers behave as copies of a map that are kept or thrown away', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const stack: { store: KvStore; model: Map<string, string> }[] = [
        { store: createKvStore(), model: new Map() },
      ]
      for (const action of steps) {
        const top = stack.at(-1)
        if (!top) throw new Error('the bottom layer is never taken away')
        if (action.kind === 'set') {
          top.store.set('letters', action.key, action.value)
          top.model.set(action.key, action.value)
        } else if (action.kind === 'delete') {
          top.store.delete('letters', action.key)
          top.model.delete(action.key)
        } else if (action.kind === 'open')
          stack.push({ store: createKvStore(top.store), model: new Map(top.model) })
        else if (stack.length > 1) {
          stack.pop()
          const below = stack.at(-1)
          if (action.kind === 'commit' && below) {
            top.store.commit()
            below.model = top.model
          }
        }
        const { store, model } = stack.at(-1) ?? top
        const expected = [...model].sort(([left], [right]) => (left < right ? -1 : 1))
        expect(store.entries('letters')).toEqual(expected)
        for (const key of ['a', 'b', 'c', 'd'])
          expect(store.get('letters', key)).toBe(model.get(key))
        expect(store.get('other', 'a')).toBeUndefined()
      }
    }),
  )
})
