import { action, field, text } from '../cards/card.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'

export const privacy: Command = {
  name: 'privacy',
  summary: (words) => words.privacy.summary,
  usage: '/privacy [erase, hide or show]',
  examples: ['/privacy', '/privacy erase', '/privacy hide'],
  audience: 'asker',
  params: [
    { name: 'part', summary: (words) => words.privacy.part, kind: 'word', isOptional: true },
  ],
  async run(input, speaker, services) {
    if (input === '') return keptReply(speaker, services)
    const wanted = input.toLowerCase()
    if (wanted === 'erase') return askFirst(speaker)
    if (wanted === 'hide' || wanted === 'show') return list(wanted === 'show', speaker, services)
    const { unreadable, likeThis } = speaker.words.reading
    // Nobody is told to erase what they have, unless that is what they seem to want.
    const example = /^(?:erase|delete|remove|forget)\b/.test(wanted) ? '/privacy erase' : '/privacy'
    throw new UnreadableCommandError(unreadable(input), [], likeThis(example))
  },
}

/** Takes whoever presses out of all statistics. */
export const hideAction: Action = {
  name: 'privacy-hide',
  run: (_arg, speaker, services) => list(false, speaker, services),
}

/** Has statistics count whoever presses again. */
export const showAction: Action = {
  name: 'privacy-show',
  run: (_arg, speaker, services) => list(true, speaker, services),
}

/** Shows what would go, and erases nothing. */
export const eraseAction: Action = {
  name: 'privacy-erase',
  run: async (_arg, speaker) => askFirst(speaker),
}

/** Erases what is kept of whoever presses. */
export const eraseYesAction: Action = {
  name: 'privacy-erase-yes',
  async run(_arg, { account, words }, { people }) {
    await people.forget(account)
    const { doneTitle, done } = words.privacy
    return { card: { title: doneTitle, tone: 'success', blocks: [text(done)] }, audience: 'asker' }
  },
}

async function keptReply(
  { account, words }: Speaker,
  { people }: Pick<Services, 'people'>,
): Promise<Reply> {
  const said = words.privacy
  const isListed = await people.standings.isListed(account)
  const blocks = [
    field(said.account, said.accountIs),
    field(said.language, said.languageIs),
    field(said.talk, said.talkIs),
    field(said.wallets, said.walletsIs),
    field(said.mailboxes, said.mailboxesIs),
    field(said.quotes, said.quotesIs),
    field(said.money, said.moneyIs),
    field(said.listed, isListed ? said.listedIs : said.hiddenIs),
    isListed ? action(said.hide, 'privacy-hide') : action(said.show, 'privacy-show'),
    action(said.erase, 'privacy-erase'),
  ]
  return { card: { title: said.title, tone: 'info', blocks }, audience: 'asker' }
}

async function list(
  listed: boolean,
  { account, words }: Speaker,
  { people, now }: Pick<Services, 'people' | 'now'>,
): Promise<Reply> {
  await people.standings.list(account, listed, now())
  const { nowListed, nowHidden, listedIs, hiddenIs } = words.privacy
  return {
    card: {
      title: listed ? nowListed : nowHidden,
      tone: 'success',
      blocks: [text(listed ? listedIs : hiddenIs)],
    },
    audience: 'asker',
  }
}

function askFirst({ words }: Speaker): Reply {
  const { askTitle, goes, stays, yes } = words.privacy
  const blocks = [text(goes), text(stays), action(yes, 'privacy-erase-yes')]
  return { card: { title: askTitle, tone: 'warning', blocks }, audience: 'asker' }
}
