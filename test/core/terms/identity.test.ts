import { describe, expect, test } from 'vitest'

import {
  discordAccount,
  HANDLE_EXAMPLES,
  parseIdentity,
  placeOf,
  Platform,
  readPlatform,
} from '../../../src/core/terms/identity.ts'

test.each([
  { user: { username: 'Bobby' }, handle: 'bobby' },
  { user: { username: 'bobby', discriminator: '0' }, handle: 'bobby' },
  { user: { username: 'bobby', discriminator: '0000' }, handle: 'bobby' },
  { user: { username: 'Bobby', discriminator: '1234' }, handle: 'Bobby#1234' },
  { user: { username: 'bobby', discriminator: '0001' }, handle: 'bobby#0001' },
])('a Discord user $user is called $handle', ({ user, handle }) => {
  expect(discordAccount({ id: '5', ...user })).toEqual({ platform: 'discord', userId: '5', handle })
})

test.each([
  ['x', 'twitter'],
  ['Twitter', 'twitter'],
  ['TG', 'telegram'],
  ['telegram', 'telegram'],
  ['discord', 'discord'],
  ['mail', 'email'],
  ['email', 'email'],
  ['place', undefined],
  ['', undefined],
])('a platform that is called %j is %s', (word, platform) => {
  expect(readPlatform(word)).toBe(platform)
})

test('handles elsewhere are shown by their usual words; an e-mail address needs none', () => {
  expect(HANDLE_EXAMPLES.slice(0, 3)).toEqual(['tg:bobby', 'x:bobby', 'discord:bobby'])
  expect(HANDLE_EXAMPLES).toHaveLength(Platform.options.length - 1)
})

describe('parseIdentity', () => {
  test.each([
    ['telegram', '@Bobby', 'bobby'],
    ['telegram', 'Bobby_42', 'bobby_42'],
    ['twitter', '@Jack', 'jack'],
    ['discord', '@Bobby.Tables_7', 'bobby.tables_7'],
    ['email', 'Hello@Example.COM', 'hello@example.com'],
    ['email', 'first.last+tag@mail.example.co', 'first.last+tag@mail.example.co'],
    ['email', 'ｈello@example.com', 'hello@example.com'],
  ] as const)('%s %s is %s', (platform, text, handle) => {
    expect(parseIdentity(platform, text)).toEqual({ platform, handle })
  })

  test.each([
    ['telegram', '@bob'],
    ['telegram', '@1bobby'],
    ['telegram', '@bob__by'],
    ['telegram', '@bobby_'],
    ['telegram', '@bob-by'],
    ['telegram', `@${'b'.repeat(33)}`],
    ['telegram', '@бобби'],
    ['discord', 'b'],
    ['discord', 'bobby..tables'],
    ['discord', 'bobby#1234'],
    ['discord', 'b'.repeat(33)],
    ['twitter', '@a-b'],
    ['twitter', `@${'b'.repeat(16)}`],
    ['email', 'hello'],
    ['email', 'a@b'],
    ['email', 'a,b@example.com'],
    ['email', 'a，b@example.com'], // a wide comma, which NFKC makes a plain one
    ['email', 'a b@example.com'],
    ['email', 'a@example.com, b@example.com'],
    ['email', '"a b"@example.com'],
    ['email', 'Bob <bob@example.com>'],
    ['email', 'a@example.com\r\nBcc: b@example.com'],
    ['email', 'a@example.com\r\n'],
    ['email', '\na@example.com'],
    ['twitter', 'bobby\n'],
    ['email', 'a..b@example.com'],
    ['email', 'group:a@example.com;'],
    ['email', `${'a'.repeat(65)}@example.com`],
  ] as const)('%s cannot be %j', (platform, text) => {
    const says =
      platform === 'email'
        ? 'is not an e-mail address'
        : `There can be no ${placeOf(platform)} account "`
    expect(() => parseIdentity(platform, text)).toThrow(says)
  })
})
