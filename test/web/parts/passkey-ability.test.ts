import { expect, test } from 'vitest'

import {
  passkeyAbility,
  type BrowserFacts,
  type PasskeyAbility,
} from '../../../src/web/parts/passkey/passkey-ability.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)'
const WEB_VIEW =
  'Mozilla/5.0 (Linux; Android 14; SM-A146U Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/122.0.6261.88 Mobile Safari/537.36'
const SAFARI = `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`
const CHROME = `${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36`
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0'
const DESKTOP_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

type Row = { name: string; facts: Partial<BrowserFacts>; ability: PasskeyAbility }

test.each<Row>([
  { name: 'Chrome on Android', facts: { userAgent: CHROME }, ability: 'ready' },
  { name: 'Safari on iOS', facts: { userAgent: SAFARI }, ability: 'ready' },
  {
    name: 'Chrome on iOS',
    facts: { userAgent: `${IPHONE} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1` },
    ability: 'ready',
  },
  { name: 'Firefox on a desktop', facts: { userAgent: DESKTOP_FIREFOX }, ability: 'ready' },
  { name: 'an old Firefox on Android', facts: { userAgent: FIREFOX }, ability: 'no_prf' },
  {
    name: 'the Firefox on Android before PRF',
    facts: { userAgent: FIREFOX.replaceAll('143', '148') },
    ability: 'no_prf',
  },
  {
    name: 'the first Firefox on Android with PRF',
    facts: { userAgent: FIREFOX.replaceAll('143', '149') },
    ability: 'ready',
  },
  {
    name: 'an old Firefox on Android that says it has PRF',
    facts: { userAgent: FIREFOX, capabilities: { 'extension:prf': true } },
    ability: 'ready',
  },
  {
    name: 'a browser that says it has no PRF',
    facts: { capabilities: { 'extension:prf': false } },
    ability: 'no_prf',
  },
  {
    name: 'a browser that speaks of other things',
    facts: { capabilities: { conditionalGet: true } },
    ability: 'ready',
  },
  { name: 'no WebAuthn, or plain http', facts: { hasWebAuthn: false }, ability: 'no_passkeys' },
  { name: 'this machine by its number', facts: { hostname: '127.0.0.1' }, ability: 'no_name' },
  { name: 'an IPv6 number', facts: { hostname: '[::1]' }, ability: 'no_name' },
  { name: 'this machine by its name', facts: { hostname: 'localhost' }, ability: 'ready' },
  {
    name: 'a name of numbers and letters',
    facts: { hostname: '1.2.3.4.example' },
    ability: 'ready',
  },
  { name: 'a web view of Android', facts: { userAgent: WEB_VIEW }, ability: 'inside_app' },
  {
    name: 'a web view of iOS',
    facts: { userAgent: `${IPHONE} Mobile/15E148` },
    ability: 'inside_app',
  },
  {
    name: 'Facebook on iOS',
    facts: { userAgent: `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone13,3;FBMD/iPhone]` },
    ability: 'inside_app',
  },
  {
    name: 'Instagram on Android',
    facts: { userAgent: `${CHROME} Instagram 360.0.0.52.192 Android` },
    ability: 'inside_app',
  },
  {
    name: 'LINE',
    facts: { userAgent: `${IPHONE} Mobile/15E148 Safari Line/14.5.0` },
    ability: 'inside_app',
  },
  {
    name: 'Discord’s own window',
    facts: { userAgent: `${CHROME} Discord/1.0.9200 Electron/35.0.0` },
    ability: 'inside_app',
  },
  { name: 'a Mini App of Telegram', facts: { isInTelegram: true }, ability: 'inside_app' },
  { name: 'a frame in another page', facts: { isFramed: true }, ability: 'inside_app' },
  { name: 'storage that is forbidden', facts: { isStorageOpen: false }, ability: 'no_storage' },
  {
    name: 'forbidden storage in a browser that could not anyway',
    facts: { isStorageOpen: false, capabilities: { 'extension:prf': false } },
    ability: 'no_prf',
  },
  {
    name: 'an app’s web view says so even where it has no WebAuthn',
    facts: { userAgent: WEB_VIEW, hasWebAuthn: false },
    ability: 'inside_app',
  },
])('$name: $ability', ({ facts, ability }) => {
  const usual: BrowserFacts = {
    userAgent: CHROME,
    hostname: 'vouch.example.com',
    hasWebAuthn: true,
    isFramed: false,
    isInTelegram: false,
    isStorageOpen: true,
    capabilities: {},
  }
  expect(passkeyAbility({ ...usual, ...facts })).toBe(ability)
})
