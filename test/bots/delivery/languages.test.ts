import { expect, test } from 'vitest'

import type { Voice } from '../../../src/bots/dispatch/command.ts'
import { groupSubject } from '../../../src/core/terms/group-settings.ts'
import { createLanguages, personSubject } from '../../../src/bots/delivery/languages.ts'
import { languages } from '../../../src/store/people/people-tables.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createLanguageStore } from '../../../src/store/chats/settings-store.ts'
import { account, speaker } from '../commands/stand-in-services.ts'

const IN_PRIVATE: Voice['chat'] = { id: '7', kind: 'private' }
const IN_GROUP: Voice['chat'] = { id: '-100', kind: 'group' }
const PERSON = personSubject(account('alice'))
const GROUP = groupSubject('telegram', '-100')

test.each<{
  name: string
  chat: Voice['chat']
  tells?: Voice['language']
  heard?: [string, string][]
  chosen?: [string, string][]
  language: string
}>([
  { name: 'nothing is known', chat: IN_PRIVATE, language: 'en' },
  { name: 'the platform says German', chat: IN_PRIVATE, tells: { person: 'de' }, language: 'de' },
  { name: 'it said so before', chat: IN_PRIVATE, heard: [[PERSON, 'de']], language: 'de' },
  {
    name: 'a choice stands above the platform',
    chat: IN_PRIVATE,
    tells: { person: 'de' },
    chosen: [[PERSON, 'tr']],
    language: 'tr',
  },
  {
    name: 'a group speaks what its platform says, not what one person does',
    chat: IN_GROUP,
    tells: { person: 'de', group: 'es' },
    language: 'es',
  },
  {
    name: 'a group that chose stays with it',
    chat: IN_GROUP,
    tells: { person: 'de', group: 'es' },
    chosen: [[GROUP, 'zh-Hans']],
    language: 'zh-Hans',
  },
  {
    name: 'a group of which nothing is known takes the first speaker’s',
    chat: IN_GROUP,
    tells: { person: 'de' },
    language: 'de',
  },
  {
    name: 'and keeps it for the next one',
    chat: IN_GROUP,
    heard: [[GROUP, 'de']],
    tells: { person: 'tr' },
    language: 'de',
  },
])('$name: $language', async ({ chat, tells = {}, heard = [], chosen = [], language }) => {
  const { db } = openDatabase(':memory:')
  const store = createLanguageStore(db)
  for (const [subject, tag] of heard) await store.hear(subject, tag)
  for (const [subject, tag] of chosen) await store.choose(subject, tag)
  const speaking = createLanguages(store)
  const voice = { ...speaker('alice', { chat }), language: tells }
  const words = await speaking.wordsFor('telegram', voice)
  expect(words.language).toBe(language)
  const reader = chat.kind === 'private' ? account('alice') : undefined
  const later = await speaking.wordsOf('telegram', chat.id, reader)
  expect(later.language).toBe(language)
})

test('a message alone speaks as whoever writes there, and nothing is kept of it', async () => {
  const { db } = openDatabase(':memory:')
  const speaking = createLanguages(createLanguageStore(db))
  for (const [name, person] of [
    ['alice', 'de'],
    ['bobby', 'tr'],
  ] as const) {
    const chat = { id: 'inline/AbC', kind: 'group', isMessage: true } as const
    const words = await speaking.wordsFor('telegram', {
      ...speaker(name, { chat }),
      language: { person },
    })
    expect(words.language).toBe(person)
    expect((await speaking.wordsOf('telegram', chat.id, account(name))).language).toBe(person)
  }
  const kept = (await db.select().from(languages).all()).map(({ subject }) => subject)
  expect(kept).toEqual([personSubject(account('alice')), personSubject(account('bobby'))])
})

test('who takes back a choice hears the platform’s language again', async () => {
  const store = createLanguageStore(openDatabase(':memory:').db)
  await store.hear(PERSON, 'de')
  await store.choose(PERSON, 'tr')
  await store.choose(PERSON, undefined)
  expect(await store.languageOf(PERSON)).toBe('de')
})
