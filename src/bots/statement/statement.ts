import { askedOf, homeOf, type Asked } from '../../core/signing/asked.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import { formatAmount } from '../../core/terms/amounts.ts'
import { NotFoundError } from '../../core/terms/errors.ts'
import { accountKey, readAccountKey, type Account } from '../../core/terms/identity.ts'
import { decimalsOf, hubOf } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { priceAtoms, usdWorth } from '../../core/reference/usd-value.ts'
import type { Outcome } from '../../core/tracking/progress.ts'
import type { ReceivedClaim } from '../../claims/claims.ts'
import type { Vault } from '../../claims/vault.ts'
import type { PricePoint } from '../../services/market/price-history.ts'
import { sentTo } from '../cards/sent.ts'
import { personOf } from '../cards/tip.ts'
import { trackUrl } from '../cards/track.ts'
import type { Services } from '../dispatch/command.ts'
import { nameSender } from '../words/name-person.ts'
import { wordsIn } from '../words/words.ts'

declare module '../../core/terms/errors.ts' {
  interface ErrorKinds {
    statement_link_over: { minutes: number }
  }
}

/** Tables are read by programs, too: they are in one language. */
const ENGLISH = wordsIn('en')
/** How long a link opens a statement. */
export const LINK_MINUTES = 10
/** The newest so many of what was signed, and of what was received. */
const MOST_ROWS = 10_000
const USD_DECIMALS = 18
const CENTS = 10n ** BigInt(USD_DECIMALS - 2)

const COLUMNS = [
  'time',
  'kind',
  'state',
  'amount',
  'token',
  'usd_then',
  'least_received',
  'received_token',
  'with',
  'chain',
  'transaction',
  'link',
  'note',
] as const
type Row = Partial<Record<(typeof COLUMNS)[number], string>>

type Needs = Pick<
  Services,
  'network' | 'signRequests' | 'claims' | 'tracker' | 'market' | 'publicUrl'
>

export type Statements = Services['statements'] & {
  /**
   * The statement of a link as CSV (RFC 4180, UTF-8), the newest first. Times are UTC, amounts whole tokens, `usd_then` what they were worth
   * then, to the cent, where that is known still.
   * @throws {NotFoundError} we never made the link, or its time is over
   */
  csvOf(token: string): Promise<string>
}

export function createStatements({
  services,
  vault,
  now,
}: {
  services: Needs
  vault: Pick<Vault, 'hash' | 'matches'>
  now: () => Date
}): Statements {
  function readToken(token: string): Account {
    const [, signed = '', who = '', until = '', mac = ''] =
      /^(([\w-]{1,200})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? []
    if (!vault.matches('statement', signed, mac) || now().getTime() > Number(until) * 1000)
      throw new NotFoundError(
        `This link does not open anything any more: it is good for ${LINK_MINUTES} minutes.`,
        'Write /export for a new one.',
        { kind: 'statement_link_over', minutes: LINK_MINUTES },
      )
    const key = Buffer.from(who, 'base64url').toString()
    return readAccountKey(key)
  }

  return {
    linkFor(account) {
      const until = Math.ceil(now().getTime() / 1000) + LINK_MINUTES * 60
      const signed = `${Buffer.from(accountKey(account)).toString('base64url')}.${until}`
      return `${services.publicUrl}/export/${signed}.${vault.hash('statement', signed)}`
    },
    async csvOf(token) {
      return toCsv(await rowsOf(readToken(token), services))
    },
  }
}

async function rowsOf(account: Account, services: Needs): Promise<Row[]> {
  const range = { offset: 0, limit: MOST_ROWS }
  const signed = await services.signRequests.signedBy(accountKey(account), range)
  const received = await services.claims.receivedBy(account, MOST_ROWS)
  const worth = await worthThen(
    [...signed.map(({ createdAt }) => createdAt), ...received.map(({ paidAt }) => paidAt)],
    services,
  )
  const rows: { at: Date; row: Row }[] = received.map((claim) => ({
    at: claim.paidAt,
    row: receivedRow(claim, account, worth, services),
  }))
  for (const request of signed)
    rows.push({ at: request.createdAt, row: await signedRow(request, worth, services) })
  return rows
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .map(({ at, row }) => ({ time: at.toISOString(), ...row }))
}

async function signedRow(request: SignRequest, worth: Worth, services: Needs): Promise<Row> {
  const { chain_uid, sentOn, txHash = '', createdAt, note, shareOut } = request
  const asked = askedOf(request)
  return {
    kind: shareOut?.kind ?? (asked.kind === 'gift' ? 'sent' : asked.kind),
    state: await howItEnded(request, services),
    ...worth(asked.token, asked.amount, createdAt),
    ...(asked.kind === 'swap' && {
      least_received: showUnits(services, asked.receive.token, asked.receive.minimum),
      received_token: asked.receive.token,
    }),
    with: shareOut ? 'several people' : withWhom(asked, request),
    chain: chain_uid,
    transaction: txHash,
    link: trackUrl(services, sentOn, txHash),
    note: note ?? '',
  }
}

function receivedRow(
  claim: ReceivedClaim,
  { platform }: Account,
  worth: Worth,
  services: Needs,
): Row {
  const { token, amount, recipient, release, txHash, paidAt, note } = claim
  const hub = hubOf(services.network).chain_uid
  return {
    kind: 'received',
    state: 'completed',
    ...worth(token, amount, paidAt),
    with: nameSender(ENGLISH, claim, platform),
    chain: release ? recipient.chain_uid : hub,
    transaction: txHash,
    link: trackUrl(services, hub, txHash),
    note: note ?? '',
  }
}

/**
 * How a transaction that somebody signed stands. A gift may have come back since, by its sender's wish or by the clock: also before its own chain has heard that
 * it arrived.
 */
export async function howItEnded(
  { sentOn, txHash = '', build }: SignRequest,
  { tracker, claims }: Pick<Services, 'tracker' | 'claims'>,
): Promise<Outcome | 'cancelled' | 'returned'> {
  const claim = build?.claimer && (await claims.viewOwn(build.claimer._id))
  const states = claim?.items.map(({ status }) => status)
  const back = (['cancelled', 'returned'] as const).find((state) => states?.includes(state))
  return back ?? (await tracker.progress(sentOn, txHash))?.outcome ?? 'pending'
}

function withWhom(asked: Asked, request: SignRequest): string {
  if (asked.kind === 'gift')
    return 'chain_uid' in asked.payee
      ? addressOf(asked.payee)
      : sentTo(ENGLISH, { recipient: personOf(asked.payee, request.id) }, homeOf(request))
  return asked.recipient ? addressOf(asked.recipient) : ''
}

const addressOf = ({ chain_uid, address }: CrossChainUser) => `${chain_uid}:${address}`

type Worth = (token: string, units: bigint, at: Date) => Pick<Row, 'amount' | 'token' | 'usd_then'>

/** What tokens were worth at these times: each token's prices are asked for once, when it first occurs. */
async function worthThen(times: readonly Date[], services: Needs): Promise<Worth> {
  const { network, market } = services
  const first = new Date(Math.min(...times.map((time) => time.getTime())))
  const points = new Map<string, PricePoint[]>()
  if (times.length > 0)
    for (const { token } of network.tokens)
      points.set(token, await market.priceHistory.since(token, first))
  return (token, units, at) => {
    const held = points.get(token)?.findLast((point) => point.at <= at)
    const decimals = decimalsOf(network, token)
    const usd =
      held && priceAtoms(held.price) > 0n
        ? usdWorth(units, { price: held.price, decimals })
        : undefined
    return {
      amount: formatAmount(units, decimals),
      token,
      usd_then: usd === undefined ? '' : formatAmount(usd / CENTS, 2),
    }
  }
}

const showUnits = ({ network }: Needs, token: string, units: bigint): string =>
  formatAmount(units, decimalsOf(network, token))

/** Programs that open a table take what begins so for a formula, in which a stranger's note could do harm: also behind what separates cells elsewhere. */
const FORMULA = /(^|[;\t])(?=[=+\-@\t\r])/g

function toCsv(rows: readonly Row[]): string {
  const cell = (value = '') => {
    const plain = value.replaceAll(FORMULA, "$1'")
    return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  }
  const lines = rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(','))
  return [COLUMNS.join(','), ...lines, ''].join('\r\n')
}
