import { PayOutHeldError } from '../claims/errors.ts'
import { isRefusal, type Signer, type SignerDesk } from '../claims/signer.ts'

/** The same signer, and `tell` hears of each refusal: its reason, or `away`. */
export function tellRefusals(signer: Signer, tell: (why: string) => void): Signer {
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
export async function standingOf(
  desk: Pick<SignerDesk, 'waiting'>,
): Promise<{ answers: boolean; waiting: number }> {
  try {
    return { answers: true, waiting: (await desk.waiting()).length }
  } catch (error) {
    if (!(error instanceof PayOutHeldError)) throw error
    return { answers: false, waiting: 0 }
  }
}
