import type { BotCommand, BotCommandScope, LanguageCode } from 'grammy/types'

import type { Command } from '../dispatch/command.ts'
import { wordsIn } from '../words/words.ts'
import { LANGUAGES, type Language, primaryOf } from '../../core/terms/language.ts'

const DESCRIPTION_LIMIT = 256
/** Every chat shows the menu of the narrowest of these that fits, without what is of no use there. */
const LEFT_OUT = {
  all_private_chats: ['airdrop', 'rain'],
  all_group_chats: ['start', 'settings'], // settings are for admins
  all_chat_administrators: ['start'],
} as const satisfies Partial<Record<BotCommandScope['type'], readonly string[]>>
type Scope = keyof typeof LEFT_OUT
// The keys of a constant object.
const SCOPES = Object.keys(LEFT_OUT) as Scope[]
type Menu = {
  scope: BotCommandScope
  /** Whose apps speak it see this menu; without one, everybody else. */
  language_code?: LanguageCode
  commands: BotCommand[]
}

/** What the menus of private chats, of groups and of their admins offer, in each language. */
export function menusOf(commands: readonly Command[]): Menu[] {
  return SCOPES.flatMap((type) => {
    const leftOut: readonly string[] = LEFT_OUT[type]
    const offered = commands.filter(({ name }) => !leftOut.includes(name))
    const scope = { type }
    return [
      { scope, commands: menuIn('en', offered) },
      ...LANGUAGES.map((language) => ({
        scope,
        language_code: primaryOf(language) as LanguageCode, // two letters, as Telegram's apps name languages

        commands: menuIn(language, offered),
      })),
    ]
  })
}

function menuIn(language: Language, commands: readonly Command[]): BotCommand[] {
  const words = wordsIn(language)
  return commands.map(({ name, summary }) => ({
    command: name,
    description: summary(words).slice(0, DESCRIPTION_LIMIT),
  }))
}
