import type { z } from 'zod'

import type { Call } from '../calls/call.ts'
import type { ClientCalls } from '../calls/calls.ts'
import { ADDRESSES } from './addresses.ts'
import { createCall, type CallOptions, type ClientOptions } from './call.ts'

// A package's entry: what it names is what its users can name.
export { VouchError } from './call.ts'
export type { CallOptions, ClientOptions } from './call.ts'
export type { ClaimView } from '../calls/claim-calls.ts'
export type { MetaBuild } from '../core/payloads/meta-transaction.ts'
export type {
  RouteLegJson as RouteLeg,
  RoutePathJson as RoutePath,
  RoutesAnswerJson as RoutesAnswer,
  RouteStepJson as RouteStep,
} from '../calls/route-calls.ts'
export type {
  Claimer,
  CrossChainUser,
  TokenWithDenom,
  TransactionBuild,
} from '../core/terms/shapes.ts'
export type { SignView } from '../calls/sign-calls.ts'
export type { TrackingRecord } from '../core/tracking/tracking-record.ts'

/** The parts of a path, in order, as arguments. */
type PathArguments<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [id: string, ...PathArguments<Rest>]
  : []

/** The parts of the path, then the credential, then the body, then options: each where the call has it. */
type Method<Of extends Call> = (
  ...given: [
    ...PathArguments<Of['path']>,
    ...(Of extends { credential: 'link' }
      ? [linkSecret: string]
      : Of extends { credential: 'session' }
        ? [session: string]
        : []),
    ...(Of extends { request: infer Request extends z.ZodType } ? [request: z.input<Request>] : []),
    options?: CallOptions,
  ]
) => Promise<z.input<Of['answer']>>

type Methods = { [Id in keyof ClientCalls]: Method<ClientCalls[Id]> }

export type VouchClient = ReturnType<typeof createVouchClient>

/**
 * Creates a typed client of Vouch's REST interface, for browsers and servers. Amounts are strings of base units.
 * Every method throws `VouchError` for a refused or failed call.
 * @example
 * const vouch = createVouchClient({ baseUrl: 'http://127.0.0.1:8787' })
 * const { msgs } = await vouch.deposit({ amount_in: '5', asset_in, sender, recipient: { social: { telegram: '@bobby' } } })
 */
export function createVouchClient(options: ClientOptions) {
  const call = createCall(options)
  const methods = Object.fromEntries(
    Object.entries(ADDRESSES).map(([id, [method, path, credential]]) => [
      id,
      (...given: unknown[]) => {
        const to = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(given.shift())))
        const headers = credential && HEADERS[credential](String(given.shift()))
        const body = method === 'POST' ? given.shift() : undefined
        const [callOptions] = given as [CallOptions?] // all that is left
        return call(method, to, { body, ...callOptions, headers })
      },
    ]),
  ) as Methods // each address is that of the call by its name: their file says so to the compiler
  return {
    ...methods,
    prepareSignRequest: (id: string, address: string, callOptions?: CallOptions) =>
      methods.prepareSignRequest(id, { address }, callOptions),
    reportSigned: (id: string, txHash: string, callOptions?: CallOptions) =>
      methods.reportSigned(id, { tx_hash: txHash }, callOptions),
  }
}

/** Secrets go in headers, never in an address. */
const HEADERS = {
  link: (secret: string) => ({ 'x-claim-secret': secret }),
  session: (session: string) => ({ authorization: `Bearer ${session}` }),
}
