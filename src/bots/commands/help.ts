import { closest } from '../../core/terms/request.ts'
import type { HelpWords } from '../words/en/settings.ts'
import type { Words } from '../words/words.ts'
import { field, text, type Block } from '../cards/card.ts'
import type { Command } from '../dispatch/command.ts'
import { UnknownCommandError } from '../dispatch/errors.ts'

/** Commands by what people want with them. `/help` itself stands last. */
export type CommandGroups = Record<keyof HelpWords['groups'], readonly Command[]>

/** `/help`, made from the commands' own definitions. */
export function createHelp(others: CommandGroups): Command {
  const help: Command = {
    name: 'help',
    summary: (words) => words.help.summary,
    usage: '/help [command]',
    examples: ['/help', '/help tip'],
    params: [
      { name: 'command', summary: (words) => words.help.which, kind: 'word', isOptional: true },
    ],
    async run(input, { words }) {
      const groups: CommandGroups = { ...others, settings: [...others.settings, help] }
      const all = Object.values(groups).flat()
      if (input === '') {
        const blocks = [...listGroups(groups, words), text(words.help.more)]
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

function listGroups(groups: CommandGroups, words: Words): Block[] {
  const { give, ask, claim, market, wallets, settings } = words.help.groups
  const list = (heading: string, commands: readonly Command[]) => [
    text(heading),
    ...commands.map(({ name, summary }) => field(`/${name}`, summary(words))),
  ]
  return [
    ...list(give, groups.give),
    ...list(ask, groups.ask),
    ...list(claim, groups.claim),
    ...list(market, groups.market),
    ...list(wallets, groups.wallets),
    ...list(settings, groups.settings),
  ]
}
