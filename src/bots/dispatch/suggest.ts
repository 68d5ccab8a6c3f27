import type { Services, Speaker } from './command.ts'
import type { Param } from './params.ts'
import { nameSender } from '../words/name-person.ts'
import { showAmount } from '../cards/wording.ts'

/** `value` is what is entered, `label` what people choose it by. */
export type Suggestion = { label: string; value: string }

/** What may belong into a field, for somebody who has typed `typed` so far. None where anything may. */
export async function suggest(
  kind: Param['kind'],
  typed: string,
  speaker: Pick<Speaker, 'account' | 'words'>,
  services: Pick<Services, 'network' | 'claims'>,
): Promise<Suggestion[]> {
  const wanted = typed.trim().toLowerCase()
  const all = await everything(kind, speaker, services)
  return all.filter(({ label, value }) => `${value} ${label}`.toLowerCase().includes(wanted))
}

async function everything(
  kind: Param['kind'],
  { account, words }: Pick<Speaker, 'account' | 'words'>,
  { network, claims }: Pick<Services, 'network' | 'claims'>,
): Promise<Suggestion[]> {
  if (kind === 'token')
    return network.tokens.map(({ token }) => ({ label: token.toUpperCase(), value: token }))
  if (kind === 'chain')
    return network.chains.map(({ name, chain_uid }) => ({ label: name, value: chain_uid }))
  if (kind !== 'claim') return []
  const waiting = await claims.waitingFor(account)
  const each = waiting.map((claim, index) => ({
    label: words.answers.claimFrom(
      `${index + 1}`,
      showAmount(words, network, claim.token, claim.amount),
      nameSender(words, claim, account.platform),
    ),
    value: `${index + 1}`,
  }))
  return waiting.length > 1 ? [{ label: words.answers.allOfThem, value: 'all' }, ...each] : each
}
