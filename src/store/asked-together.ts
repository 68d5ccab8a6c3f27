type Asked<Question, Answer> = {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/** Values in one list of a statement: databases take some ten thousand in all of it. */
const LONGEST_LIST = 512

/**
 * Reads the rows of any number of values, by lists of them. Each is filled up to a power of two, with its last value again, so
 * that there are few different statements.
 */
export async function readInLists<Value, Row>(
  values: Iterable<Value>,
  read: (list: Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const all = [...new Set(values)]
  const rows: Row[][] = []
  for (let first = 0; first < all.length; first += LONGEST_LIST) {
    const list = all.slice(first, first + LONGEST_LIST)
    const length = 2 ** Math.ceil(Math.log2(list.length))
    const same = Array.from({ length: length - list.length }, () => list.slice(-1)).flat()
    rows.push(await read([...list, ...same]))
  }
  return rows.flat()
}

/**
 * Answers by one statement what is asked before the first of it could be answered, not within a transaction: a block may carry
 * hundreds of watches on, and each asks the same of the store. `all` returns what answers each of its questions; `one` answers
 * what is asked alone, by a statement that is built once.
 */
export function askedTogether<Question, Answer>({
  one,
  all,
}: {
  one(question: Question): Promise<Answer>
  all(questions: readonly Question[]): Promise<(question: Question) => Answer>
}): (question: Question) => Promise<Answer> {
  let waiting: Asked<Question, Answer>[] = []

  async function answer(): Promise<void> {
    const asked = waiting
    waiting = []
    const [alone] = asked
    try {
      if (asked.length === 1 && alone) return alone.resolve(await one(alone.question))
      const answerTo = await all(asked.map(({ question }) => question))
      for (const { question, resolve } of asked) resolve(answerTo(question))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) queueMicrotask(() => void answer())
    })
}
