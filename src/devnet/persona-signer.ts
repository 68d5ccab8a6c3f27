import { NotFoundError, NotYoursError, SignRequestClosedError } from '../core/terms/errors.ts'
import type { CrossChainUser, TransactionBuild } from '../core/terms/shapes.ts'
import type { SignRequest } from '../core/signing/sign-request.ts'
import type { SignRequests } from '../services/signing/sign-requests.ts'
import type { Persona } from './accounts.ts'
import type { PersonaWallets } from './persona-wallets.ts'

type Deps = {
  personas: readonly Persona[]
  wallets: PersonaWallets
  signRequests: Pick<SignRequests, 'find' | 'prepare' | 'report'>
  /** The account behind a persona, as sign requests name their owner. */
  accountKeyOf(persona: string): string
}

/** What a persona does on the sign page with its own wallet, in one call. */
export type PersonaSigner = {
  accounts(persona: string): CrossChainUser[]
  /**
   * Signs a sign request and broadcasts it, approvals first. Of any number of calls for one request, one sends.
   * @throws {NotYoursError} {SignRequestClosedError} {TransactionFailedError}
   */
  sign(persona: string, signId: string): Promise<{ chain_uid: string; tx_hash: string }>
  broadcast(
    persona: string,
    build: TransactionBuild,
  ): Promise<{ chain_uid: string; tx_hash: string }>
}

export function createPersonaSigner({
  personas,
  wallets,
  signRequests,
  accountKeyOf,
}: Deps): PersonaSigner {
  const signing = new Set<string>()

  function personaOf(name: string): Persona {
    const persona = personas.find((candidate) => candidate.name === name)
    if (!persona) {
      const known = personas.map((each) => each.name).join(', ')
      throw new NotFoundError(`There is no persona "${name}".`, `Use one of: ${known}.`)
    }
    return persona
  }

  async function signOnce(persona: Persona, request: SignRequest) {
    if (request.ownerAccount !== accountKeyOf(persona.name)) {
      throw new NotYoursError(
        `This sign request belongs to ${request.ownerName}.`,
        'Make one of your own with the same command.',
      )
    }
    if (request.txHash !== undefined) throw new SignRequestClosedError('was signed already')
    const account = wallets
      .accounts(persona)
      .find(({ chain_uid }) => chain_uid === request.chain_uid)
    const { build } = await signRequests.prepare(request.id, account?.address ?? '')
    if (!build) throw new SignRequestClosedError('has no wallet yet')
    const sent = await wallets.broadcast(persona, build)
    await signRequests.report(request.id, sent.tx_hash)
    return sent
  }

  return {
    accounts: (name) => wallets.accounts(personaOf(name)),
    async sign(name, signId) {
      const persona = personaOf(name)
      if (signing.has(signId)) throw new SignRequestClosedError('was signed already')
      signing.add(signId)
      try {
        return await signOnce(persona, await signRequests.find(signId))
      } finally {
        signing.delete(signId)
      }
    },
    broadcast: (name, build) => wallets.broadcast(personaOf(name), build),
  }
}
