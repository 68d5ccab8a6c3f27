import { afterAll, beforeAll, expect, test } from 'vitest'

import { NO_CLAIMER, TransactionBuild, type Claimer } from '../../src/core/terms/shapes.ts'
import { databaseFiles, formsOf, deriveAllKeys } from '../claims/loot.ts'
import { startSmtpServer, type SmtpServer } from '../mail/smtp-server.ts'
import { startVouch, type Vouch } from './vouch-process.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'
import type { GenerationName } from '../../src/core/terms/network.ts'

/** Gifts to mailboxes. */
export function emailFlow(generation: GenerationName): void {
  const USDC = 1_000_000n

  let smtp: SmtpServer
  let vouch: Vouch
  let client: VouchClient
  beforeAll(async () => {
    smtp = await startSmtpServer()
    vouch = await startVouch({
      env: {
        DEVNET_GENERATION: generation,
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Vouch <vouch@example.com>',
        LOG_LEVEL: 'trace',
      },
    })
    client = createVouchClient(vouch.url)
  })
  afterAll(() => smtp.stop())

  const mailsTo = (address: string) =>
    smtp.arrived.filter(({ recipients }) => recipients.includes(address)).map(({ mail }) => mail)
  const titleIn = (chat: string, id: string) => async () =>
    (await client.message(chat, id)).card?.title

  /** What the claim page knows from its link. */
  function linkIn(text: string): { id: string; secret: string; url: string } {
    const [url = '', id = '', secret = ''] = /https?:\S+\/claim\/(\w+)#([\w-]+)/.exec(text) ?? []
    return { url, id, secret }
  }

  /** What the claim page's calls answer, as far as it is read here. */
  type ClaimAnswer = { session?: string; items?: { claim_id: string }[] }

  /** A call of the claim page. */
  async function claimCall(
    link: { id: string; secret: string },
    path: string,
    body?: object,
    session?: string,
  ): Promise<{ status: number; body: ClaimAnswer }> {
    const response = await fetch(`${vouch.url}/api/v1/claims/${link.id}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-claim-secret': link.secret,
        ...(body && { 'content-type': 'application/json' }),
        ...(session !== undefined && { authorization: `Bearer ${session}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: ClaimAnswer = await response.json()
    return { status: response.status, body: answer }
  }

  async function send(text: string, address: string) {
    const answer = await client.say('alice', 'lobby', text)
    await client.sign('alice', signIdOf(answer))
    await expect.poll(() => mailsTo(address).length).toBe(1)
    const { id } = cardOf(answer)
    return { card: id, link: linkIn(mailsTo(address)[0]?.text ?? '') }
  }

  /** Asks for a code, reads it in the mailbox, and gives it. */
  async function prove(link: { id: string; secret: string }, address: string) {
    const before = mailsTo(address).length
    expect((await claimCall(link, '/proof', { kind: 'email' })).status).toBe(202)
    await expect.poll(() => mailsTo(address).length).toBe(before + 1)
    const [, code = ''] = /^Code: (\S+)$/m.exec(mailsTo(address).at(-1)?.text ?? '') ?? []
    const proven = await claimCall(link, '/proof/verify', { code })
    return { code, session: proven.body.session ?? '' }
  }

  test('from /send in a group to money on a chain, with nothing but mails for the recipient', async () => {
    const to = 'hello@example.com'
    const before = {
      alice: await client.balance('alice', 'base', 'usdc'),
      bobby: await client.balance('bobby', 'base', 'usdc'),
    }
    const { card, link } = await send(`/send ${to} 20 usdc happy birthday`, to)
    const [mail] = mailsTo(to)
    expect(mail?.subject).toMatch(/^@alice sent you 20 USDC \(≈ \$(?:20|19\.\d\d)\)$/)
    expect(mail?.text).toContain('> happy birthday')
    await expect.poll(titleIn('lobby', card)).toBe('h…@example.com can claim 20 USDC')
    await expect
      .poll(async () => (await client.message('lobby', card)).text)
      .toContain('A mail with a link to claim it was sent to h…@example.com.')

    const view = await claimCall(link, '')
    expect(view.body).toMatchObject({
      sender_name: '@alice',
      note: 'happy birthday',
      items: [{ amount: '20000000', status: 'funded', otp_required: false }],
    })
    const claim_id = view.body.items?.[0]?.claim_id ?? ''
    const recipient = { chain_uid: 'base', address: await client.address('bobby', 'base') }

    const { code, session } = await prove(link, to)
    const redeemed = await claimCall(link, '/redeem', { claim_id, recipient }, session)
    expect(redeemed.status).toBe(200)
    await expect.poll(() => client.balance('bobby', 'base', 'usdc')).toBe(before.bobby + 20n * USDC)
    expect(await client.balance('alice', 'base', 'usdc')).toBe(before.alice - 20n * USDC)
    await expect.poll(titleIn('lobby', card)).toMatch(/^h…@example.com was paid 20 USDC on Base/)

    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    for (const secret of [code, link.secret, session]) {
      expect(databaseFiles(vouch.dataDir).includes(secret)).toBe(false)
      expect(vouch.logged().join()).not.toContain(secret)
    }
  })

  test('above the cap the mailbox alone is not enough: the sender tells the PIN', async () => {
    const to = 'rich@example.com'
    const before = await client.balance('bobby', 'base', 'usdc')
    const { card, link } = await send(`/send ${to} 1000.000001 usdc`, to)
    expect(mailsTo(to)[0]?.text).toContain('PIN of 6 characters')

    const shown = await client.press('bobby', card, await pinButton(card))
    expect(shown.map(({ text }) => text).join()).toContain('Only whoever sent this')
    const details = await client.press('alice', card, await pinButton(card))
    expect(cardOf(details).chat).toBe('dm:alice')
    const [, pin = ''] = /^PIN: (\w{6})$/m.exec(cardOf(details).text) ?? []
    expect(cardOf(details).text).toContain(to)

    const { session } = await prove(link, to)
    const view = await claimCall(link, '')
    const claim_id = view.body.items?.[0]?.claim_id ?? ''
    const recipient = { chain_uid: 'base', address: await client.address('bobby', 'base') }
    const redeem = (otp?: string) =>
      claimCall(
        link,
        '/redeem',
        { claim_id, recipient, ...(otp !== undefined && { otp }) },
        session,
      )
    expect(await redeem()).toMatchObject({ status: 403, body: { error: { code: 'PIN_REQUIRED' } } })
    expect(await redeem('......')).toMatchObject({ body: { error: { code: 'WRONG_CODE' } } })
    expect((await redeem(pin)).status).toBe(200)
    await expect.poll(() => client.balance('bobby', 'base', 'usdc')).toBe(before + 1_000_000_001n)
  })

  test('a mailbox is proven and paid out in a private chat, and no word of it stays there', async () => {
    const to = 'chatty@example.com'
    const before = await client.balance('david', 'base', 'usdc')
    const { link } = await send(`/send ${to} 3 usdc`, to)
    const inLobby = await client.say('david', 'lobby', `/claim ${link.url}`)
    expect(cardOf(inLobby)).toMatchObject({ chat: 'dm:david', card: { tone: 'warning' } })
    expect(mailsTo(to)).toHaveLength(1)

    const opened = cardOf(await client.say('david', 'dm:david', `/claim ${link.url}`))
    expect(opened.card.title).toBe('@alice sent 3 USDC to c…@example.com')
    await expect.poll(() => mailsTo(to).length).toBe(2)
    const [, code = ''] = /^Code: (\S+)$/m.exec(mailsTo(to)[1]?.text ?? '') ?? []
    const foreign = cardOf(await client.say('bobby', 'dm:bobby', `/claim code ${code}`))
    expect(foreign.text).toContain('I do not know which claim this code is for')
    const proven = cardOf(await client.say('david', 'dm:david', `/claim code ${code}`))
    expect(proven.text).toContain('3 USDC from @alice')
    await client.say('david', 'dm:david', '/claim all to base')
    await expect.poll(() => client.balance('david', 'base', 'usdc')).toBe(before + 3n * USDC)

    const chats = JSON.stringify(
      await Promise.all(['lobby', 'dm:david', 'dm:bobby'].map(client.messages)),
    )
    for (const secret of [code, link.secret])
      for (const loot of [chats, databaseFiles(vouch.dataDir), vouch.logged().join()])
        expect(loot.includes(secret)).toBe(false)
  })

  test('whoever has the address of the sign page learns neither the PIN nor the whole e-mail address', async () => {
    const to = 'secret.person@example.com'
    const answer = await client.say('alice', 'lobby', `/send ${to} 1001 usdc`)
    const view = await client.ok('GET', `/api/v1/sign/${signIdOf(answer)}`)
    expect(view).toMatchObject({ recipient: 's…@example.com', build: { claimer: { otp: '' } } })
    const bot = answer.filter(({ from }) => from === 'vouch')
    for (const words of [JSON.stringify(view), JSON.stringify(bot)]) expect(words).not.toContain(to)
  })

  test('an address that its mail server refuses: the sender reads it on the card', async () => {
    smtp.refuse(550, 'no such mailbox here')
    const answer = await client.say('alice', 'lobby', '/send typo@example.com 1 usdc')
    await client.sign('alice', signIdOf(answer))
    await expect
      .poll(async () => (await client.message('lobby', cardOf(answer).id)).text)
      .toContain('takes no mail for t…@example.com, so nobody was told')
    smtp.accept()
    expect(mailsTo('typo@example.com')).toEqual([])
  })

  test('one POST stops the mails to a mailbox; the sender is told, and passes the link on', async () => {
    const to = 'many@example.com'
    const sends = await Promise.all(
      ['1', '2', '3'].map((sum) => client.say('alice', 'lobby', `/send ${to} ${sum} usdc`)),
    )
    for (const answer of sends) await client.sign('alice', signIdOf(answer))
    const told = () =>
      mailsTo(to).flatMap(({ text }) =>
        [...(text ?? '').matchAll(/\/claim\/(\w+)#/g)].map(([, id]) => id),
      )
    await expect.poll(() => new Set(told()).size).toBe(3)
    expect(told()).toHaveLength(3)

    const header = mailsTo(to)[0]?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
    const stop = /^<(.*)>$/.exec(header ?? '')?.[1] ?? ''
    const mails = mailsTo(to).length
    const posted = await fetch(stop, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      redirect: 'error',
    })
    expect(posted.status).toBe(200)
    const answer = await client.say('alice', 'lobby', `/send ${to} 4 usdc`)
    await client.sign('alice', signIdOf(answer))
    const { id } = cardOf(answer)
    await expect.poll(titleIn('lobby', id)).toBe('m…@example.com can claim 4 USDC')
    expect((await client.message('lobby', id)).text).toContain('asked for no mails from here')

    const { blocks = [] } = (await client.message('lobby', id)).card ?? {}
    const showLink = blocks.find(({ label }) => label === 'Show claim link')?.action ?? ''
    const link = linkIn(cardOf(await client.press('alice', id, showLink)).text)
    expect((await claimCall(link, '/proof', { kind: 'email' })).status).toBe(202)
    await expect.poll(() => mailsTo(to).length).toBe(mails + 1) // the code that they asked for
    expect(mailsTo(to).at(-1)?.text).toMatch(/^Code: /m)
  })

  test('whoever steals the database, every log and every sent message has no key, code, session, link or PIN', async () => {
    const to = 'stolen@example.com'
    const { card, link: oldLink } = await send(`/send ${to} 1001 usdc`, to)
    const { code, session } = await prove(oldLink, to)
    const list = cardOf(await client.say('alice', 'dm:alice', '/sent'))
    await client.press('alice', list.id, `new-link:${oldLink.id}`)
    await expect.poll(() => mailsTo(to).length).toBe(3) // the first link, the code, the new link
    const link = linkIn(mailsTo(to).at(-1)?.text ?? '')
    expect(link.secret).not.toBe(oldLink.secret)

    const shared = await client.say('carol', 'lobby', '/airdrop 2 usdc for 2 on base')
    await client.sign('carol', signIdOf(shared))
    await expect.poll(titleIn('lobby', cardOf(shared).id)).toMatch(/2 of 2 shares are free/)
    const { blocks = [] } = (await client.message('lobby', cardOf(shared).id)).card ?? {}
    const take = blocks.find(({ action }) => action?.startsWith('take-share:'))?.action ?? ''
    await client.press('bobby', cardOf(shared).id, take)
    const overHttp = await depositOverHttp('held@example.com')
    const ownKey = await depositOverHttp('own@example.com', overHttp.public_secret)

    const database = databaseFiles(vouch.dataDir)
    const logs = Buffer.from(vouch.logged().join('\n'))
    const mails = Buffer.from(
      smtp.arrived.map(({ raw, mail }) => `${raw}\n${mail.text}\n${mail.html}`).join('\n'),
    )
    const chats = Buffer.from(
      JSON.stringify(
        await Promise.all(['lobby', 'dm:alice', 'dm:bobby', 'dm:carol'].map(client.messages)),
      ),
    )
    for (const loot of [database, logs, mails, chats]) expect(loot.length).toBeGreaterThan(0)

    // The keys of all claims, those of this file's other tests too.
    const keys = await deriveAllKeys(vouch.dataDir)
    expect(keys.length).toBeGreaterThan(4)
    for (const form of keys.flatMap(formsOf))
      for (const loot of [database, logs, mails, chats]) expect(loot.includes(form)).toBe(false)

    // PINs: of what was sent in the chat (nobody has asked to see it yet), and of what was built over HTTP.
    const details = await client.press('alice', card, await pinButton(card))
    const [, pin = ''] = /^PIN: (\w{6})$/m.exec(cardOf(details).text) ?? []
    for (const one of [pin, overHttp.otp, ownKey.otp]) {
      expect(one).toMatch(/^[A-Za-z0-9]{6}$/)
      for (const loot of [database, logs, mails, chats]) expect(loot.includes(one)).toBe(false)
    }

    // Links and codes are in the mails of whom they are for, and nowhere else; the session is nowhere at all.
    for (const secret of [oldLink.secret, link.secret, code])
      for (const loot of [database, logs, chats]) expect(loot.includes(secret)).toBe(false)
    for (const loot of [database, logs, mails, chats]) expect(loot.includes(session)).toBe(false)
    const recipient = { chain_uid: 'base', address: await client.address('david', 'base') }
    expect((await claimCall(oldLink, '')).status).toBe(404)
    for (const used of mails.toString().match(/\b[A-HJ-NP-Z2-9]{8}\b/g) ?? [])
      expect((await claimCall(link, '/proof/verify', { code: used })).status).not.toBe(200)
    for (const token of [link.secret, code])
      expect((await claimCall(link, '/redeem', { recipient, otp: pin }, token)).status).toBe(401)
  })

  test('nothing but the refused mail was logged', () => {
    const unexpected = vouch
      .warnings()
      .filter((line) => !line.includes('a mail was refused for good'))
    expect(unexpected).toEqual([])
  })

  /** A payload for a mailbox, as an integrator asks for it, so that a repeat gets the stored answer. */
  async function depositOverHttp(email: string, pub_key?: string): Promise<Claimer> {
    const response = await fetch(`${vouch.url}/api/v1/execute/token/deposit`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `for-${email}`,
        authorization: 'Bearer the-integrators-own-secret',
      },
      body: JSON.stringify({
        sender: { chain_uid: 'base', address: await client.address('alice', 'base') },
        amount_in: '5',
        asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
        recipient: { social: { email, ...(pub_key !== undefined && { pub_key }) } },
      }),
    })
    return TransactionBuild.parse(await response.json()).claimer ?? NO_CLAIMER
  }

  async function pinButton(card: string): Promise<string> {
    const { blocks = [] } = (await client.message('lobby', card)).card ?? {}
    return blocks.find(({ label }) => label === 'Show my PIN')?.action ?? ''
  }
}
