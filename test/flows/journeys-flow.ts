import { readFileSync } from 'node:fs'

import { erc20Abi, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { evmAccount } from '../../src/devnet/accounts.ts'
import { startSmtpServer, type SmtpServer } from '../mail/smtp-server.ts'
import type { ChatApp, Person, Shown } from './chat-app.ts'
import { createDiscordApp } from './discord-app.ts'
import { signWithWallet } from './sign-with-wallet.ts'
import { freePort, startVouch, type Vouch } from './vouch-process.ts'
import { createTelegramApp } from './telegram-app.ts'
import { createVouchClient, type VouchClient } from './vouch-client.ts'
import type { GenerationName } from '../../src/core/terms/network.ts'

/** From a chat to the pay-out, on Telegram and Discord. */
export function journeysFlow(generation: GenerationName): void {
  const USDC = 1_000_000n
  const PUBLIC_URL = 'https://vouch.example'
  /** Whose wallets sign and are paid, and addresses that nobody has used. */
  const WALLETS = {
    telegram: {
      erin: 'alice',
      frank: 'bobby',
      payee: unused('4a'),
      mailPayee: unused('5a'),
      billPayee: unused('6a'),
    },
    discord: {
      erin: 'david',
      frank: 'carol',
      payee: unused('4b'),
      mailPayee: unused('5b'),
      billPayee: unused('6b'),
    },
  } as const

  let smtp: SmtpServer
  let apps: Record<ChatApp['name'], ChatApp>
  let vouch: Vouch
  let client: VouchClient
  let env: Record<string, string>
  const warnings: string[] = []
  /** A node of base, and USDC's contract there. */
  let base: Awaited<ReturnType<typeof signWithWallet>>

  beforeAll(async () => {
    smtp = await startSmtpServer()
    apps = {
      telegram: await createTelegramApp({ whispers: '10.3' }),
      discord: await createDiscordApp(),
    }
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Vouch <vouch@example.com>' }
    // Platforms bring what happens to a public address; here is where that leads to.
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    env = {
      DEVNET_GENERATION: generation,
      PORT: `${port}`,
      PUBLIC_URL,
      ...mail,
      ...apps.telegram.env,
      ...apps.discord.env,
    }
    for (const app of Object.values(apps)) app.connect(url)
    client = createVouchClient(url)
    vouch = await startVouch({
      env: {
        ...env,
        ...apps.telegram.bringing,
        ...apps.discord.bringing,
      },
    })
  })
  afterAll(async () => {
    await vouch.stop()
    for (const app of Object.values(apps)) await app.stop()
    await smtp.stop()
  })

  const titleOf = ({ text }: Shown) => text.split('\n')[0] ?? ''
  const matching = (app: ChatApp, reader: Person | 'group', title: RegExp) =>
    (reader === 'group' ? app.shown('group', 'erin') : app.shown('private', reader)).filter(
      (shown) => title.test(titleOf(shown)),
    )

  /** The card with this title, as soon as there is one: the only one of a group, the newest of a person. */
  async function cardOf(app: ChatApp, reader: Person | 'group', title: RegExp): Promise<Shown> {
    const count = () => matching(app, reader, title).length
    if (reader === 'group') await expect.poll(count).toBe(1)
    else await expect.poll(count).toBeGreaterThan(0)
    const card = matching(app, reader, title).at(-1)
    if (!card) throw new Error(`${reader} sees no ${title}`)
    return card
  }
  /** What a card in the group shows by now. */
  const textNow =
    (app: ChatApp, { id }: Shown) =>
    () =>
      app.shown('group', 'erin').find((shown) => shown.id === id)?.text ?? ''
  const titleNow = (app: ChatApp, card: Shown) => () => textNow(app, card)().split('\n')[0]

  async function signAs(app: ChatApp, card: Shown, label = 'Sign') {
    const id = card.linkOf(label).split('/').at(-1) ?? ''
    return signWithWallet(client, id, WALLETS[app.name].erin)
  }

  /** Everything that was brought before this has been worked on: one person's updates keep their order. */
  async function settle(app: ChatApp, who: Person): Promise<void> {
    const before = matching(app, 'group', /^\/tip$/).length
    await app.command(who, 'group', 'help', { command: 'tip' })
    await expect.poll(() => matching(app, 'group', /^\/tip$/).length).toBe(before + 1)
  }

  /** `/wallet link`, and what the page does that it leads to. */
  async function linkWallet(app: ChatApp, person: 'erin' | 'frank'): Promise<void> {
    await app.command(person, 'private', 'wallet', { what: 'link' })
    const page = (await cardOf(app, person, /^Link a wallet$/)).linkOf('Open the page')
    const account = evmAccount(WALLETS[app.name][person])
    const owner = { chain_uid: 'base', address: account.address }
    const path = `/api/v1/wallet-links/${page.split('/').at(-1)}`
    const { text } = await client.ok<{ text: string }>('POST', `${path}/text`, owner)
    const signature = await account.signMessage({ message: text })
    await client.ok('POST', `${path}/link`, { ...owner, signature })
  }

  /** A node may answer about its newest block while it changes over to the next one, so whoever asks asks again. */
  const usdcAt = (address: Hex) =>
    base.node.readContract({
      address: getAddress(base.token),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
    })
  const usdcOf = async (persona: string) =>
    (await client.balance(persona, 'base', 'usdc')) +
    (await client.balance(persona, 'polygon', 'usdc'))

  describe.each(['telegram', 'discord'] as const)('on %s', (name) => {
    const { erin, frank, payee, mailPayee, billPayee } = WALLETS[name]
    const mailbox = `hello-${name}@example.com`
    let app: ChatApp
    let before: Record<'erin' | 'frank', bigint>
    /** What erin has spent of USDC. */
    let spent = 0n
    beforeAll(async () => {
      app = apps[name]
      before = { erin: await usdcOf(erin), frank: await usdcOf(frank) }
    })

    test('1: a tip to somebody who never met the bot is signed, followed on its card, and claimed in chat', async () => {
      const tip = { to: 'frank', amount: '2', token: 'usdc', note: 'for the fix' }
      const again = await app.command('erin', 'group', 'tip', tip)
      const card = await cardOf(app, 'group', /^Tip 2 USDC to/)
      expect(card.text).toContain(app.nameOf('frank'))
      base = await signAs(app, card)
      spent += 2n * USDC
      await expect.poll(titleNow(app, card)).toMatch(/can claim 2 USDC/)

      await app.press('mallory', 'group', card, 'Claim')
      await app.press('frank', 'group', card, 'Claim')
      await app.command('frank', 'private', 'claim')
      await cardOf(app, 'frank', /2 USDC waits for you/)
      const where = { which: '1', chain: 'base', address: payee }
      await app.command('frank', 'private', 'claim', where)
      await cardOf(app, 'frank', /Paid: 2 USDC/)
      await expect.poll(titleNow(app, card)).toMatch(/was paid 2 USDC/)
      await expect.poll(() => usdcAt(payee)).toBe(2n * USDC)

      await again()
      await settle(app, 'erin')
      expect(matching(app, 'group', /USDC/)).toHaveLength(1) // one card, whatever came again
      expect(app.shown('private', 'mallory').filter(({ text }) => text.includes('USDC'))).toEqual(
        [],
      )
    })

    test('1: a tip for the writer of a message is claimed with the button of a linked wallet', async () => {
      app.gatherAnew()
      await linkWallet(app, 'frank')
      await app.tipAuthor('erin', 'frank', { amount: '1', token: 'usdc' })
      await signAs(app, await cardOf(app, 'group', /^Tip 1 USDC to/))
      spent += USDC
      const waiting = await cardOf(app, 'frank', /sent you 1 USDC/)
      await app.press('frank', 'private', waiting, 'Claim on Base (local)')
      const paid = await cardOf(app, 'frank', /Paid: 1 USDC/)
      await app.press('frank', 'private', paid, 'Say thanks')
      await expect
        .poll(() =>
          app
            .shown('private', 'frank')
            .map(({ text }) => text)
            .join('\n'),
        )
        .toMatch(/You said thanks/)
      await expect
        .poll(() => matching(app, 'group', /was paid 1 USDC/).at(-1)?.text)
        .toMatch(/says thanks/)
      expect(await usdcOf(frank)).toBe(before.frank + USDC)
    })

    test('2 and 3: /send reaches somebody by mail, who proves the mailbox and is paid without leaving the chat', async () => {
      app.gatherAnew()
      const order = { recipient: mailbox, amount: '3', token: 'usdc', note: 'happy birthday' }
      await app.command('erin', 'group', 'send', order)
      const card = await cardOf(app, 'group', /^Tip 3 USDC to h…@example.com$/)
      await signAs(app, card)
      spent += 3n * USDC
      await expect.poll(() => mailsTo(mailbox).length).toBe(1)
      expect(mailsTo(mailbox)[0]).toContain('happy birthday')

      const [link = ''] = /https?:\S+\/claim\/\S+/.exec(mailsTo(mailbox)[0] ?? '') ?? []
      await app.command('frank', 'private', 'claim', { which: link })
      await cardOf(app, 'frank', /sent 3 USDC to h…@example.com/)
      await expect.poll(() => mailsTo(mailbox).length).toBe(2)
      const [, code = ''] = /^Code: (\S+)$/m.exec(mailsTo(mailbox)[1] ?? '') ?? []
      await app.command('mallory', 'private', 'claim', { code })
      await app.command('frank', 'private', 'claim', { code })
      const where = { which: '1', chain: 'base', address: mailPayee }
      await app.command('frank', 'private', 'claim', where)
      await cardOf(app, 'frank', /Paid: 3 USDC/)
      await expect.poll(titleNow(app, card)).toMatch(/was paid 3 USDC on Base/)
      await expect.poll(() => usdcAt(mailPayee)).toBe(3n * USDC)
    })

    test('5: a quote is refreshed, flipped and signed by its owner alone, with a linked wallet', async () => {
      app.gatherAnew()
      await linkWallet(app, 'erin')
      await app.command('erin', 'group', 'quote', { amount: '5', token: 'usdc', for: 'eth' })
      const quote = await cardOf(app, 'group', / for 5 USDC/)
      await app.press('mallory', 'group', quote, 'Sign')
      await app.press('erin', 'group', quote, 'Refresh')
      await app.press('erin', 'group', quote, 'Flip')
      await expect.poll(titleNow(app, quote)).toMatch(/ USDC for .* ETH \(1 ETH = /) // once, although it was brought twice
      await app.press('erin', 'group', quote, 'Flip')
      await expect.poll(titleNow(app, quote)).toMatch(/ ETH for .* USDC \(1 ETH = /)
      await app.pressElsewhere('mallory', quote, 'Sign')
      await settle(app, 'mallory')
      expect(matching(app, 'group', /^Swap /)).toEqual([])

      await app.press('erin', 'group', quote, 'Sign')
      const swap = await cardOf(app, 'group', /^Swap [\d.]+ USDC for/)
      const [, whole = '', part = ''] = /^Swap (\d+)(?:\.(\d+))? USDC/.exec(titleOf(swap)) ?? []
      await signAs(app, swap)
      spent += BigInt(`${whole}${part.padEnd(6, '0')}`)
      await expect.poll(textNow(app, swap)).toMatch(/Swapped .* USDC for ETH/)
    })

    test('6: the call that the docs show gives a payload that a wallet signs unchanged', async () => {
      const { path, body } = documentedDeposit()
      await client.ok('POST', path, body)
      const handle = app.nameOf('frank')
      const build = await client.ok<object>('POST', path, {
        ...body,
        sender: { chain_uid: 'base', address: evmAccount(erin).address },
        recipient: { social: { [name]: handle } },
      })
      await client.ok('POST', '/playground/api/broadcast', { from: erin, build })
      await cardOf(app, 'frank', /sent you 0.001 ETH/)
      await app.command('frank', 'private', 'claim', {
        which: 'all',
        chain: 'base',
        address: payee,
      })
      await cardOf(app, 'frank', /Paid: 0.001 ETH/)
      expect(await base.node.getBalance({ address: payee })).toBe(10n ** 15n)
    })

    test('a request and a split are asked for, paid and declined', async () => {
      app.gatherAnew()
      const asked = { amount: '1', token: 'usdc', from: 'erin', note: 'for lunch' }
      await app.command('frank', 'group', 'request', asked)
      const request = await cardOf(app, 'group', / asks for 1 USDC/)
      expect(request.text).toContain(app.nameOf('frank'))
      await app.press('mallory', 'group', request, 'Pay')
      await app.press('erin', 'group', request, 'Pay')
      await signAs(app, await cardOf(app, 'erin', /^Tip 1 USDC to/))
      spent += USDC
      await expect.poll(textNow(app, request)).toMatch(/1 USDC, paid/)

      const among = { amount: '3', token: 'usdc', among: 'erin mallory' }
      await app.command('frank', 'group', 'split', among)
      const split = await cardOf(app, 'group', / asks 2 people for 3 USDC/)
      await app.press('mallory', 'group', split, 'Decline')
      await app.press('erin', 'group', split, 'Pay')
      await signAs(app, await cardOf(app, 'erin', /^Tip 1.5 USDC to/))
      spent += (3n * USDC) / 2n
      await expect.poll(textNow(app, split)).toMatch(/1.5 USDC, paid[^]*1.5 USDC, declined/)
    })

    test('an invoice is paid on its page, and the list of what waits follows until nothing does', async () => {
      app.gatherAnew()
      const asked = { amount: '2', token: 'usdc', note: 'the logo' }
      await app.command('frank', 'group', 'invoice', asked)
      const invoice = await cardOf(app, 'group', /^Invoice of .*: 2 USDC/)
      const id = invoice.linkOf('Open the invoice').split('/').at(-1) ?? ''
      const pay = `/api/v1/invoices/${id}/pay`
      const { sign_id } = await client.ok<{ sign_id: string }>('POST', pay, { chain_uid: 'base' })
      await signWithWallet(client, sign_id, erin)
      spent += 2n * USDC
      await expect.poll(textNow(app, invoice)).toMatch(/By the link\W+2 USDC, paid/)

      await app.command('frank', 'private', 'claim')
      const list = await cardOf(app, 'frank', /4.5 USDC waits for you/)
      const where = { which: 'all', chain: 'base', address: billPayee }
      await app.command('frank', 'private', 'claim', where)
      await expect.poll(() => usdcAt(billPayee)).toBe((9n * USDC) / 2n)
      await expect
        .poll(() => app.shown('private', 'frank').find((shown) => shown.id === list.id)?.text)
        .toMatch(/^Nothing waits for you/)
    })

    test('a giveaway is paid, entered by others, and taken back, and the list of the group counts who gave', async () => {
      app.gatherAnew()
      await app.command('erin', 'group', 'tip', { to: 'frank', amount: '0.5', token: 'usdc' })
      const tip = await cardOf(app, 'group', /^Tip 0.5 USDC to/)
      await signAs(app, tip)
      spent += USDC / 2n
      await expect.poll(titleNow(app, tip)).toMatch(/can claim 0.5 USDC/)
      await app.command('mallory', 'group', 'top', { list: 'week' })
      const top = await cardOf(app, 'group', /^Who gave most in the last 7 days/)
      expect(top.text.replaceAll('**', '')).toContain(`${app.nameOf('erin')}: $`)
      const where = { which: 'all', chain: 'base', address: billPayee }
      await app.command('frank', 'private', 'claim', where)
      await expect.poll(() => usdcAt(billPayee)).toBe(5n * USDC)

      const prize = { amount: '1', token: 'usdc', winners: '1', ends: 'in 2 hours' }
      await app.command('erin', 'group', 'giveaway', prize)
      const giveaway = await cardOf(app, 'group', /^Giveaway of 1 USDC/)
      await signAs(app, giveaway)
      spent += USDC
      await expect.poll(titleNow(app, giveaway)).toMatch(/: 0 people have entered/)
      await app.press('erin', 'group', giveaway, 'Enter')
      await app.press('frank', 'group', giveaway, 'Enter')
      await expect.poll(titleNow(app, giveaway)).toMatch(/: 1 person has entered/)
      await app.press('mallory', 'group', giveaway, 'Take back the rest')
      await app.press('erin', 'group', giveaway, 'Take back the rest')
      const question = await cardOf(app, 'erin', /Take back the rest\?/)
      await app.press('erin', 'private', question, 'Yes, take it back')
      await expect.poll(titleNow(app, giveaway)).toMatch(/nothing is drawn/)
    })

    test('plans, alerts and the history answer their asker alone, in German', async () => {
      await app.command('erin', 'private', 'settings', { setting: 'language', value: 'de' })
      await cardOf(app, 'erin', /^Deine Einstellungen/)
      const press = async (title: RegExp, label: string) =>
        app.press('erin', 'private', await cardOf(app, 'erin', title), label)
      const newest = (title: RegExp) => () => matching(app, 'erin', title).at(-1)?.text

      const weekly = { to: 'frank', amount: '1', token: 'usdc', every: 'week' }
      await app.command('erin', 'private', 'plan', weekly)
      await press(/1 USDC für .*, jede Woche/, 'Alle Pläne')
      await press(/^Wiederkehrendes Trinkgeld/, '1 entfernen')
      await expect
        .poll(newest(/^Wiederkehrendes Trinkgeld/))
        .toContain('Keines deiner Trinkgelder kehrt wieder.')

      const above = { pair: 'eth', side: 'above', price: '999999' }
      await app.command('erin', 'private', 'alert', above)
      await press(/Ich sage dir Bescheid/, 'Alle Kursalarme')
      await press(/^Kurse, auf die du wartest/, '1 entfernen')
      await expect
        .poll(newest(/^Kurse, auf die du wartest/))
        .toContain('Du wartest auf keinen Kurs.')

      await app.command('erin', 'private', 'history', { part: 'sent' })
      const history = await cardOf(app, 'erin', /^Deine Transaktionen/)
      expect(history.text).toMatch(/0,5 USDC/)
      expect(history.text).toContain(app.nameOf('frank'))
      await app.command('erin', 'private', 'settings', { setting: 'language', value: 'en' })
      await cardOf(app, 'erin', /^Your settings/)
    })

    test('what a private command refuses in a group is read by its asker alone', async () => {
      app.gatherAnew()
      await app.command('erin', 'group', 'alert', { pair: 'eth', side: 'above', price: '1' })
      await cardOf(app, 'erin', /This price is reached already/)
      await settle(app, 'erin')
      for (const { text } of app.shown('group', 'mallory')) expect(text).not.toContain('price')
    })

    test('what comes in disorder is answered once each, and what is forged not at all', async () => {
      app.gatherAnew()
      await app.tipsInDisorder(['0.1', '0.2', '0.3'])
      await expect
        .poll(() => matching(app, 'group', /^Tip /).map(titleOf).toSorted())
        .toEqual([
          expect.stringContaining('Tip 0.1 USDC'),
          expect.stringContaining('Tip 0.2 USDC'),
          expect.stringContaining('Tip 0.3 USDC'),
        ])
      for (const { what, status } of await app.forgeTips())
        expect([what, status]).toEqual([what, what === 'an edited message' ? 200 : 401])
      await settle(app, 'erin')
      expect(matching(app, 'group', /^Tip /)).toHaveLength(3)
    })

    test('the wallets have spent and got what the cards said', async () => {
      expect(before.erin - (await usdcOf(erin))).toBe(spent)
      expect((await usdcOf(frank)) - before.frank).toBe(USDC)
      await app.command('frank', 'private', 'claim')
      await cardOf(app, 'frank', /Nothing waits/)
    })
  })

  test('4: a card that follows a bare hash goes on after the process was killed, and from then on Vouch fetches what happens', async () => {
    const trouble = { kind: 'stall_chain', chain_uid: 'neuron' }
    await client.ok('POST', '/devnet/api/trouble', trouble)
    const cards: [ChatApp, Shown][] = []
    for (const app of Object.values(apps)) {
      app.gatherAnew()
      await app.command('erin', 'group', 'tip', { to: 'frank', amount: '4', token: 'usdc' })
      const { hash } = await signAs(app, await cardOf(app, 'group', /^Tip 4 USDC to/))
      await app.command('erin', 'group', 'track', { hash })
      cards.push([app, await cardOf(app, 'group', /Not seen yet|On its way/)])
    }
    warnings.push(...vouch.warnings())
    await vouch.kill()
    for (const app of Object.values(apps)) app.letFetch()
    vouch = await startVouch({ dataDir: vouch.dataDir, env })
    await client.ok('DELETE', '/devnet/api/trouble')
    for (const [app, card] of cards) {
      await expect.poll(titleNow(app, card)).toMatch(/Completed/)
      expect(matching(app, 'group', /Completed/)).toHaveLength(1)
      await cardOf(app, 'group', /can claim 4 USDC/)
      const where = { which: 'all', chain: 'base', address: WALLETS[app.name].payee }
      await app.command('frank', 'private', 'claim', where)
      await cardOf(app, 'frank', /Paid: 4 USDC/)
      await expect.poll(() => usdcAt(where.address)).toBe(6n * USDC)
    }
  })

  test('nothing is lost on the local network, and nothing unexpected reached a platform or the log', async () => {
    const { tokens } = await client.ok<{ tokens: { difference: string; gaps: object[] }[] }>(
      'GET',
      '/devnet/api/books',
    )
    expect(tokens.filter(({ difference, gaps }) => difference !== '0' || gaps.length > 0)).toEqual(
      [],
    )
    for (const app of Object.values(apps))
      expect([app.name, app.unexpected()]).toEqual([app.name, []])
    expect([...warnings, ...vouch.warnings()]).toEqual([])
  })

  /** The first call that the docs show. */
  function documentedDeposit(): { path: string; body: object } {
    const docs = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
    const [, path = '', body = ''] =
      /curl -s localhost:8787(\S+) [^']*'[^']*' -d '([^']+)'/.exec(docs) ?? []
    return { path, body: z.record(z.string(), z.unknown()).parse(JSON.parse(body)) }
  }

  /** An address that nobody has, with this end. */
  function unused(end: string): Hex {
    return `0x51${end.padStart(38, '0')}`
  }

  function mailsTo(address: string): string[] {
    const mails = smtp.arrived.filter(({ recipients }) => recipients.includes(address))
    return mails.map(({ mail }) => mail.text ?? '')
  }
}
