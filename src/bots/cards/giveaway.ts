import type { GroupView } from '../../claims/claims.ts'
import { leftOf } from '../../claims/left-by-claim.ts'
import {
  REST_PATIENCE_MS,
  type Entrant,
  type Giveaway,
  type GiveawayRules,
} from '../../claims/giveaways.ts'
import { seedHashOf } from '../../core/giveaways/draw.ts'
import { showSpan } from '../../core/terms/show-text.ts'
import type { Services } from '../dispatch/command.ts'
import { showEnd } from './show-end.ts'
import type { Words } from '../words/words.ts'
import { action, link, staying, text, field, type Block, type Card } from './card.ts'
import { restBlocks } from './left-vouchers.ts'
import { rowOf, showAmount, showChain } from './wording.ts'

/** `zone` is whose clock the maker goes by. */
type Shown = { giveaway: Giveaway; makerName: string; zone: string | undefined }

/** What everybody has to know before they enter: until when, who may, and what decides. */
export function giveawayTerms(
  words: Words,
  { giveaway, makerName, zone }: Shown,
  { network }: Pick<Services, 'network'>,
): Block[] {
  const { endsAt, rules, seed } = giveaway
  const said = words.giveaway
  return staying([
    field(said.ends, showEnd(words, endsAt, zone)),
    field(said.mayEnter, rulesOf(words, rules, makerName).join(' · ')), // phrases, which no "and" joins
    text(said.fair(showChain(network, network.hub.chain_uid))),
    field(said.seedHash, seedHashOf(seed)),
  ])
}

function rulesOf(words: Words, rules: GiveawayRules, makerName: string) {
  const { giveaway: said, language } = words
  const { members, memberForSec, role, onceADay, except = [] } = rules
  const names = except.map(({ handle, userId = '', name = userId }) =>
    handle ? `@${handle}` : name,
  )
  return [
    said.everybody(makerName),
    ...(memberForSec !== undefined
      ? [said.membersFor(showSpan(memberForSec, language))]
      : members
        ? [said.members]
        : []),
    ...(role ? [said.withRole(role.name)] : []),
    ...(onceADay ? [said.onceADay] : []),
    ...(names.length > 0 ? [said.except(rowOf(words, names))] : []),
  ]
}

/** A giveaway whose amount has arrived, from the first press to the last pay-out. `sum` is its title. */
export function giveawayCard(
  words: Words,
  sum: string,
  shown: Shown & { entrants: readonly Entrant[] },
  group: GroupView,
  services: Services,
): Card {
  const { giveaway, makerName, entrants } = shown
  const { id, seed, block, drawnAt, overAt, endsAt } = giveaway
  const { network, publicUrl, now } = services
  const said = words.giveaway
  const record = link(said.check, `${publicUrl}/giveaway/${id}`)
  const takeBack =
    leftOf(group).length > 0 ? [action(words.shareOut.takeBack, `take-back:${group.id}`)] : []
  const rest = restBlocks(words, group, services)
  const terms = giveawayTerms(words, shown, services)
  if (!drawnAt && (overAt || group.isClosed))
    return {
      title: said.notDrawn(sum),
      tone: 'warning',
      blocks: [...(group.isClosed ? [text(words.shareOut.takenBack)] : []), ...rest, ...takeBack],
    }
  if (!drawnAt) {
    const isOpen = now() < endsAt
    const isPart = group.shares.some(({ state }) => state === 'coming')
    const drawing = isPart
      ? said.drawsWithout(showSpan(REST_PATIENCE_MS / 1000, words.language))
      : said.drawing
    return {
      title: said.entered(sum, entrants.length),
      tone: isOpen ? 'success' : 'info',
      blocks: isOpen
        ? [...terms, action(said.enter, `enter:${id}`), record, ...takeBack]
        : [text(drawing), ...terms, record],
    }
  }
  const winners = entrants
    .filter(({ place }) => place !== undefined)
    .toSorted((left, right) => (left.place ?? 0) - (right.place ?? 0))
  const each = group.shares.map(({ amount }) => amount)
  const least = each.reduce((small, amount) => (amount < small ? amount : small), each[0] ?? 0n)
  // Whoever won elsewhere that day may have entered all the same, where that strikes them.
  const titleOfNone = entrants.length === 0 ? said.nobodyEntered : said.nobodyWon
  const names = winners.map(({ name, number }) => `${name ?? said.somebody} (${number})`)
  const waiting = group.shares.filter(
    ({ state, taker }) => state === 'funded' && taker !== undefined,
  )
  const paused = waiting.some(({ isFrozen }) => isFrozen) ? [text(words.held.rowFrozen)] : []
  const waits = waiting.some(({ isFrozen }) => !isFrozen)
  return {
    title: names.length === 0 ? titleOfNone(sum) : said.drawn(sum, names.length),
    tone: names.length === 0 || paused.length + rest.length > 0 ? 'warning' : 'success',
    blocks: [
      ...(names.length > 0
        ? staying([
            field(said.wonBy, rowOf(words, names)),
            field(
              words.shareOut.shares,
              words.shareOut.equal(names.length, showAmount(words, network, giveaway.token, least)),
            ),
          ])
        : []),
      ...(names.length < group.shares.length && rest.length === 0
        ? [text(said.restGoesBack(makerName))]
        : []),
      ...rest,
      ...paused,
      ...(waits
        ? [text(said.howToClaim), action(words.shareOut.claim, `take-share:${group.id}`)]
        : []),
      field(said.seed, seed),
      ...(block ? [field(said.block, `${block.height}, ${block.hash}`)] : []),
      record,
    ],
  }
}
