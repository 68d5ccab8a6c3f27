import { AsyncLocalStorage } from 'node:async_hooks'

/** Takes one call to a node from what somebody may cause, or throws. */
export type Purse = () => Promise<void>

const purses = new AsyncLocalStorage<Purse | undefined>()

/**
 * Has every call to a node that `work` leads to, however deep in it, taken from a purse: what a stranger's question costs is
 * known only where nodes are called. Work outside of any purse is our own.
 */
export function payFrom<Result>(purse: Purse, work: () => Result): Result {
  return purses.run(purse, work)
}

/** Does work that is for everybody, whoever happened to ask for it first. */
export function atOurExpense<Result>(work: () => Result): Result {
  return purses.run(undefined, work)
}

export async function payForCall(): Promise<void> {
  await purses.getStore()?.()
}
