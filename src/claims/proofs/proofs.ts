import { InvalidRequestError } from '../../core/terms/errors.ts'
import type { ProofWay } from '../../calls/claim-calls.ts'
import {
  placeOf,
  refuseSwitchedOff,
  type Account,
  type Platform,
  accountKey,
} from '../../core/terms/identity.ts'
import type { Language } from '../../core/terms/language.ts'
import type { ClaimerRecord, ClaimStore } from '../claim-store-port.ts'
import { KeyNotHeldError, notRecipient } from '../errors.ts'
import type { Links } from '../links.ts'
import type { RememberAccount } from '../recipients.ts'
import type { Vault } from '../vault.ts'
import { createCodes, CODE_LIFETIME_MS, type Codes } from './codes.ts'
import type { IdentityProof } from './identity-proof.ts'
import { createPins } from './pins.ts'
import { createProveAccount } from './prove-account.ts'
import { createSessions, type Session } from './sessions.ts'
import { createSignIns, type BegunSignIn, type EndedSignIn } from './sign-ins.ts'

type Deps = {
  store: ClaimStore
  vault: Vault
  byLink: Links['byLink']
  /** One for each platform whose accounts can be proven here. */
  identityProofs: readonly IdentityProof[]
  publicUrl: string
  rememberAccount: RememberAccount
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal says so. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** How a person with a link shows to be its recipient: codes, sign-ins, signed data, and the sessions that they give. */
export function createProofs(deps: Deps) {
  const { store, vault, byLink, identityProofs, publicUrl, rememberAccount } = deps
  const { log, now, sleep } = deps
  const sessions = createSessions({ store, vault, now })
  const codes = createCodes({ store, vault, sessions, log, now, sleep })
  const proveAccount = createProveAccount({ store, sessions, rememberAccount })
  const signIns = createSignIns({ store, vault, proveAccount, publicUrl, log, now })
  const pins = createPins({ store, vault })
  const chatProofs = createChatProofs({ store, codes, now })

  const proofOf = (platform: Platform) => identityProofs.find((one) => one.platform === platform)

  /** The way that was asked for. */
  function refuseWay({ recipient }: ClaimerRecord, field: string): never {
    const { platform } = recipient
    const ways = waysOf(proofOf(platform))
    refuseSwitchedOff(new Set(identityProofs.map((one) => one.platform)), recipient)
    throw new InvalidRequestError(
      field,
      `is no way to prove an account of ${placeOf(platform)} here`,
      `Use ${ways.join(' or ')}.`,
    )
  }

  /**
   * Sends a code, or begins a sign-in.
   * @throws {NotFoundError} {KeyNotHeldError} {IdentityOffError} {InvalidRequestError} {RateLimitedError}
   */
  async function startProof(
    claimerId: string,
    secret: string,
    {
      kind,
      by,
      language,
    }: { kind?: Platform; by?: ProofWay | undefined; language?: Language | undefined } = {},
  ): Promise<BegunSignIn | undefined> {
    const claimer = await byLink(claimerId, secret)
    if (!claimer.heldKey) throw new KeyNotHeldError()
    const { platform } = claimer.recipient
    if (kind !== undefined && kind !== platform)
      throw new InvalidRequestError(
        'kind',
        `is ${kind}, but this claim is for ${platform}`,
        `Use ${platform}.`,
      )
    const proof = proofOf(platform)
    const way = by ?? waysOf(proof)[0]
    if (way === 'code' && proof?.codes) {
      await codes.send(claimer, proof.codes, language)
      return undefined
    }
    if (way === 'sign_in' && proof?.signIn) return signIns.begin(claimer, proof.signIn)
    return refuseWay(claimer, 'by')
  }

  return {
    /** How an account of a platform can be proven here, the usual way first. */
    proofWays: (platform: Platform) => waysOf(proofOf(platform)),

    startProof,

    /** @throws {NotFoundError} {WrongCodeError} {TooManyTriesError} */
    async verifyProof(claimerId: string, secret: string, code: string): Promise<Session> {
      return codes.verify(await byLink(claimerId, secret), code)
    },

    /**
     * Sends a code to the mailbox of a claim, for an account that shows its link in a chat: that account may type it there,
     * the code that is under way too when no other can be sent yet.
     * @throws {NotFoundError} {NotYoursError} it is for no mailbox {KeyNotHeldError} {RateLimitedError}
     */
    async startProofInChat(
      claimerId: string,
      secret: string,
      account: Account,
      language?: Language,
    ): Promise<void> {
      await chatProofs.openLink(await byLink(claimerId, secret), account)
      await startProof(claimerId, secret, { kind: 'email', by: 'code', language })
    },
    verifyProofInChat: chatProofs.verify,

    /** Ends a sign-in, with what `startProof` gave and what the person came back with. */
    async endSignIn(claimerId: string, secret: string, ended: EndedSignIn): Promise<Session> {
      const claimer = await byLink(claimerId, secret)
      const signIn = proofOf(claimer.recipient.platform)?.signIn
      if (!signIn) return refuseWay(claimer, 'sign_in')
      return signIns.end(claimer, signIn, ended)
    },

    /** @throws {SignInFailedError} forged or too old {NotYoursError} {ClaimHeldError} */
    async proveBySignedData(claimerId: string, secret: string, data: string): Promise<Session> {
      const claimer = await byLink(claimerId, secret)
      const proof = proofOf(claimer.recipient.platform)
      if (!proof?.readSigned) return refuseWay(claimer, 'signed_data')
      return proveAccount(claimer, proof.readSigned(data), 'signed_data')
    },

    ...pins,
    claimerOf: sessions.claimerOf,
    openSession: sessions.open,
    drain: codes.drain,
  }
}

export type Proofs = ReturnType<typeof createProofs>

function waysOf(proof: IdentityProof | undefined): ProofWay[] {
  const { codes, signIn, readSigned } = proof ?? {}
  return [
    ...(codes ? ['code' as const] : []),
    ...(signIn ? ['sign_in' as const] : []),
    ...(readSigned ? ['signed_data' as const] : []),
  ]
}

type ChatProofDeps = {
  store: Pick<ClaimStore, 'openLink' | 'openedLink'>
  codes: Pick<Codes, 'verify'>
  now: () => Date
}

/**
 * Proving a mailbox in a chat: an account shows the claim's link, then types the code from the mailbox. What that opens
 * belongs to this account alone and ends like every session; a mailbox binds nothing for good.
 */
function createChatProofs({ store, codes, now }: ChatProofDeps) {
  return {
    /** @throws {NotYoursError} it is for a chat account, which proves itself otherwise */
    async openLink({ id, recipient, linkVersion }: ClaimerRecord, account: Account): Promise<void> {
      if (recipient.platform !== 'email') throw notRecipient(recipient)
      const time = now()
      const expiresAt = new Date(time.getTime() + CODE_LIFETIME_MS)
      const link = { account: accountKey(account), claimerId: id, linkVersion, expiresAt }
      await store.openLink(link, time)
    },

    /**
     * Checks a code for the link that the account opened last. False, and nothing compared, when there is none.
     * @throws {WrongCodeError} {TooManyTriesError}
     */
    async verify(account: Account, code: string): Promise<boolean> {
      const claimer = await store.openedLink(accountKey(account), now())
      if (!claimer) return false
      await codes.verify(claimer, code, accountKey(account))
      return true
    },
  }
}
