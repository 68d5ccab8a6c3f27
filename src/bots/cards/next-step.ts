import type { Account } from '../../core/terms/identity.ts'
import type { Services } from '../dispatch/command.ts'
import type { Words } from '../words/words.ts'
import { action, text, type Block } from './card.ts'

/** What is sensible for somebody to do next: claim what waits, link a wallet, tip. */
export async function nextStep(
  account: Account,
  { start: said }: Words,
  { claims, wallets }: Pick<Services, 'claims' | 'wallets'>,
): Promise<Block[]> {
  if ((await claims.waitingFor(account)).length > 0)
    return [text(said.somethingWaits), action(said.claim, 'claims')]
  if ((await wallets.of(account)).length === 0)
    return [text(said.linkFirst), action(said.link, 'wallet-link')]
  return [text(said.tryTip)]
}
