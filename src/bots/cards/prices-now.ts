import { DomainError } from '../../core/terms/errors.ts'
import type { Services } from '../dispatch/command.ts'
import type { Prices } from './wording.ts'

/** The prices of now; none where the hub cannot be asked: cards tell amounts without them, too. */
export async function pricesNow({ market }: Pick<Services, 'market'>): Promise<Prices> {
  try {
    return await market.prices()
  } catch (error) {
    if (error instanceof DomainError) return new Map()
    throw error
  }
}
