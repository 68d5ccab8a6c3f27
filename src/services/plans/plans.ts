import type { Account, Identity } from '../../core/terms/identity.ts'
import { DomainError } from '../../core/terms/errors.ts'
import type { UpdateKey } from '../../core/terms/made.ts'
import { nextTime, type Every } from '../../core/terms/recurrence.ts'

/** A tip that comes again: its sender is asked to sign it each time. */
export type Plan = {
  id: string
  owner: Account
  ownerName: string
  recipient: Identity
  /** Where the platform named the account, and not the sender a handle. */
  recipientUserId: string | undefined
  /** Base units of the token, or US cents of it; `usd` says the same, in older rows as it was typed. */
  amount: { units: bigint } | { cents: bigint; usd: string }
  token: string
  note: string | undefined
  every: Every
  startsAt: Date
  dueAt: Date
  pausedAt: Date | undefined
  /** The sign request that was made for it last: no other is made while that can be signed. */
  signId: string | undefined
}

/** Told when another request pays a plan than the one before. */
export const planTopic = (id: string) => `plan:${id}`

/** Each call is one statement or transaction. */
export type PlanStore = {
  /** False, and nothing kept, where its owner has `most` already. `from`: the update that makes it. */
  add(plan: Plan, most: number, from?: UpdateKey): Promise<boolean>
  find(id: string): Promise<Plan | undefined>
  /** The oldest first. */
  of(owner: Account): Promise<Plan[]>
  remove(owner: Account, id: string): Promise<boolean>
  /** Stops it, or lets it go on with `dueAt`; false where it is not there any more. */
  pause(owner: Account, id: string, state: { pausedAt: Date } | { dueAt: Date }): Promise<boolean>
  /**
   * Says which sign request pays it now, and tells its cards. False where it is gone, or where the last one is not `before` any more: another was made meanwhile, and the new
   * one must be shown to nobody.
   */
  payBy(
    owner: Account,
    id: string,
    signs: { before: string | undefined; signId: string },
    now: Date,
  ): Promise<boolean>
  /** Those that are due and not paused, the one due first before the others; those behind `after`, if given. */
  due(now: Date, most: number, after?: Plan): Promise<Plan[]>
  /**
   * Has its owner told that it is due, with the sign request where there is one, and moves it on: once for each due time. What could not be told of it before is not
   * told any more. Does nothing where another sign request than `plan.signId` was made for it meanwhile: then it stays due.
   */
  tell(plan: Plan, signId: string | undefined, next: Date, now: Date): Promise<void>
}

/** What commands ask of it. */
export type Plans = Pick<PlanStore, 'add' | 'find' | 'of' | 'remove' | 'pause' | 'payBy'>

type Deps = {
  store: Pick<PlanStore, 'due' | 'tell'>
  /** Has the owner's wallet asked for it, unless it is already; returns the sign request's id. @throws {DomainError} it cannot be paid now */
  request(plan: Plan): Promise<string>
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const LOOK_MS = 30_000
const AT_ONCE = 50

/**
 * Tells owners of plans what is due. The request is made before it is told: one that a crash leaves untold expires unsigned, and nobody is told twice. What
 * came due more than once meanwhile is told once.
 */
export function createPlanPass({ store, request, log, now, sleep }: Deps) {
  const stopping = new AbortController()
  let loop: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    const time = now()
    let some: Plan[] = []
    do {
      some = await store.due(time, AT_ONCE, some.at(-1))
      for (const plan of some) {
        if (stopping.signal.aborted) return
        await ask(plan).catch((error: unknown) =>
          log.warn({ plan: plan.id, err: error }, 'a plan could not be told yet; trying again'),
        )
      }
    } while (some.length === AT_ONCE)
  }

  async function ask(plan: Plan): Promise<void> {
    const signId = await requestOrNone(plan)
    await store.tell(plan, signId, nextTime(plan.startsAt, plan.every, now()), now())
  }

  /** `undefined` where it cannot be paid now: its card says how to pay it later. */
  async function requestOrNone(plan: Plan): Promise<string | undefined> {
    try {
      return await request(plan)
    } catch (error) {
      if (error instanceof DomainError) return undefined
      throw error
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) =>
        log.warn({ err: error }, 'plans could not be looked at; trying again'),
      )
      await sleep(LOOK_MS, stopping.signal)
    }
  }

  return {
    look,
    start() {
      loop = run()
    },
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
