import { closest } from '../../core/terms/request.ts'
import type { HelpWords } from '../words/en/settings.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Card } from '../cards/card.ts'
import type { Action, Command } from '../dispatch/command.ts'
import { UnknownCommandError } from '../dispatch/errors.ts'

/** Commands by what people want with them. `/help` itself stands last. */
export type CommandGroups = Record<Topic, readonly Command[]>
type Topic = keyof HelpWords['groups']

/** In the order in which they are shown. */
const TOPICS: readonly Topic[] = ['give', 'ask', 'claim', 'market', 'wallets', 'settings']

/** `/help` and its buttons, made from the commands' own definitions. */
export function createHelp(others: CommandGroups): { help: Command; helpAction: Action } {
  const help: Command = {
    name: 'help',
    summary: (words) => words.help.summary,
    usage: '/help [command]',
    examples: ['/help', '/help tip'],
    params: [
      { name: 'command', summary: (words) => words.help.which, kind: 'word', isOptional: true },
    ],
    async run(input, { words }) {
      if (input === '') return { card: overview(groups, words), audience: 'everyone' }
      const all = Object.values(groups).flat()
      const name = input.toLowerCase().replace(/^\//, '')
      // Whoever asks in a sentence is told of the first command that it names.
      const said = name.split(/\s+/u).map((word) => word.replace(/^\//, ''))
      const command = said
        .map((word) => all.find((candidate) => candidate.name === word))
        .find((found) => found !== undefined)
      if (!command)
        throw new UnknownCommandError(
          name,
          closest(
            name,
            all.map((known) => known.name),
          ),
        )
      const blocks = [
        text(command.summary(words)),
        field(words.help.usage, command.usage),
        ...command.examples.map((example) => field(words.help.example, example)),
      ]
      return { card: { title: `/${command.name}`, tone: 'info', blocks }, audience: 'everyone' }
    },
  }
  const groups: CommandGroups = { ...others, settings: [...others.settings, help] }
  const helpAction: Action = {
    name: 'help',
    async run(arg, { words }) {
      const topic = TOPICS.find((each) => each === arg)
      const card = topic ? commandsOf(topic, groups, words) : overview(groups, words)
      return { card, audience: 'asker' }
    },
  }
  return { help, helpAction }
}

/** Every command by its name; what each does is behind the button of its topic. */
function overview(groups: CommandGroups, { help }: Words): Card {
  const blocks = [
    ...TOPICS.map((topic) =>
      field(help.groups[topic], groups[topic].map(({ name }) => `/${name}`).join(' ')),
    ),
    text(help.more),
    ...TOPICS.map((topic) => action(help.groups[topic], `help:${topic}`)),
  ]
  return { title: help.title, tone: 'info', blocks }
}

function commandsOf(topic: Topic, groups: CommandGroups, words: Words): Card {
  const { help, start } = words
  const blocks = [
    ...groups[topic].map(({ name, summary }) => field(`/${name}`, summary(words))),
    text(help.more),
    action(start.allCommands, 'help'),
  ]
  return { title: help.groups[topic], tone: 'info', blocks }
}
