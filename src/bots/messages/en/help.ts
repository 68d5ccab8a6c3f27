/** `/help` */
export const help = {
  summary: 'List the commands, or explain one.',
  which: 'Which one',
  title: 'What I can do',
  more: 'More about one: /help tip',
  usage: 'Usage',
  example: 'Example',
}

export type HelpWords = typeof help
