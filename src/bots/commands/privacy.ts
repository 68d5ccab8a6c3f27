import { action, field, text } from '../cards/card.ts'
import type { Action, Command, Reply, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'

export const privacy: Command = {
  name: 'privacy',
  summary: (words) => words.privacy.summary,
  usage: '/privacy [erase]',
  examples: ['/privacy', '/privacy erase'],
  audience: 'asker',
  params: [
    { name: 'part', summary: (words) => words.privacy.part, kind: 'word', isOptional: true },
  ],
  async run(input, speaker) {
    if (input === '') return keptReply(speaker)
    if (input.toLowerCase() === 'erase') return askFirst(speaker)
    const { unreadable, likeThis } = speaker.words.reading
    throw new UnreadableCommandError(unreadable(input), [], likeThis('/privacy erase'))
  },
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

function keptReply({ words }: Speaker): Reply {
  const said = words.privacy
  const blocks = [
    field(said.account, said.accountIs),
    field(said.language, said.languageIs),
    field(said.talk, said.talkIs),
    field(said.wallets, said.walletsIs),
    field(said.mailboxes, said.mailboxesIs),
    field(said.quotes, said.quotesIs),
    field(said.money, said.moneyIs),
    action(said.erase, 'privacy-erase'),
  ]
  return { card: { title: said.title, tone: 'info', blocks }, audience: 'asker' }
}

function askFirst({ words }: Speaker): Reply {
  const { askTitle, goes, stays, yes } = words.privacy
  const blocks = [text(goes), text(stays), action(yes, 'privacy-erase-yes')]
  return { card: { title: askTitle, tone: 'warning', blocks }, audience: 'asker' }
}
