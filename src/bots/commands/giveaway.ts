import { newSeed, sharesOf, type GiveawayRules } from '../../claims/giveaways.ts'
import { chatKey } from '../../core/terms/group-settings.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { askedGift } from '../../core/signing/asked.ts'
import type { Command, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { chainParam } from '../dispatch/params.ts'
import { refusePrivate, requestShares, sharedReply } from '../paying/share-out.ts'
import { clockOf, parseGiveaway } from '../reading/parse-giveaway.ts'

const EXAMPLE = '/giveaway 100 usdc for 5 in 2 hours'

export const giveaway: Command = {
  name: 'giveaway',
  summary: (words) => words.giveaway.summary,
  usage:
    '/giveaway amount token [each] for number until time [members [for time]] [once a day] [except @handles] [on chain] [note]',
  examples: [
    EXAMPLE,
    '/giveaway 20 usdc for 1 until 18:00 utc once a day',
    '/giveaway 1 eth for 10 for 2 days members except @bobby',
  ],
  params: [
    { name: 'amount', summary: ({ tip }) => tip.amount, kind: 'word' },
    { name: 'token', summary: ({ tip }) => tip.token, kind: 'token' },
    {
      name: 'winners',
      summary: (words) => words.giveaway.winnersField,
      kind: 'word',
      after: 'for',
    },
    { name: 'ends', summary: (words) => words.giveaway.endsField, kind: 'words' },
    {
      name: 'rules',
      summary: (words) => words.giveaway.rulesField,
      kind: 'words',
      isOptional: true,
    },
    {
      name: 'role',
      summary: (words) => words.giveaway.roleField,
      kind: 'role',
      isOptional: true,
    },
    chainParam('on', ({ tip }) => tip.chain),
    { name: 'note', summary: ({ tip }) => tip.note, kind: 'words', isOptional: true },
  ],
  async run(input, speaker, services) {
    refusePrivate(speaker)
    const { account, surface, chat } = speaker
    const clock = { ...(await clockOf(speaker, services)), longestMs: services.giveaways.longestMs }
    const order = parseGiveaway(input, speaker, services.network, { ...clock, example: EXAMPLE })
    const rules = await withAccounts(withRole(order.rules, speaker), speaker, services)
    await refuseUntold(rules, speaker)
    const id = services.newId()
    const nobodyYet = { first_come: account.platform }
    const takers = Array.from({ length: order.winners }, () => nobodyYet)
    const shareOut = { kind: 'giveaway', id, chat: sharesOf(id) } as const
    const request = await requestShares(
      order,
      { takers, shareOut, signBy: order.endsAt },
      speaker,
      services,
    )
    const { token, amount } = askedGift(request)
    const made = {
      id,
      chat: chatKey(surface, chat.id),
      makerAccount: accountKey(account),
      signId: request.id,
      token,
      amount,
      winners: order.winners,
      rules,
      endsAt: order.endsAt,
      seed: newSeed(),
      block: undefined,
      drawnAt: undefined,
      overAt: undefined,
      createdAt: clock.now,
    }
    await services.giveaways.add(made, speaker.update?.key)
    return sharedReply(request.id, speaker, services)
  },
}

const withRole = (rules: GiveawayRules, { role }: Speaker): GiveawayRules =>
  role && !role.isEverybody ? { ...rules, role: { id: role.id, name: role.name } } : rules

/** Whoever is known under a handle that is left out stays left out under another one. */
async function withAccounts(
  { except, ...rules }: GiveawayRules,
  { account: { platform } }: Speaker,
  { people }: Services,
): Promise<GiveawayRules> {
  if (!except) return rules
  const known = except.map(async (each) => {
    if (each.handle === undefined) return each
    const account = await people.accountOf(platform, each.handle)
    return account ? { ...each, userId: account.userId } : each
  })
  return { ...rules, except: await Promise.all(known) }
}

/** @throws {UnreadableCommandError} the platform does not tell what a rule asks for: nobody could enter */
async function refuseUntold(rules: GiveawayRules, speaker: Speaker): Promise<void> {
  const { members, memberForSec, role } = rules
  if (!members && !role) return
  const { cannotTell, withoutRule } = speaker.words.giveaway
  const { isMember, since, roles } = await speaker.membership()
  const untold =
    isMember === undefined
      ? cannotTell.members
      : memberForSec !== undefined && since === undefined
        ? cannotTell.memberFor
        : role && roles === undefined
          ? cannotTell.roles
          : undefined
  if (untold !== undefined) throw new UnreadableCommandError(untold, [], withoutRule)
}
