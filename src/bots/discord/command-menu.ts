import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ComponentType,
  InteractionContextType,
  Locale,
  TextInputStyle,
  type APIApplicationCommandOption,
  type APIModalInteractionResponseCallbackData,
  type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord.js'

import type { Account } from '../../core/terms/identity.ts'
import type { Command } from '../dispatch/command.ts'
import type { Param } from '../dispatch/params.ts'
import { type Words, wordsIn } from '../words/words.ts'
import { LANGUAGES, type Language, readLanguage } from '../../core/terms/language.ts'
import { formIdOf } from './read-interaction.ts'

const DESCRIPTION_LIMIT = 100
const NAME_LIMIT = 32
const TITLE_LIMIT = 45
const FORM_LIMIT = 5
const INPUT_LIMIT = 300

/** Everywhere: in servers, in our private chat, and in the chats of people who installed the bot for themselves. */
const EVERYWHERE = {
  contexts: [
    InteractionContextType.Guild,
    InteractionContextType.BotDM,
    InteractionContextType.PrivateChannel,
  ],
  integration_types: [
    ApplicationIntegrationType.GuildInstall,
    ApplicationIntegrationType.UserInstall,
  ],
}

/** What Discord offers people to choose from: a command for each definition, and its entries in the menus. */
export function commandMenu(commands: readonly Command[]): RESTPutAPIApplicationCommandsJSONBody {
  return commands.flatMap((command) => [
    {
      ...EVERYWHERE,
      type: ApplicationCommandType.ChatInput as const,
      name: command.name,
      ...described(command.summary),
      options: optionsOf(command.params ?? []),
    },
    ...(command.menu
      ? [
          {
            ...EVERYWHERE,
            type: ApplicationCommandType.User as const,
            ...named(command.menu.person),
          },
          {
            ...EVERYWHERE,
            type: ApplicationCommandType.Message as const,
            ...named(command.menu.message),
          },
        ]
      : []),
  ])
}

/** What people read in lists: in English, and in the languages that they may have set in Discord. */
function described(summary: (words: Words) => string) {
  const { english, localized } = inLocales(summary, DESCRIPTION_LIMIT)
  return { description: english, description_localizations: localized }
}

/** What an entry of a menu is called. */
function named(label: (words: Words) => string) {
  const { english, localized } = inLocales(label, NAME_LIMIT)
  return { name: english, name_localizations: localized }
}

/** The locales of Discord in which people read a language; whoever has set another one reads English. */
const localesOf = (language: Language) =>
  Object.values(Locale).filter((locale) => readLanguage(locale) === language)

function inLocales(say: (words: Words) => string, limit: number) {
  const inLanguage = (language: Language) => say(wordsIn(language)).slice(0, limit)
  return {
    english: inLanguage('en'),
    localized: Object.fromEntries(
      LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
        localesOf(language).map((locale) => [locale, inLanguage(language)]),
      ),
    ),
  }
}

/** Discord wants what is required first; the text form keeps its own order. */
function optionsOf(params: readonly Param[]): APIApplicationCommandOption[] {
  const required = params.filter(({ isOptional }) => isOptional !== true)
  const optional = params.filter(({ isOptional }) => isOptional === true)
  return [...required, ...optional].map(({ name, summary, kind, isOptional }) => {
    const { localized } = inLocales(({ fields }) => fields[name], NAME_LIMIT)
    const option = {
      name,
      name_localizations: localized,
      ...described(summary),
      required: isOptional !== true,
    }
    if (kind === 'person') return { ...option, type: ApplicationCommandOptionType.User }
    if (kind === 'people') return { ...option, type: ApplicationCommandOptionType.Mentionable }
    if (kind === 'role') return { ...option, type: ApplicationCommandOptionType.Role }
    const autocomplete = kind === 'token' || kind === 'chain' || kind === 'claim'
    return { ...option, type: ApplicationCommandOptionType.String, autocomplete }
  })
}

/** What is picked, and cannot be typed into a form. */
const PICKED = new Set<Param['kind']>(['person', 'people', 'role', 'names'])

/** The form behind a menu's entry: everything but the person, who was chosen already, and others beside them. */
export function formFor(
  command: Command,
  person: Account,
  words: Words,
): APIModalInteractionResponseCallbackData {
  const fields = (command.params ?? []).filter(({ kind }) => !PICKED.has(kind)).slice(0, FORM_LIMIT)
  return {
    custom_id: formIdOf(command, person),
    title: `/${command.name} @${person.handle ?? ''}`.slice(0, TITLE_LIMIT),
    components: fields.map(({ name, summary, kind, isOptional }) => ({
      type: ComponentType.Label,
      label: capital(words.fields[name], words),
      description: summary(words).slice(0, DESCRIPTION_LIMIT),
      component: {
        type: ComponentType.TextInput,
        custom_id: name,
        style: kind === 'words' ? TextInputStyle.Paragraph : TextInputStyle.Short,
        required: isOptional !== true,
        max_length: INPUT_LIMIT,
      },
    })),
  }
}

const capital = (name: string, { language }: Words): string =>
  `${name.slice(0, 1).toLocaleUpperCase(language)}${name.slice(1)}`
