import { expect, test } from 'vitest'

import type { Card } from '../../../src/bots/cards/card.ts'
import { actions, commands } from '../../../src/bots/commands/commands.ts'
import { createDispatch } from '../../../src/bots/dispatch/dispatch.ts'
import { createClaimsFixture } from '../../claims/claims-fixture.ts'
import { createStandInServices, ON_BASE, speaker } from '../commands/stand-in-services.ts'
import { actionsOf, linesOf } from '../read-card.ts'

const privately = { chat: { id: 'dm:bobby', kind: 'private' as const } }

/** A chat in front of real claims, with one for bobby's mailbox. `who` speaks in private unless `where` says otherwise. */
async function withClaim(token = 'usdc') {
  const stand = createStandInServices()
  stand.known.wallets.set('id-bobby', [ON_BASE])
  const fixture = createClaimsFixture()
  const claims = fixture.claims()
  const dispatch = createDispatch({
    services: { ...stand.services, claims },
    commands,
    actions,
    log: { error: (details) => expect(details).toBe('no failure') },
    newId: () => 'id',
  })
  const claimer = await fixture.createClaimer({ email: 'bobby@example.com' })
  await fixture.fund(claimer, token)
  const link = `https://vouch.example/claim/${claimer._id}#${await claims.linkSecret(claimer._id)}`
  async function say(message: string, who = 'bobby', where: object = privately): Promise<Card> {
    const reply = await dispatch.runCommand(message, speaker(who, where))
    expect(reply).toBeDefined()
    return reply?.card ?? { title: '', tone: 'error', blocks: [] }
  }
  return { ...fixture, dispatch, claimer, link, say, code: () => fixture.sent.at(-1)?.code ?? '' }
}

test('a link shows what waits and from whom, and not to whom in full', async () => {
  const { say, link, sent } = await withClaim()
  const card = await say(`/claim ${link}`)
  expect(card.title).toBe('@alice sent 5 USDC to b…@example.com')
  expect(linesOf(card)).toEqual([
    'Can be paid out on: Base, Neuron',
    expect.stringMatching(/^Waits until: /),
    'If this is yours, a code is on its way by e-mail to b…@example.com. It is valid for 10 minutes.',
    'Write /claim code ABCD2345 here, with your code in the place of ABCD2345.',
  ])
  expect(actionsOf(card)).toEqual([])
  expect(JSON.stringify(card)).not.toContain('bobby@example.com')
  expect(sent).toHaveLength(1)
  expect(linesOf(await say(`/claim ${link}`))).toContain(
    'A code was asked for a short while ago: take the newest one. You can ask for another in 60 s, with the same link.',
  )
  expect(sent).toHaveLength(1)
})

test('with the code it stands in the list, and is paid out from there', async () => {
  const { say, link, code, dispatch } = await withClaim()
  await say(`/claim ${link}`)
  const card = await say(`/claim code ${code().toLowerCase()}`)
  expect(card.title).toBe('5 USDC waits for you')
  expect(linesOf(card)).toContain('1: 5 USDC from @alice, can be paid out on Base, Neuron')
  expect(await say('/claim')).toMatchObject({ title: '5 USDC waits for you' })
  const [button = ''] = actionsOf(card)
  const other = await dispatch.runAction(button, speaker('carol', privately))
  expect(other?.card.tone).toBe('error')
  expect((await say('/claim all to base', 'carol')).title).toBe('Nothing waits for you')
  expect((await say('/claim 1 to base')).title).toMatch(/5 USDC .*Base/)
})

test('its button pays as the list does', async () => {
  const { say, link, code, dispatch } = await withClaim()
  await say(`/claim ${link}`)
  const [button = ''] = actionsOf(await say(`/claim code ${code()}`))
  const paid = await dispatch.runAction(button, speaker('bobby', privately))
  expect(paid?.card.title).toMatch(/5 USDC .*Base/)
})

test("above the cap the list and every refusal say how the sender's PIN is given", async () => {
  const { say, link, code, claimer } = await withClaim('eth')
  await say(`/claim ${link}`)
  const card = await say(`/claim code ${code()}`)
  expect(linesOf(card).join()).toContain('With it, write /claim 1 to base pin ABC123')
  expect(actionsOf(card)).toEqual([])
  const without = await say('/claim all to base')
  expect([without.title, ...linesOf(without)]).toEqual([
    "For this much the sender's PIN is needed as well",
    `Ask the sender for the PIN of 6 characters, and put it behind: /claim 1 to base ${ON_BASE.address} pin ABC123`,
  ])
  expect((await say('/claim 1 to base pin zzzzzz')).title).toBe("This is not the sender's PIN")
  expect((await say(`/claim 1 to base pin ${claimer.otp}`)).tone).toBe('info')
})

test('one PIN is for one claim', async () => {
  const { say, link, code, createClaimer, fund } = await withClaim()
  await fund(await createClaimer({ email: 'bobby@example.com' }))
  await say(`/claim ${link}`)
  await say(`/claim code ${code()}`)
  expect((await say('/claim all to base pin ABC123')).title).toBe(
    'A PIN belongs to one claim, not to several',
  )
})

test.each([
  {
    name: 'a code before any link',
    message: '/claim code ABCD2345',
    says: 'I do not know which claim this code is for',
  },
  { name: 'a code of 7', message: '/claim code ABCD234', says: 'I cannot read "/claim code …"' },
  {
    name: 'a link of a claim that is unknown',
    message: `/claim ${'0'.repeat(24)}#${'a'.repeat(43)}`,
    says: 'There is no such claim',
  },
])('$name is refused, and counts for nothing', async ({ message, says }) => {
  const { say, sent } = await withClaim()
  expect((await say(message)).title).toBe(says)
  expect(sent).toEqual([])
})

test('a claim that was paid is said to be, and no code is sent', async () => {
  const { say, link, code, sent, advance } = await withClaim()
  await say(`/claim ${link}`)
  await say(`/claim code ${code()}`)
  await say('/claim all to base')
  advance(60_000)
  expect((await say(`/claim ${link}`, 'carol')).title).toBe(
    'Nothing of this waits for you any more',
  )
  expect(sent).toHaveLength(1)
})

test('the link of a claim for a chat account: its own account has it at once, others prove theirs elsewhere', async () => {
  const { say, claims, createClaimer, fund, sent } = await withClaim()
  const claimer = await createClaimer({ telegram: '@bobby' })
  await fund(claimer)
  const link = `https://vouch.example/claim/${claimer._id}#${await claims().linkSecret(claimer._id)}`
  expect((await say(`/claim ${link}`)).title).toBe('@alice sent you 5 USDC')
  const refused = await say(`/claim ${link}`, 'carol')
  expect([refused.title, ...linesOf(refused)]).toEqual([
    'This is for @bobby; only that account can claim it',
    'Open the link in a browser: there you can prove that it is yours.',
  ])
  expect(sent).toEqual([])
})

test.each([
  { name: 'deleted where we may', isGone: true, says: 'I have deleted it' },
  { name: 'asked to be deleted where we may not', isGone: false, says: 'Please delete it' },
])('a secret in a group does nothing, is answered in private, and is $name', async (row) => {
  const { link, sent, dispatch, say, code } = await withClaim()
  const inGroup = { deleteCommand: async () => row.isGone }
  await say(`/claim ${link}`)
  for (const message of [
    `/claim ${link}`,
    `/claim code ${code()}`,
    '/claim 1 to base pin ABC123',
  ]) {
    const reply = await dispatch.runCommand(message, speaker('bobby', inGroup))
    expect(reply).toMatchObject({ audience: 'asker', card: { tone: 'warning' } })
    const words = JSON.stringify(reply)
    expect(words).toContain(row.says)
    for (const secret of [link, code(), '5 USDC']) expect(words).not.toContain(secret)
  }
  expect(sent).toHaveLength(1)
  expect((await say('/claim')).title).toBe('Nothing waits for you')
})

test('where a platform shows commands to nobody else, a link is opened in a group too, for the asker alone', async () => {
  const { link, dispatch } = await withClaim()
  const reply = await dispatch.runCommand(`/claim ${link}`, speaker('bobby'))
  expect(reply).toMatchObject({
    audience: 'asker',
    card: { title: '@alice sent 5 USDC to b…@example.com' },
  })
})
