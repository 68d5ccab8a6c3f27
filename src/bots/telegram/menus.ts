import type { BotCommand, BotCommandScope, LanguageCode } from 'grammy/types'

import type { Command } from '../dispatch/command.ts'
import { wordsIn } from '../words/words.ts'
import { LANGUAGES, type Language, primaryOf } from '../../core/terms/language.ts'

const DESCRIPTION_LIMIT = 256
/** Every chat shows the menu of the narrowest of these that fits, without what is of no use there. */
const LEFT_OUT = {
  all_private_chats: ['airdrop', 'giveaway', 'rain'],
  all_group_chats: ['start'],
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
    const isForAll = type === 'all_group_chats'
    const offered = commands.filter(
      ({ name, forAdmins }) => !leftOut.includes(name) && !(isForAll && forAdmins),
    )
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

/** What the bot's profile says of it, in each language; in the one without a code, to everybody else. */
export const profiles = (): {
  description: string
  about: string
  language_code?: LanguageCode
}[] =>
  [undefined, ...LANGUAGES].map((language) => {
    const { description, about } = wordsIn(language ?? 'en').start
    // Two letters, as Telegram's apps name languages.
    return {
      description,
      about,
      ...(language && { language_code: primaryOf(language) as LanguageCode }),
    }
  })

function menuIn(language: Language, commands: readonly Command[]): BotCommand[] {
  const words = wordsIn(language)
  return commands.map(({ name, summary }) => ({
    command: name,
    description: summary(words).slice(0, DESCRIPTION_LIMIT),
  }))
}
