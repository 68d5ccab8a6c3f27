import { field, text } from './card.ts'
import type { Command } from './command.ts'
import { closest } from '../../core/closest.ts'
import { UnknownCommandError } from './errors.ts'

/** `/help`, made from the commands' own definitions. */
export function createHelp(others: readonly Command[]): Command {
  const help: Command = {
    name: 'help',
    summary: (words) => words.help.summary,
    usage: '/help [command]',
    examples: ['/help', '/help tip'],
    params: [
      { name: 'command', summary: (words) => words.help.which, kind: 'word', isOptional: true },
    ],
    async run(input, { words }) {
      const all = [...others, help]
      if (input === '') {
        const blocks = [
          ...all.map(({ name, summary }) => field(`/${name}`, summary(words))),
          text(words.help.more),
        ]
        return { card: { title: words.help.title, tone: 'info', blocks }, audience: 'everyone' }
      }
      const name = input.toLowerCase().replace(/^\//, '')
      const command = all.find((candidate) => candidate.name === name)
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
  return help
}
