import { NotFoundError } from '../../core/terms/errors.ts'
import { USD_DECIMALS } from '../../core/reference/usd-value.ts'
import { showNumber } from '../../core/terms/show-text.ts'
import { pairPrice, type PriceAlert } from '../../services/market/price-alerts.ts'
import { action, field, text } from '../cards/card.ts'
import { showPairPrice, showPrice } from '../cards/price-alert.ts'
import { readToken } from '../cards/wording.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { readNumber } from '../reading/read-number.ts'

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
  usage: '/alert [token] above|below [price]',
  examples: ['/alert eth above 3000', '/alert usdc/eth below 0.0003', '/alert'],
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
    const wanted = parseAlert(input, speaker, services)
    const now = pairPrice(wanted, await prices())
    const name = wanted.token.toUpperCase()
    if (now === undefined)
      throw new UnreadableCommandError(words.market.noPrice(name), [], words.alerts.how)
    const isThere = wanted.side === 'above' ? now >= wanted.target : now <= wanted.target
    if (isThere)
      throw new UnreadableCommandError(
        words.alerts.isThere(showPairPrice(words, wanted, now)),
        [],
        words.alerts.nameAnother,
      )
    const kept = { ...wanted, id: services.newId(), owner: account }
    if (!(await alerts.add(kept, MOST, services.now())))
      throw new UnreadableCommandError(words.alerts.tooMany(MOST), [], words.alerts.removeOne)
    const { setTitle, set, now: nowIs, list } = words.alerts
    const blocks = [
      text(set[wanted.side](name, showPrice(words, wanted, wanted.target))),
      text(nowIs(showPairPrice(words, wanted, now))),
      action(list, 'alerts'),
    ]
    return { card: { title: setTitle, tone: 'success', blocks }, audience: 'asker' }
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
 * Reads `token above price`, also `token/token` for a price in another token.
 * @throws {UnreadableCommandError} it is written otherwise {UnknownTokenError} {InvalidAmountError} {UnclearAmountError}
 */
function parseAlert(
  input: string,
  speaker: Speaker,
  { network }: Pick<Services, 'network'>,
): Pick<PriceAlert, 'token' | 'other' | 'side' | 'target'> {
  const { words } = speaker
  const [pair = '', sideWord = '', price = '', ...rest] = input.split(/\s+/u)
  const [first = '', second, ...more] = pair.split('/')
  const side = SIDES.get(sideWord.toLowerCase())
  const { token } = readToken(network, first)
  const isUsd = second === undefined || second.toLowerCase() === 'usd'
  const other = isUsd ? undefined : readToken(network, second).token
  if (other === token) throw new UnreadableCommandError(words.alerts.twice, [], words.alerts.how)
  // `3000 usdc` names what is counted once more.
  const isSame = rest.length === 0 || rest.join(' ').toLowerCase() === (other ?? 'usd')
  if (!side || price === '' || !isSame || more.length > 0)
    throw new UnreadableCommandError(words.reading.unreadable(input), [], words.alerts.how)
  const counted = { token: other?.toUpperCase() ?? 'USD', decimals: USD_DECIMALS }
  return {
    token,
    other,
    side,
    target: readNumber(price.replace(/^\$/, ''), counted, speaker, price),
  }
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
