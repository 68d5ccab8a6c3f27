import { text, type Card } from '../cards/card.ts'
import type { Speaker } from '../dispatch/command.ts'

type Asker = Pick<Speaker, 'name' | 'words'>

/** For the group: the answer is in the private chat. */
export function writtenCard({ name, words }: Asker): Card {
  const { written, writtenTo } = words.privateAnswers
  return { title: written, tone: 'info', blocks: [text(writtenTo(name))], passes: true }
}

/** For the group: the answer is for somebody whom we may not write to. */
export function unreachableCard({ name, words }: Asker): Card {
  const { unreachable, unreachableBy } = words.privateAnswers
  return { title: unreachable, tone: 'warning', blocks: [text(unreachableBy(name))], passes: true }
}
