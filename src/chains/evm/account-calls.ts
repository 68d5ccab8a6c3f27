/**
 * The blocks from `from` to `to` in which an account has sent something, in order, as its nonce tells: a few calls for each,
 * where reading all blocks would take one for every block.
 * @param nonceAfter how many transactions the account had sent once that block was over
 */
export async function* blocksSentIn(
  nonceAfter: (height: number) => Promise<number>,
  from: number,
  to: number,
): AsyncGenerator<number> {
  const [before, last] = await Promise.all([
    from === 0 ? Promise.resolve(0) : nonceAfter(from - 1),
    nonceAfter(to),
  ])
  yield* between({ height: from - 1, nonce: before }, { height: to, nonce: last })

  async function* between(low: Point, high: Point): AsyncGenerator<number> {
    if (low.nonce >= high.nonce) return
    if (high.height === low.height + 1) {
      yield high.height
      return
    }
    const height = Math.floor((low.height + high.height) / 2)
    const middle = { height, nonce: await nonceAfter(height) }
    yield* between(low, middle)
    yield* between(middle, high)
  }
}

type Point = { height: number; nonce: number }
