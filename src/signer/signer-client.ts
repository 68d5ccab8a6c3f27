import { z } from 'zod'

import { PayOutHeldError } from '../claims/errors.ts'
import {
  Approval,
  MadeKey,
  NewKey,
  Refusal,
  SignedDocument,
  SignOrder,
  Waiting,
  type SignerDesk,
  type Signer,
  type SignerStanding,
  type WhyUnsigned,
  isRefusal,
} from '../claims/signer.ts'

/** It reads the hub before it signs. */
const DEADLINE_MS = 20_000

/** Where a signer listens, and what it wants to be shown. */
export const SignerAddress = z.object({ url: z.url(), token: z.string() })
export type SignerAddress = z.infer<typeof SignerAddress>

type Deps = {
  /** Asked for every call: one that starts anew listens elsewhere. Throws while there is none. */
  address(): SignerAddress
  log: { warn(details: object, message: string): void }
}

const Keys = z.union([
  z.object({ keys: z.array(MadeKey) }),
  z.object({ mostUsd: z.string() }),
  z.object({ unpriced: z.string() }),
])
/** An earlier version does not say whether it is paused. */
const Health = z.object({ keys: z.array(z.string()), paused: z.boolean().default(false) })
const Signed = z.union([SignedDocument, Refusal])

/** A signer that runs as a process of its own. @throws {PayOutHeldError} ("away") it does not answer, or not as it should */
export function createSignerClient({ address, log }: Deps): Signer & SignerDesk {
  async function call<Answer>(
    answer: z.ZodType<Answer>,
    path: string,
    body?: object,
  ): Promise<Answer> {
    try {
      const { url, token } = address()
      const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(DEADLINE_MS),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${response.status}: ${text.slice(0, 300)}`)
      return answer.parse(JSON.parse(text))
    } catch (error) {
      log.warn({ err: error, path }, 'the signer did not answer as it should')
      throw new PayOutHeldError('away')
    }
  }

  return {
    makeKeys: (wanted) =>
      call(Keys, '/keys', { wanted: wanted.map((each) => NewKey.encode(each)) }),
    sign: (order) => call(Signed, '/sign', SignOrder.encode(order)),
    keyIds: async () => (await call(Health, '/health')).keys,
    standing: async () => ({ isPaused: (await call(Health, '/health')).paused }),
    waiting: async () => (await call(z.object({ waiting: z.array(Waiting) }), '/waiting')).waiting,
    approve: async (approval) =>
      (await call(z.object({ approved: z.boolean() }), '/approve', Approval.encode(approval)))
        .approved,
  }
}

/** The same signer, and `tell` hears of each refusal: its reason, or `away`. */
export function tellRefusals(signer: Signer, tell: (why: WhyUnsigned) => void): Signer {
  return {
    makeKeys: signer.makeKeys,
    async sign(order) {
      try {
        const answer = await signer.sign(order)
        if (isRefusal(answer)) tell(answer.refused)
        return answer
      } catch (error) {
        if (error instanceof PayOutHeldError) tell('away')
        throw error
      }
    },
  }
}

/** What operators watch of a signer. */
export async function signerStanding(
  desk: Pick<SignerDesk, 'standing' | 'waiting'>,
): Promise<SignerStanding> {
  try {
    const { isPaused } = await desk.standing()
    return { answers: true, isPaused, waiting: (await desk.waiting()).length }
  } catch (error) {
    if (!(error instanceof PayOutHeldError)) throw error
    return { answers: false, isPaused: false, waiting: 0 }
  }
}
