import type { CommandHint } from '../parts/api-client.ts'

/** The commands that a half-written first word may become; none once the word is finished or is no command. */
export function suggestCommands(draft: string, commands: readonly CommandHint[]): CommandHint[] {
  if (!/^\/\w*$/.test(draft)) return []
  const word = draft.slice(1).toLowerCase()
  return commands.filter(({ name }) => name.startsWith(word))
}
