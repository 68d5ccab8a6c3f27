type Asked<Question, Answer> = {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Answers by one statement what is asked in the same turn of the event loop: a block may carry hundreds of watches on, and each asks
 * the same of the store. `all` returns what answers each of its questions; `one` answers what is asked alone, by a
 * statement that is built once.
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
