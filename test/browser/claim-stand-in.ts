import type { ClaimView } from '../../src/calls/claim-calls.ts'
import type { Outcome } from '../../src/core/tracking/progress.ts'
import type { Answer } from './pages-server.ts'

const ADDRESS = '0x887e4aac216674d2c432798f851c1ea5d505b2e1'

/** The document of a claim that is bound to somebody's own key. */
export const OWN_KEY_DOCUMENT = '{"account_number":"0","chain_id":"","memo":"claim 7"}'

/**
 * The server's far end of one claim: keeps everything that changes something. With `others`, as many more claims wait for the
 * same person, each of 2 USDC from Carol; the redemption of the last waits for `lastMay`. It refuses
 * to send a code where there `isCode` already. Any address keeps `keptUsd` already, and
 * of the recovery words of a linked account of a passkey it says `keptWords`.
 */
export function claimStandIn(
  changesOfView: Partial<ClaimView> = {},
  {
    others = 0,
    isCode = false,
    lastMay = Promise.resolve(),
    keptUsd = '0',
    keptWords = null,
  }: {
    others?: number
    isCode?: boolean
    lastMay?: Promise<void>
    keptUsd?: string | null
    keptWords?: 'confirmed' | 'missing' | null
  } = {},
) {
  const changes: unknown[] = []
  let ended = 0
  const isOver = (bearer = '') => Number(/^Bearer session-(\d+)$/.exec(bearer)?.[1]) <= ended
  let looks = 0
  let isRedeemed = false
  const redeemed = new Set<string>()
  const ids = Array.from({ length: others }, (_, index) => 43 + index)

  const answer: Answer = async ({ method, path, headers, body }) => {
    // A session says enough by itself.
    if (headers['x-claim-secret'] !== 's3cret' && headers.authorization === undefined)
      return {
        status: 404,
        body: {
          error: {
            code: 'NOT_FOUND',
            message: 'There is no such claim.',
            fix: 'Check the link.',
            request_id: 'r-3',
          },
        },
      }
    if (isOver(headers.authorization))
      return {
        status: 401,
        body: {
          error: {
            code: 'PROOF_REQUIRED',
            message: 'Your proof of being the recipient is missing or has expired.',
            fix: 'Ask for a verification code and enter it again.',
            request_id: 'r-6',
          },
        },
      }
    switch (`${method} ${path}`) {
      case 'GET /api/v1/claims/claim-42':
        if (isRedeemed) looks += 1
        return { body: { ...claimView(isRedeemed ? looks : 0), ...changesOfView } }
      case 'POST /api/v1/claims/claim-42/proof':
        if (isCode)
          return {
            status: 429,
            body: {
              error: {
                code: 'RATE_LIMITED',
                message: 'Codes for this recipient are asked for too fast.',
                fix: 'Try again in 50 seconds.',
                request_id: 'r-5',
              },
            },
          }
        changes.push({ proof: body['kind'] })
        return { status: 202, body: {} }
      case 'POST /api/v1/claims/claim-42/proof/verify':
        changes.push(body)
        return body['code'] === 'ABCD2345'
          ? { body: { session: `session-${ended + 1}`, expires_at: '2999-01-01T00:00:00Z' } }
          : {
              status: 403,
              body: {
                error: {
                  code: 'WRONG_CODE',
                  message: 'That code is not right.',
                  fix: 'Look again, or ask for another one.',
                  request_id: 'r-4',
                },
              },
            }
      case 'POST /api/v1/claims/claim-42/redeem':
        changes.push({ session: headers.authorization, ...body })
        isRedeemed = true
        return { body: { tx_hash: 'AB'.repeat(32), chain: 'neuron' } }
      case 'POST /api/v1/claims/claim-42/kept':
        return { body: { usd: keptUsd, words: keptWords } }
      case 'POST /api/v1/claims/claim-42/thanks':
        changes.push({ thanked: 42, session: headers.authorization })
        return { body: { thanks: 'said' } }
      case 'POST /api/v1/claims/claim-42/take-out':
        changes.push(body)
        return { body: { sign_id: 'sr-1' } }
      case 'GET /api/v1/claims/claim-42/others':
        return {
          body: {
            claims: ids.filter((id) => !redeemed.has(`${id}`)).map((id) => carolsClaim(id, 0)),
          },
        }
      case 'POST /api/v1/claims/claim-42/document':
        changes.push(body)
        return { body: { document: OWN_KEY_DOCUMENT, contract: 'euclid1claimer', chain: 'neuron' } }
      default:
        return answerOther(`${method} ${path}`, headers.authorization, body)
    }
  }

  async function answerOther(call: string, session: string | undefined, body: object) {
    const id = ids.find((each) => call.includes(`/claim-${each}/`))
    if (id === undefined) return undefined
    if (call.endsWith('/thanks')) {
      changes.push({ thanked: id, session })
      return { body: { thanks: 'said' } }
    }
    if (call.endsWith('/proven')) return { body: carolsClaim(id, redeemed.has(`${id}`) ? 2 : 0) }
    changes.push({ session, ...body })
    if (id === ids.at(-1)) await lastMay
    redeemed.add(`${id}`)
    return { body: { tx_hash: 'CD'.repeat(32), chain: 'neuron' } }
  }
  /** The sessions that it has given until now are over. */
  const endSessions = () => void (ended += 1)
  return { answer, changes, endSessions }
}

function carolsClaim(id: number, looks: number): ClaimView {
  const { items, redemptions, ...view } = claimView(looks)
  const claim_id = `${id - 35}`
  return {
    ...view,
    id: `claim-${id}`,
    sender_name: '@carol',
    note: null,
    items: items.map((item) => ({ ...item, claim_id, amount: '2000000' })),
    redemptions: redemptions.map((redemption) => ({ ...redemption, claim_id })),
  }
}

/** `looks` counts the answers since the redemption: first on its way, then paid. */
function claimView(looks: number): ClaimView {
  const isPaid = looks > 1
  const destinations = [
    {
      chain_uid: 'base',
      name: 'Base',
      family: 'evm' as const,
      native_currency: null,
      locked: false,
      tokens: ['usdc'],
      explorer_tx_url: 'https://scan.base.example/tx/{hash}',
    },
    {
      chain_uid: 'osmosis',
      name: 'Osmosis',
      family: 'cosmwasm' as const,
      native_currency: null,
      locked: false,
      tokens: ['usdc', 'osmo'],
      explorer_tx_url: '',
    },
    {
      chain_uid: 'neuron',
      name: 'Neuron',
      family: 'cosmwasm' as const,
      native_currency: null,
      locked: false,
      tokens: ['euclid'],
      explorer_tx_url: '',
    },
  ]
  return {
    id: 'claim-42',
    recipient: { platform: 'telegram', handle: 'bobby' },
    language: null,
    sender_name: '@alice',
    note: 'for the fix',
    key_held: true,
    held: null,
    claimable_from: null,
    code_late: false,
    proofs: ['code'],
    words_from_usd: '100',
    thanks: isPaid ? 'open' : null,
    chat_url: 'https://t.me/vouch_bot',
    gasless: true,
    announced: { token: 'usdc', amount: '5000000' },
    items: [
      {
        claim_id: '7',
        token: 'usdc',
        amount: '5000000',
        payout_fees: [],
        usd: '5',
        status: isPaid ? 'paid' : looks > 0 ? 'redeeming' : 'funded',
        expires_at: null,
        frozen: false,
        otp_required: false,
      },
    ],
    redemptions:
      looks === 0
        ? []
        : [
            {
              claim_id: '7',
              recipient: { chain_uid: 'base', address: ADDRESS },
              tx_hash: 'AB'.repeat(32),
              release: true,
              status: isPaid ? 'included' : 'signed',
              error: null,
              progress: {
                outcome: isPaid ? 'completed' : 'pending',
                txId: 'tx-2',
                hops: [
                  {
                    kind: 'submit',
                    chain_uid: 'neuron',
                    state: 'done',
                    tx_hash: 'AB'.repeat(32),
                    timeMs: 1,
                    detail: '',
                  },
                  {
                    kind: 'release',
                    chain_uid: 'base',
                    state: isPaid ? 'done' : 'waiting',
                    tx_hash: isPaid ? `0x${'4'.repeat(64)}` : '',
                    detail: '',
                  },
                ],
              },
              ways_out: [],
            },
          ],
    destinations,
    tokens: [{ token: 'usdc', decimals: 6 }],
  }
}

/** A claim that asks for its sender's PIN. */
export const claimWithPin = (): Partial<ClaimView> => ({
  items: claimView(0).items.map((item) => ({ ...item, otp_required: true })),
})

/** A claim whose pay-out ended so. */
export function claimEnded(outcome: Outcome): Partial<ClaimView> {
  const { items, redemptions } = claimView(2)
  const isLeft = outcome === 'released_as_vouchers'
  const hop = { kind: 'release', chain_uid: 'base', tx_hash: '' } as const
  const state = isLeft ? 'failed' : 'waiting'
  const hops = [{ ...hop, state, detail: isLeft ? 'escrow is empty' : '' } as const]
  return {
    items,
    redemptions: redemptions.map((redemption) => ({
      ...redemption,
      progress: { outcome, txId: 'tx-2', hops },
      ways_out: isLeft
        ? ['polygon', 'base'].map((uid) => ({ chain_uid: uid, address: ADDRESS }))
        : [],
    })),
  }
}
