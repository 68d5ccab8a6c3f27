import {
  InvalidRequestError,
  NotFoundError,
  NotYoursError,
  SignRequestClosedError,
  TransactionFailedError,
  UnknownPersonaError,
} from '../core/terms/errors.ts'
import type { SignableBuild } from '../core/payloads/meta-transaction.ts'
import type { CrossChainUser, TransactionBuild } from '../core/terms/shapes.ts'
import type { SignRequest } from '../core/signing/sign-request.ts'
import { keepNewest } from '../services/flow/keep-newest.ts'
import type { SignRequests } from '../services/signing/sign-requests.ts'
import type { Persona } from './accounts.ts'
import type { PersonaWallets } from './persona-wallets.ts'

type Deps = {
  personas: readonly Persona[]
  wallets: PersonaWallets
  signRequests: Pick<SignRequests, 'find' | 'prepare' | 'report' | 'handIn'>
  /** The account behind a persona, as sign requests name their owner. */
  accountKeyOf(persona: string): string
}

/** A transaction as the chain took it from a wallet. */
type Sent = { chain_uid: string; tx_hash: string }

/** Transactions that are in no block yet, of which it is known whose they are. */
const MOST_AWAITED = 1000

/** What a persona does on the sign page with its own wallet, in one call. */
export type PersonaSigner = {
  accounts(persona: string): CrossChainUser[]
  /**
   * Signs a sign request and broadcasts it, approvals first; the signature of a text is handed in, and answers the hub's transaction.
   * Of any number of calls for one request, one sends; while that is in no block, its persona's next ones answer the same.
   * @throws {NotYoursError} {SignRequestClosedError} {TransactionFailedError}
   */
  sign(persona: string, signId: string): Promise<Sent>
  /** Signs a request's text and hands it in. @throws as `sign`, and {InvalidRequestError} it asks for a transaction */
  signText(persona: string, signId: string): Promise<{ queue_id: string }>
  broadcast(persona: string, build: TransactionBuild): Promise<Sent>
}

export function createPersonaSigner({
  personas,
  wallets,
  signRequests,
  accountKeyOf,
}: Deps): PersonaSigner {
  const busy = new Set<string>()
  /** What was sent for a sign request that knows nothing of it yet, and by whom. */
  const awaited = new Map<string, { by: string; sent: Sent }>()

  function personaOf(name: string): Persona {
    const persona = personas.find((candidate) => candidate.name === name)
    if (persona) return persona
    throw new UnknownPersonaError(
      name,
      personas.map((each) => each.name),
    )
  }

  /** What the persona's own wallet is to sign, while nobody else signs it for them. */
  async function signing<Answer>(
    name: string,
    signId: string,
    work: (persona: Persona, request: SignRequest, build: SignableBuild) => Promise<Answer>,
  ): Promise<Answer> {
    const persona = personaOf(name)
    if (busy.has(signId)) throw new SignRequestClosedError('was signed already')
    busy.add(signId)
    try {
      const request = await signRequests.find(signId)
      return await work(persona, request, await buildFor(persona, request))
    } finally {
      busy.delete(signId)
    }
  }

  async function buildFor(persona: Persona, request: SignRequest): Promise<SignableBuild> {
    const { ownerAccount } = request
    if (ownerAccount !== undefined && ownerAccount !== accountKeyOf(persona.name)) {
      throw new NotYoursError(
        `This sign request belongs to ${request.ownerName}.`,
        'Make one of your own with the same command.',
      )
    }
    if (request.txHash !== undefined || awaited.has(request.id))
      throw new SignRequestClosedError('was signed already')
    const account = wallets
      .accounts(persona)
      .find(({ chain_uid }) => chain_uid === request.chain_uid)
    const { build } = await signRequests.prepare(request.id, account?.address ?? '')
    if (!build) throw new SignRequestClosedError('has no wallet yet')
    return build
  }

  /** Reports what was sent. A request that any wallet may pay takes it from a block alone: the block brings it by itself, so nobody waits for that. */
  async function report(signId: string, sent: Sent): Promise<Sent> {
    try {
      await signRequests.report(signId, sent.tx_hash)
    } catch (error) {
      if (error instanceof NotFoundError) return sent
      // Nothing was paid: it can be signed anew.
      if (error instanceof TransactionFailedError) awaited.delete(signId)
      throw error
    }
    awaited.delete(signId)
    return sent
  }

  async function handIn(persona: Persona, { id, chain_uid }: SignRequest, text: string) {
    return signRequests.handIn(id, await wallets.signText(persona, chain_uid, text))
  }

  return {
    accounts: (name) => wallets.accounts(personaOf(name)),
    async sign(name, signId) {
      const before = awaited.get(signId)
      if (before?.by === name && !busy.has(signId)) return report(signId, before.sent)
      return signing(name, signId, async (persona, request, build) => {
        if (build.type === 'meta') {
          const { sentOn, txHash = '' } = (await handIn(persona, request, build.sign.text)).request
          return { chain_uid: sentOn, tx_hash: txHash }
        }
        const sent = await wallets.broadcast(persona, build)
        awaited.set(signId, { by: name, sent })
        keepNewest(awaited, MOST_AWAITED)
        return report(signId, sent)
      })
    },
    signText: (name, signId) =>
      signing(name, signId, async (persona, request, build) => {
        if (build.type !== 'meta')
          throw new InvalidRequestError(
            'sign_id',
            'asks for a transaction, not for a text',
            'Sign it with /playground/api/sign.',
          )
        return { queue_id: (await handIn(persona, request, build.sign.text)).queueId }
      }),
    broadcast: (name, build) => wallets.broadcast(personaOf(name), build),
  }
}
