import { beforeAll, expect, test } from 'vitest'

import {
  cardOf,
  createVouchClient,
  signIdOf,
  type Message,
  type VouchClient,
} from './vouch-client.ts'
import type { InvoiceView } from '../../src/calls/invoice-calls.ts'
import type { Vouch } from './vouch-process.ts'

const USDC = 1_000_000n

/** People ask each other for money, and the card shows who has paid. */
export function billFlow(running: () => Vouch): void {
  let client: VouchClient
  beforeAll(() => {
    client = createVouchClient(running().url)
  })

  const rowsOf = ({ card }: Message) =>
    (card?.blocks ?? []).flatMap((block) =>
      block.kind === 'field' ? [`${block.label}: ${block.value}`] : [],
    )
  const rowsIn = (id: string) => async () => rowsOf(await client.message('lobby', id))
  const buttonOf = (card: Message['card'], label: string) =>
    card?.blocks.find((block) => block.label === label)?.action ?? ''

  test('a bill for two: each presses, signs, and the card of the group shows it', async () => {
    const before = await client.balance('carol', 'base', 'usdc')
    const asked = await client.say(
      'alice',
      'lobby',
      '/split 5 usdc among @carol, @david for dinner',
    )
    const { id, card } = cardOf(asked)
    expect(card.title).toBe('@alice asks 2 people for 5 USDC')
    const press = (who: string, label: string) => client.press(who, id, buttonOf(card, label))

    const waiting = await press('carol', 'Pay')
    expect(cardOf(waiting).card.title).toBe('Tip 2.5 USDC to @alice')
    await expect.poll(rowsIn(id)).toContain('@carol: 2.5 USDC, not signed yet')
    expect(signIdOf(await press('carol', 'Pay'))).toBe(signIdOf(waiting))

    await client.sign('carol', signIdOf(waiting))
    await expect
      .poll(rowsIn(id))
      .toEqual(['@carol: 2.5 USDC, paid', '@david: 2.5 USDC, not paid yet'])
    expect(await client.balance('carol', 'base', 'usdc')).toBe(before - (5n * USDC) / 2n)

    await press('david', 'Decline')
    await expect.poll(rowsIn(id)).toContain('@david: 2.5 USDC, declined')
    await press('alice', 'Withdraw')
    await expect
      .poll(async () => JSON.stringify((await client.message('lobby', id)).card))
      .toContain('@alice withdrew it.')
  })

  test('an invoice is paid by its page with a wallet that nobody knows, and the card shows it', async () => {
    const asked = await client.say('alice', 'lobby', '/invoice 4 usdc for the logo')
    const { id, card } = cardOf(asked)
    const url = card.blocks.find(({ kind }) => kind === 'link')?.url ?? ''
    const invoice = new URL(url).pathname.replace('/pay/', '')
    expect((await fetch(url)).headers.get('content-type')).toContain('text/html')
    const view = () => client.ok<InvoiceView>('GET', `/api/v1/invoices/${invoice}`)
    expect(await view()).toMatchObject({
      status: 'open',
      asker: { name: '@alice' },
      amount: `${4n * USDC}`,
      note: 'for the logo',
      payers: [],
    })
    const pay = `/api/v1/invoices/${invoice}/pay`
    const { sign_id } = await client.ok<{ sign_id: string }>('POST', pay, { chain_uid: 'polygon' })
    await client.sign('david', sign_id)
    await expect
      .poll(view)
      .toMatchObject({ status: 'paid', payers: [{ name: null, state: 'paid' }] })
    await expect.poll(rowsIn(id)).toEqual(['By the link: 4 USDC, paid'])
    const again = client.ok('POST', pay, { chain_uid: 'base' })
    await expect(again).rejects.toThrow('This invoice is paid already.')
    await client.say('alice', 'dm:alice', '/claim all to base')
  })

  test('asked in private, the card comes to whoever is asked, who pays there', async () => {
    const { id } = cardOf(await client.say('alice', 'dm:alice', '/request 3 usdc from @carol'))
    // By its title: the newest change in her chat may be another card's by now.
    const toPay = async () =>
      (await client.messages('dm:carol')).find(
        ({ card }) => card?.title === '@alice asks for 3 USDC',
      )
    await expect.poll(toPay).toBeDefined()
    const asked = await toPay()
    const paying = await client.press(
      'carol',
      asked?.id ?? '',
      buttonOf(asked?.card ?? null, 'Pay'),
    )
    await client.sign('carol', signIdOf(paying))
    await expect
      .poll(async () => rowsOf(await client.message('dm:alice', id)))
      .toEqual(['@carol: 3 USDC, paid'])
  })
}
