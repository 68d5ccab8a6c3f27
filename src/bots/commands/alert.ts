import { NotFoundError } from '../../core/terms/errors.ts'
import { USD_DECIMALS } from '../../core/reference/usd-value.ts'
import type { Network } from '../../core/terms/network.ts'
import { showNumber } from '../../core/terms/show-text.ts'
import { pairPrice, type PriceAlert } from '../../services/market/price-alerts.ts'
import { action, field, text } from '../cards/card.ts'
import { alertCard, showPairPrice, showPrice } from '../cards/price-alert.ts'
import { readToken } from '../reading/read-name.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { amountInFront, type AmountInFront } from '../reading/read-amount.ts'
import { plainWord, readNumber } from '../reading/read-number.ts'

/** What one person may wait for at once. */
const MOST = 20
const SIDES = new Map<string, PriceAlert['side']>([
  ['above', 'above'],
  ['over', 'above'],
  ['>', 'above'],
  ['below', 'below'],
  ['under', 'below'],
  ['<', 'below'],
])

/** Has its speaker told once when a price is reached; alone, lists what they wait for. */
export const alert: Command = {
  name: 'alert',
  summary: (words) => words.alerts.summary,
  usage: '/alert [token] [above|below] [price]',
  examples: ['/alert eth above 3000', '/alert eth 3000', '/alert usdc/eth below 0.0003', '/alert'],
  audience: 'asker',
  params: [
    { name: 'pair', summary: (words) => words.alerts.pair, kind: 'word', isOptional: true },
    { name: 'side', summary: (words) => words.alerts.side, kind: 'word', isOptional: true },
    { name: 'price', summary: (words) => words.alerts.price, kind: 'words', isOptional: true },
  ],
  async run(input, speaker, services) {
    if (input === '') return listReply(speaker, services)
    const { words, account } = speaker
    const { alerts, prices } = services.market
    const read = parseAlert(input, speaker, services)
    const now = pairPrice(read, await prices())
    const name = read.token.toUpperCase()
    if (now === undefined)
      throw new UnreadableCommandError(words.market.noPrice(name), [], words.alerts.how)
    // Whoever names a price alone waits for it from where it is now.
    const wanted = { ...read, side: read.side ?? (read.target > now ? 'above' : 'below') } as const
    const isThere = wanted.side === 'above' ? now >= wanted.target : now <= wanted.target
    if (isThere)
      throw new UnreadableCommandError(
        words.alerts.isThere(showPairPrice(words, wanted, now)),
        [],
        words.alerts.nameAnother,
      )
    const kept = { ...wanted, id: services.newId(), owner: account }
    if (!(await alerts.add(kept, MOST, services.now(), speaker.update?.key)))
      throw new UnreadableCommandError(words.alerts.tooMany(MOST), [], words.alerts.removeOne)
    return { card: alertCard(words, kept, now), audience: 'asker' }
  },
}

export const alertsAction: Action = {
  name: 'alerts',
  run: (_arg, speaker, services) => listReply(speaker, services),
}

export const removeAlertAction: Action = {
  name: 'alert-remove',
  async run(id, speaker, services) {
    const { gone, how } = speaker.words.alerts
    if (!(await services.market.alerts.remove(speaker.account, id)))
      throw new NotFoundError(gone, how)
    return listReply(speaker, services)
  },
}

/**
 * Reads `token above price`, `token > price` and `token price`, also `token/token` for a price in another token. `side` is `undefined` where none is said.
 * @throws {UnreadableCommandError} it is written otherwise {UnknownTokenError} {InvalidAmountError} {UnclearAmountError}
 */
function parseAlert(
  input: string,
  speaker: Speaker,
  { network }: Pick<Services, 'network'>,
): Pick<PriceAlert, 'token' | 'other' | 'target'> & { side: PriceAlert['side'] | undefined } {
  const { words } = speaker
  const [pair = '', ...behind] = input.replaceAll(/[<>]/g, ' $& ').split(/\s+/u)
  const [first = '', second, ...more] = pair.split('/')
  const side = SIDES.get(behind[0]?.toLowerCase() ?? '')
  const price = amountInFront(side ? behind.slice(1) : behind, network)
  if (SIDES.has(first.toLowerCase()) || /^\$?\.?\d/.test(plainWord(first)))
    throw new UnreadableCommandError(words.reading.unreadable(input), [], words.alerts.how)
  const { token } = readToken(network, first)
  if (behind.slice(side ? 1 : 0).every((word) => word === ''))
    throw new UnreadableCommandError(words.alerts.whichPrice, [], words.alerts.how)
  const isUsd = second === undefined || second.toLowerCase() === 'usd'
  const other = isUsd ? undefined : readToken(network, second).token
  if (other === token) throw new UnreadableCommandError(words.alerts.twice, [], words.alerts.how)
  if (!price || !isCountedIn(other, price, network) || more.length > 0)
    throw new UnreadableCommandError(words.reading.unreadable(input), [], words.alerts.how)
  if (side === undefined && !/^\$?\.?\d/.test(price.text))
    throw new UnreadableCommandError(words.reading.unreadable(input), [], words.alerts.how)
  const counted = { token: other?.toUpperCase() ?? 'USD', decimals: USD_DECIMALS }
  const target = readNumber(price.text.replace(/^\$/, ''), counted, speaker, price.written)
  return { token, other, side, target }
}

/** Whether a price names nothing else than what it is counted in: `3000 usdc` of a pair with it names that once more. Without another token it is dollars. */
function isCountedIn(
  other: string | undefined,
  { text: amount, after, currency }: AmountInFront,
  { tokens }: Network,
): boolean {
  const [word, ...more] = after
  const isDollar = (name: string | undefined) =>
    tokens.some(({ token, usd_stable }) => usd_stable === true && token === name)
  if (currency !== undefined || more.length > 0) return false
  if (amount.startsWith('$') && other !== undefined && !isDollar(other)) return false
  const name = word?.toLowerCase()
  return name === undefined || name === other || (other === undefined && isDollar(name))
}

async function listReply(
  { account, words }: Speaker,
  { market: { alerts } }: Pick<Services, 'market'>,
): Promise<Reply> {
  const said = words.alerts
  const kept = await alerts.of(account)
  const number = (index: number) => showNumber(words, `${index + 1}`)
  const rows = kept.map((each, index) => {
    const label = `${number(index)}. ${[each.token, each.other ?? 'usd'].join('/').toUpperCase()}`
    return field(label, said.row[each.side](showPrice(words, each, each.target)))
  })
  const buttons = kept.map(({ id }, index) =>
    action(said.remove(number(index)), `alert-remove:${id}`),
  )
  const blocks = [...(rows.length > 0 ? rows : [text(said.none)]), text(said.how), ...buttons]
  return { card: { title: said.title, tone: 'info', blocks }, audience: 'asker' }
}
