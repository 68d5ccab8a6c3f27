import { NotYoursError } from '../../core/terms/errors.ts'
import { groupSubject } from '../../core/terms/group-settings.ts'
import { accountKey } from '../../core/terms/identity.ts'
import { wordsIn } from '../words/words.ts'
import {
  LANGUAGES,
  DEFAULT_LANGUAGE,
  nameOfLanguage,
  readLanguage,
  type Language,
} from '../../core/terms/language.ts'
import { action, field, text, type Block } from '../cards/card.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { groupFields } from '../cards/group-fields.ts'
import { parseSetting, readLanguageWord, type SettingChange } from '../reading/parse-setting.ts'
import { showWallet } from '../cards/wording.ts'

export const settings: Command = {
  name: 'settings',
  summary: (words) => words.settings.summary,
  usage: '/settings [setting] [value]',
  forAdmins: true,
  examples: [
    '/settings',
    '/settings language de',
    '/settings timezone Europe/Berlin',
    '/settings largest-tip 50 usdc',
    '/settings quiet on',
    '/settings reaction 🔥 1 usdc',
  ],
  params: [
    { name: 'setting', summary: (words) => words.settings.which, kind: 'word', isOptional: true },
    { name: 'value', summary: (words) => words.settings.value, kind: 'words', isOptional: true },
  ],
  async run(input, speaker, services) {
    if (input !== '')
      return change(parseSetting(input, speaker, services.network), speaker, services)
    return speaker.chat.kind === 'private'
      ? ownCard(speaker, services)
      : groupCard(speaker.words.settings.groupTitle, speaker, services)
  },
}

/** The button of a group's card: what is set for whoever presses it, for their eyes. */
export const ownSettingsAction: Action = {
  name: 'own-settings',
  run: (_arg, speaker, services) => ownCard(speaker, services),
}

/** The buttons of a person's own card, wherever that stands: a language, or `auto`. */
export const setLanguageAction: Action = {
  name: 'set-language',
  async run(arg, speaker, services) {
    const language = readLanguageWord(arg, speaker.words)
    return ownCard(await choose(accountKey(speaker.account), language, speaker, services), services)
  },
}

/** The button of a group's card. */
export const setQuietAction: Action = {
  name: 'set-quiet',
  run: (arg, speaker, services) =>
    change({ kind: 'group', change: () => ({ isQuiet: arg === 'on' }) }, speaker, services),
}

/** Sets it, and says so to everybody whom it concerns. @throws {NotYoursError}, and as `Claimers.refuseImpossible` */
async function change(
  setting: SettingChange,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const { account, chat, surface, words } = speaker
  const isPrivate = chat.kind === 'private'
  if (isPrivate && setting.kind === 'group')
    throw new UnreadableCommandError(words.settings.onlyLanguage, [], words.settings.groupHas)
  if (!isPrivate && !(await speaker.isAdmin()))
    throw new NotYoursError(words.settings.adminsOnly, words.settings.askAdmin)
  const group = groupSubject(surface, chat.id)
  if (setting.kind === 'group') {
    if (setting.tips) {
      const { token, amount } = setting.tips
      await services.claims.refuseImpossible({ token, amounts: [amount] }, { isLater: true })
    }
    await services.people.groups.change(
      group,
      setting.change(await services.people.groups.settingsOf(group)),
    )
    return groupCard(words.settings.changed(speaker.name), speaker, services)
  }
  const subject = isPrivate ? accountKey(account) : group
  if (setting.kind === 'time-zone') {
    await services.people.timeZones.setZone(subject, setting.zone)
    return isPrivate
      ? ownCard(speaker, services)
      : groupCard(words.settings.changed(speaker.name), speaker, services)
  }
  const now = await choose(subject, setting.language, speaker, services)
  return isPrivate
    ? ownCard(now, services)
    : groupCard(now.words.settings.changed(speaker.name), now, services)
}

/** Keeps a choice, and returns whoever made it as they are answered from now on. */
async function choose(
  subject: string,
  language: Language | undefined,
  speaker: Speaker,
  { people: { languageChoice } }: Services,
): Promise<Speaker> {
  await languageChoice.choose(subject, language)
  const spoken = readLanguage(await languageChoice.languageOf(subject))
  return { ...speaker, words: wordsIn(spoken ?? DEFAULT_LANGUAGE) }
}

async function ownCard({ account, words }: Speaker, services: Services): Promise<Reply> {
  const said = words.settings
  const [wallet] = await services.wallets.of(account)
  const buttons = LANGUAGES.map((language) =>
    action(nameOfLanguage(language), `set-language:${language}`),
  )
  const blocks = [
    await languageField(accountKey(account), words, services),
    await zoneField(accountKey(account), words, services),
    field(said.wallet, wallet ? showWallet(words, services.network, wallet) : said.noWallet),
    text(said.privacy),
    ...buttons,
    action(said.useAutomatic, 'set-language:auto'),
  ]
  return { card: { title: said.ownTitle, tone: 'info', blocks }, audience: 'asker' }
}

async function groupCard(
  title: string,
  { chat, surface, words }: Speaker,
  services: Services,
): Promise<Reply> {
  const group = groupSubject(surface, chat.id)
  const now = await services.people.groups.settingsOf(group)
  const { turnQuietOn, turnQuietOff, howTo, yours } = words.settings
  const blocks = [
    await languageField(group, words, services),
    await zoneField(group, words, services),
    ...groupFields(now, words, services.network),
    text(howTo),
    action(yours, 'own-settings:'),
    now.isQuiet ? action(turnQuietOff, 'set-quiet:off') : action(turnQuietOn, 'set-quiet:on'),
  ]
  return { card: { title, tone: 'info', blocks }, audience: 'everyone' }
}

async function zoneField(
  subject: string,
  { settings: said }: Speaker['words'],
  { people: { timeZones } }: Services,
): Promise<Block> {
  return field(said.timeZone, (await timeZones.zoneOf(subject)) ?? said.noTimeZone)
}

async function languageField(
  subject: string,
  { language, settings: said, wording }: Speaker['words'],
  { people: { languageChoice } }: Services,
): Promise<Block> {
  const chosen = readLanguage(await languageChoice.chosen(subject))
  const name = nameOfLanguage(chosen ?? language)
  return field(said.language, chosen ? name : wording.aside(name, said.automatic))
}
