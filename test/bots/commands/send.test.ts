import { beforeEach, expect, test } from 'vitest'

import { cancelAction } from '../../../src/bots/commands/cancel.ts'
import { send } from '../../../src/bots/commands/send.ts'
import { tipDetailsAction } from '../../../src/bots/buttons/tip-details.ts'
import { tip } from '../../../src/bots/commands/tip.ts'
import { tipView } from '../../../src/bots/cards/tip.ts'
import { SealedKeyError } from '../../../src/claims/vault.ts'
import { accountKey } from '../../../src/core/terms/identity.ts'
import type { Reply } from '../../../src/bots/dispatch/command.ts'
import {
  account,
  audience,
  claimView,
  CLAIMER_ID,
  createStandInServices,
  HASH,
  ON_BASE,
  speaker,
} from './stand-in-services.ts'
import { actionsOf } from '../read-card.ts'

const EMAIL = 'hello@example.com'
const inPrivate = { chat: { id: 'dm:alice', kind: 'private' as const } }

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices()
  const { known } = stand
  known.wallets.set('id-alice', [ON_BASE])
  known.balances.set('base/usdc', 50_000_000n)
  known.balances.set('base/eth', 10n ** 18n)
})

const words = (reply: Pick<Reply, 'card'>) => JSON.stringify(reply.card)
const buttonsOf = ({ card }: Pick<Reply, 'card'>) => actionsOf(card)

test.each([
  { to: EMAIL, social: { email: EMAIL }, title: 'Tip 5 USDC to h…@example.com' },
  { to: '@bobby', social: { telegram: '@bobby' }, title: 'Tip 5 USDC to @bobby' },
  { to: 'tg:bobby', social: { telegram: '@bobby' }, title: 'Tip 5 USDC to @bobby' },
  { to: 'x:bobby', social: { twitter: '@bobby' }, title: 'Tip 5 USDC to bobby on X' },
  { to: 'discord:bobby', social: { discord: '@bobby' }, title: 'Tip 5 USDC to bobby on Discord' },
])('/send $to asks for a signature', async ({ to, social, title }) => {
  const reply = await send.run(`${to} 5 usdc happy birthday`, speaker('alice'), stand.services)
  expect(reply).toMatchObject({ audience: 'everyone', card: { title } })
  const { request, note } = await stand.services.signRequests.find('s1')
  expect(request).toMatchObject({ amount_in: 5_000_000n, recipient: { social } })
  expect(note).toBe('happy birthday')
})

test('/tip takes the same recipients', async () => {
  const reply = await tip.run(`${EMAIL} 5 usdc`, speaker('alice'), stand.services)
  expect(reply.card.title).toBe('Tip 5 USDC to h…@example.com')
})

test('a group never reads the whole address; the sender does, alone', async () => {
  const { services } = stand
  const group = await send.run(`${EMAIL} 5 usdc`, speaker('alice'), services)
  expect(words(group)).not.toContain(EMAIL)
  expect(buttonsOf(group)).toEqual(['tip-details:s1', 'payment-details:s1', 'dismiss:s1'])
  const details = await tipDetailsAction.run('s1', speaker('alice'), services)
  expect(details?.audience).toBe('asker')
  expect(details && words(details)).toContain(EMAIL)
  await expect(tipDetailsAction.run('s1', speaker('bobby'), services)).rejects.toMatchObject({
    code: 'NOT_YOURS',
  })
})

test('in private the address stands there whole, and needs no button', async () => {
  const reply = await send.run(`${EMAIL} 5 usdc`, speaker('alice', inPrivate), stand.services)
  expect(reply.card.title).toBe(`Tip 5 USDC to ${EMAIL}`)
  expect(buttonsOf(reply)).toEqual(['dismiss:s1'])
})

test('above the cap the sender gets the PIN, alone, and reads what it is for', async () => {
  const { services, requestStore, clock } = stand
  const group = await send.run(`${EMAIL} 0.5 eth`, speaker('alice'), services)
  expect(words(group)).toContain('needs a PIN from you')
  expect(words(group)).not.toContain('abc123')
  const show = () => tipDetailsAction.run('s1', speaker('alice'), services)
  const early = await show() // another way to pay would have another one
  expect(early && words(early)).toContain('once your wallet has signed')
  expect(early && words(early)).not.toContain('abc123')
  await requestStore.setTxHash('s1', HASH, clock.now())
  const details = await show()
  expect(details?.card.blocks).toContainEqual({ kind: 'field', label: 'PIN', value: 'abc123' })
  const below = await send.run(`${EMAIL} 5 usdc`, speaker('alice'), services)
  expect(words(below)).not.toContain('PIN')
})

test('before a wallet is known there is no PIN yet, and the details say so', async () => {
  const { services, known } = stand
  known.wallets.clear()
  await send.run(`${EMAIL} 0.5 eth`, speaker('alice'), services)
  const details = await tipDetailsAction.run('s1', speaker('alice'), services)
  expect(details && words(details)).toContain('once your wallet has signed')
})

test('a PIN of a key that is gone is told as such, with what can be done', async () => {
  const { services, requestStore, clock } = stand
  await send.run(`${EMAIL} 0.5 eth`, speaker('alice'), services)
  await requestStore.setTxHash('s1', HASH, clock.now())
  const pinOf = () => Promise.reject(new SealedKeyError('s1', 'PIN'))
  const later = { ...services, signRequests: { ...services.signRequests, pinOf } }
  const details = await tipDetailsAction.run('s1', speaker('alice'), later)
  expect(details && words(details)).toContain('take the payment back')
})

test.each(['email', 'twitter', 'discord'] as const)(
  'a tip to a switched-off identity (%s) says so at once, and asks for no signature',
  async (platform) => {
    const { services, known } = stand
    known.identities.delete(platform)
    const to = { email: EMAIL, twitter: 'x:bobby', discord: 'discord:bobby' }[platform]
    await expect(send.run(`${to} 5 usdc`, speaker('alice'), services)).rejects.toMatchObject({
      code: 'IDENTITY_OFF',
      fix: expect.stringContaining('Telegram accounts'),
    })
    await expect(services.signRequests.find('s1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
)

const NO_CARD = { title: '', tone: 'info' as const, blocks: [] }

test.each([
  { state: undefined, says: 'A mail to h…@example.com is on its way', tone: 'success' },
  { state: 'sent' as const, says: 'was sent to h…@example.com', tone: 'success' },
  { state: 'refused' as const, says: 'takes no mail for h…@example.com', tone: 'warning' },
])('once it waits on chain the card says how far the mail is: $state', async (row) => {
  const { services, known, requestStore, clock } = stand
  await send.run(`${EMAIL} 5 usdc`, speaker('alice'), services)
  await requestStore.setTxHash('s1', HASH, clock.now())
  const view = claimView({ recipient: { platform: 'email', handle: EMAIL } })
  const items = view.items.map((item) => ({ ...item, expiresAt: new Date('2030-01-01T00:00:00Z') }))
  known.claims.set(CLAIMER_ID, { ...view, items })
  if (row.state) known.notices.set('7', row.state)
  const shown = await tipView('s1', services, audience())
  expect(shown?.card).toMatchObject({
    title: 'h…@example.com can claim 5 USDC',
    tone: row.tone,
    blocks: expect.arrayContaining([{ kind: 'text', text: expect.stringContaining(row.says) }]),
  })
  expect(words({ card: shown?.card ?? { title: '', tone: 'info', blocks: [] } })).not.toContain(
    EMAIL,
  )
  const own = await tipView('s1', services, audience(account('alice')))
  expect(own?.card.title).toBe(`${EMAIL} can claim 5 USDC`)
})

test.each([
  {
    name: 'who has begun no private chat gets the link from the sender',
    to: 'discord:bobby',
    isMet: false,
    isSaid: true,
  },
  { name: 'who has is told by us', to: 'discord:bobby', isMet: true, isSaid: false },
  { name: 'who is here has the button of the card', to: '@bobby', isMet: false, isSaid: false },
])('on another platform, $name', async ({ to, isMet, isSaid }) => {
  const { services, known, requestStore, clock } = stand
  if (!isMet) known.noPrivateChat.add('bobby')
  await send.run(`${to} 5 usdc`, speaker('alice'), services)
  await requestStore.setTxHash('s1', HASH, clock.now())
  const platform = to === '@bobby' ? 'telegram' : 'discord'
  known.claims.set(CLAIMER_ID, claimView({ recipient: { platform, handle: 'bobby' } }))
  const shown = (await tipView('s1', services, audience())) ?? { card: NO_CARD }
  expect(words(shown).includes('I cannot write to bobby on Discord. Pass')).toBe(isSaid)
  expect(buttonsOf(shown).includes('tip-details:s1')).toBe(isSaid)
  const details = await tipDetailsAction.run('s1', speaker('alice'), services)
  expect(words(details ?? { card: NO_CARD }).includes(`#secret-of-${CLAIMER_ID}`)).toBe(!isMet)
})

const TAKE_BACK = `cancel:${CLAIMER_ID}:7`
test.each([
  { of: 'a mail that was sent', state: 'sent' as const, isOffered: false },
  { of: 'a mail that is under way', state: undefined, isOffered: false },
  { of: 'an address that its mail server refuses', state: 'refused' as const, isOffered: true },
  { of: 'a mailbox that wants no mails', state: 'sent' as const, isOut: true, isOffered: true },
  {
    of: 'one that cannot come back',
    state: 'refused' as const,
    expiresAt: undefined,
    isOffered: false,
  },
])('the card of $of offers its sender to take it back: $isOffered', async (row) => {
  const { services, known, requestStore, clock } = stand
  await send.run(`${EMAIL} 5 usdc`, speaker('alice'), services)
  await requestStore.setTxHash('s1', HASH, clock.now())
  const view = claimView({ recipient: { platform: 'email', handle: EMAIL } })
  const expiresAt = 'expiresAt' in row ? row.expiresAt : new Date('2030-01-01T00:00:00Z')
  const items = view.items.map((item) => ({ ...item, expiresAt }))
  known.claims.set(CLAIMER_ID, { ...view, items, senderAccount: accountKey(account('alice')) })
  if (row.state) known.notices.set('7', row.state)
  if ('isOut' in row) known.optedOut.add(CLAIMER_ID)
  const shown = (await tipView('s1', services, audience())) ?? { card: NO_CARD }
  expect(buttonsOf(shown).includes(TAKE_BACK)).toBe(row.isOffered)
  if (!row.isOffered) return
  const asked = await cancelAction.run(`${CLAIMER_ID}:7`, speaker('alice'), services)
  expect(asked).toMatchObject({ audience: 'asker', card: { tone: 'warning' } })
  const others = cancelAction.run(`${CLAIMER_ID}:7`, speaker('carol'), services)
  await expect(others).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('who wants no mails hears of it from the sender, who alone gets the link to pass on', async () => {
  const { services, known, requestStore, clock } = stand
  await send.run(`${EMAIL} 5 usdc`, speaker('alice'), services)
  await requestStore.setTxHash('s1', HASH, clock.now())
  known.claims.set(CLAIMER_ID, claimView({ recipient: { platform: 'email', handle: EMAIL } }))
  const detailsShown = async () =>
    words((await tipDetailsAction.run('s1', speaker('alice'), services)) ?? { card: NO_CARD })
  expect(await detailsShown()).not.toContain('secret-of')
  known.notices.set('7', 'sent') // whatever was told before
  known.optedOut.add(CLAIMER_ID)
  const shown = (await tipView('s1', services, audience())) ?? { card: NO_CARD }
  expect(shown.card.tone).toBe('warning')
  expect(words(shown)).toContain('h…@example.com asked for no mails from here')
  expect(words(shown)).toContain('/cancel')
  expect(words(shown)).not.toContain('secret-of')
  expect(shown.card.blocks).toContainEqual(
    expect.objectContaining({ label: 'Show claim link', action: 'tip-details:s1' }),
  )
  expect(await detailsShown()).toContain(
    `${services.publicUrl}/claim/${CLAIMER_ID}#secret-of-${CLAIMER_ID}`,
  )
})

test('an X account hears of it from its sender, who alone gets the link to pass on', async () => {
  const { services, known, requestStore, clock } = stand
  await send.run('x:bobby 5 usdc', speaker('alice'), services)
  await requestStore.setTxHash('s1', HASH, clock.now())
  const recipient = { platform: 'twitter' as const, handle: 'bobby' }
  const shown = async () => {
    const view = await tipView('s1', services, audience())
    return view ?? { card: { title: '', tone: 'info' as const, blocks: [] } }
  }
  expect(buttonsOf(await shown())).toEqual([]) // there is nothing to claim yet
  known.claims.set(CLAIMER_ID, claimView({ recipient }))
  expect(words(await shown())).toContain('I cannot write to bobby on X')
  expect(words(await shown())).not.toContain('secret-of')
  expect(buttonsOf(await shown())).toEqual(['tip-details:s1'])
  const details = await tipDetailsAction.run('s1', speaker('alice'), services)
  const url = `${services.publicUrl}/claim/${CLAIMER_ID}#secret-of-${CLAIMER_ID}`
  expect(details?.audience).toBe('asker')
  expect(details?.card.blocks).toContainEqual({ kind: 'field', label: 'Claim link', value: url })
  await expect(tipDetailsAction.run('s1', speaker('bobby'), services)).rejects.toMatchObject({
    code: 'NOT_YOURS',
  })
  known.claims.set(CLAIMER_ID, claimView({ recipient, keyHeld: false }))
  expect(buttonsOf(await shown())).toEqual([]) // whoever holds the key needs no page
})

test('nobody in the chat is offered to claim what is for another platform', async () => {
  const { services, known, requestStore, clock } = stand
  await send.run('x:bobby 5 usdc', speaker('alice'), services)
  await requestStore.setTxHash('s1', HASH, clock.now())
  const recipient = { platform: 'twitter', handle: 'bobby' } as const
  known.claims.set(CLAIMER_ID, claimView({ recipient }))
  const shown = await tipView('s1', services, audience())
  const claiming = shown && buttonsOf(shown).filter((button) => button.startsWith('claim:'))
  expect(claiming).toEqual([])
})
