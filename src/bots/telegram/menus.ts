import type { BotCommand, BotCommandScope, LanguageCode } from 'grammy/types'

import type { Command } from '../commands/command.ts'
import { Language } from '../messages/language.ts'
import { wordsIn } from '../messages/words.ts'

const DESCRIPTION_LIMIT = 256
/** Every chat shows the menu of the narrowest of these that fits. */
const SCOPES = ['all_private_chats', 'all_group_chats', 'all_chat_administrators'] as const
/** What apps send for a person who opens a private chat; a group has no use for it. */
const ONLY_PRIVATE = 'start'
/** Telegram's apps name languages by two letters. */
const CODES: Record<Language, LanguageCode> = {
  en: 'en',
  es: 'es',
  de: 'de',
  tr: 'tr',
  'zh-Hans': 'zh',
}

type Menu = {
  scope: BotCommandScope
  /** Whose apps speak it see this menu; without one, everybody else. */
  language_code?: LanguageCode
  commands: BotCommand[]
}

/** What the menus of private chats, of groups and of their admins offer, in each language. */
export function menusOf(commands: readonly Command[]): Menu[] {
  return SCOPES.flatMap((type) => {
    const offered = commands.filter(
      ({ name }) => type === 'all_private_chats' || name !== ONLY_PRIVATE,
    )
    const scope = { type }
    return [
      { scope, commands: menuIn('en', offered) },
      ...Language.options.map((language) => ({
        scope,
        language_code: CODES[language],
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
