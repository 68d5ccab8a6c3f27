import { expect, test } from 'vitest'

import { askedTogether, readInLists } from '../../src/store/asked-together.ts'

function setUp() {
  const statements: (number | readonly number[])[] = []
  let isAway = false
  const answers = askedTogether<number, number>({
    async one(question) {
      statements.push(question)
      if (isAway) throw new Error('away')
      return 10 * question
    },
    async all(questions) {
      statements.push(questions)
      if (isAway) throw new Error('away')
      return (question) => 10 * question
    },
  })
  return { answers, statements, goAway: () => (isAway = true) }
}

test('what is asked in one turn shares a statement, also what its answers lead to; what is asked alone has its own', async () => {
  const { answers, statements } = setUp()
  const asked = [1, 2, 2].map(async (question) => answers((await answers(question)) + 1))
  expect(await Promise.all(asked)).toEqual([110, 210, 210])
  expect(await answers(4)).toBe(40)
  expect(statements).toEqual([[1, 2, 2], [11, 21, 21], 4])
})

test('where a statement fails, each hears of it, and the next turn is asked anew', async () => {
  const { answers, statements, goAway } = setUp()
  goAway()
  const failed = await Promise.allSettled([answers(1), answers(2)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(answers(3)).rejects.toThrow('away')
  expect(statements).toEqual([[1, 2], 3])
})

test('any number of values is read by lists of few lengths, each value once', async () => {
  const lists: number[][] = []
  const read = async (list: number[]) => {
    lists.push(list)
    return [...new Set(list)]
  }
  for (const count of [0, 1, 2, 3, 5, 512, 513, 2_000]) {
    const values = Array.from({ length: count }, (_, value) => value)
    expect(await readInLists([...values, ...values.slice(0, 3)], read)).toEqual(values)
  }
  const lengths = new Set(lists.map(({ length }) => length))
  expect([...lengths].toSorted((one, other) => one - other)).toEqual([1, 2, 4, 8, 512])
})
