import { expect, test } from 'vitest'

import { readConfig } from '../../src/config.ts'
import { createIdentityProofs } from '../../src/claims/proofs/identity-proofs.ts'

const elsewhere = {
  NETWORK: './net.json',
  VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
  RELAYER_MNEMONIC: 'test test test test test test test test test test test junk',
}
const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'vouch@example.com' }
const telegram = { TELEGRAM_BOT_TOKEN: '123456:ABC-DEF' }
const login = { TELEGRAM_LOGIN_ROOT: 'https://oauth.telegram.org' }
const discord = { DISCORD_BOT_TOKEN: 'MTIz.AbC.dEf' }
const discordClient = { DISCORD_CLIENT_ID: '12', DISCORD_CLIENT_SECRET: 's' }
const x = { X_CLIENT_ID: 'vouch' }

test.each([
  { name: 'nothing', set: {}, ways: {} },
  { name: 'mail', set: mail, ways: { email: ['codes'] } },
  { name: 'the Telegram bot', set: telegram, ways: { telegram: ['codes', 'readSigned'] } },
  {
    name: "the Telegram bot and Telegram's login",
    set: { ...telegram, ...login },
    ways: { telegram: ['codes', 'readSigned', 'signIn'] },
  },
  { name: 'the Discord bot', set: discord, ways: { discord: ['codes'] } },
  { name: 'a Discord client', set: discordClient, ways: { discord: ['signIn'] } },
  {
    name: 'the Discord bot and a client',
    set: { ...discord, ...discordClient },
    ways: { discord: ['codes', 'signIn'] },
  },
  { name: 'an X client', set: x, ways: { twitter: ['signIn'] } },
  {
    name: 'no network of its own',
    set: { NETWORK: 'devnet' },
    ways: { email: ['codes'], telegram: ['codes'] },
  },
])('with $name, these can prove who they are, and nobody else', ({ set, ways }) => {
  const config = readConfig({ ...elsewhere, ...set })
  const codes = { send: async () => undefined }
  const proofs = createIdentityProofs({ config, codes, now: () => new Date(0) })
  expect(
    Object.fromEntries(proofs.map(({ platform, ...rest }) => [platform, Object.keys(rest)])),
  ).toEqual(ways)
})
