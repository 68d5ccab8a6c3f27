import { expect, test } from 'vitest'

import { openBefore } from './migrations.ts'

test('an airdrop from before an upgrade goes on in the chat that its card stands in', () => {
  const { sqlite, migrate } = openBefore('hold-shares-to-their-chat')
  const request = sqlite.prepare(
    `insert into sign_requests (id, owner_account, owner_name, operation, chain_uid, request, share_out, build, replaced_by, created_at, expires_at)
     values (?, 'telegram:7', '@alice', 'deposit', 'base', '{}', ?, ?, ?, 1, 2)`,
  )
  const group = sqlite.prepare(
    `insert into claim_groups (id, is_open, created_at) values (?, ?, 1)`,
  )
  const card = sqlite.prepare(
    `insert into live_cards (surface, chat, message_id, view, key, shown) values (?, ?, ?, 'share-out', ?, '{}')`,
  )
  const airdrop = (id: string, replacedBy: string | null = null) => {
    const build = JSON.stringify({ claim_group_id: `group-of-${id}` })
    request.run(id, '{"kind":"airdrop","sizes":"equal"}', build, replacedBy)
    group.run(`group-of-${id}`, 1)
  }
  const cards: [string, string, string][] = [
    ['telegram', '-100/7', 'on-telegram'],
    ['telegram', 'inline/AbC', 'inline'],
    ['discord', 'server/9/1', 'in-channel'],
    ['discord', 'answer/3/9.1/shown//tok/en', 'answered'],
    ['discord', 'answer/3/4/shown//tok', 'answered-nowhere'],
  ]
  for (const [surface, chat, key] of cards) {
    airdrop(key)
    card.run(surface, chat, key, key)
  }
  airdrop('lost')
  airdrop('first', 'next')
  airdrop('next', 'last')
  airdrop('last')
  card.run('playground', 'lobby', 'm', 'first')
  request.run('rain', '{"kind":"rain"}', '{"claim_group_id":"group-of-rain"}', null)
  group.run('group-of-rain', 0)
  card.run('telegram', '-100', 'rain', 'rain')
  migrate()
  const chats = sqlite.prepare('select id, chat from claim_groups').all()
  const expected = {
    'on-telegram': 'telegram:-100/7',
    inline: 'telegram:inline/AbC',
    'in-channel': 'discord:server/9/1',
    answered: 'discord:server/9/1',
    'answered-nowhere': 'discord:channel/4',
    lost: null,
    first: 'playground:lobby',
    next: 'playground:lobby',
    last: 'playground:lobby',
    rain: null,
  }
  expect(chats).toEqual(
    Object.entries(expected).map(([id, chat]) => ({ id: `group-of-${id}`, chat })),
  )
})

test('handles are known after an upgrade by the accounts that show them and by what was bound, as seen no later than is certain', () => {
  const { sqlite, migrate } = openBefore('know-handles-through-time')
  const account = sqlite.prepare(
    `insert into accounts (platform, user_id, handle, first_seen_at, surface) values ('telegram', ?, ?, ?, 'telegram')`,
  )
  account.run('42', 'bobby', 10)
  account.run('43', null, 10)
  const claimer = sqlite.prepare(
    `insert into claimers (id, platform, handle, bound_user_id, public_key, otp_hash, sender_chain_uid, sender_address, token, amount, created_at)
     values (?, ?, ?, ?, '', '', 'base', '', 'usdc', '1', ?)`,
  )
  claimer.run('a', 'telegram', 'bobby', '41', 5)
  claimer.run('b', 'telegram', 'bobby', '42', 20)
  claimer.run('c', 'telegram', 'carol', null, 20)
  claimer.run('d', 'telegram', '', '43', 20)
  claimer.run('e', 'discord', 'bobby', '1', 20)
  migrate()
  expect(sqlite.prepare('select * from handle_sightings order by platform, user_id').all()).toEqual(
    [
      ['discord', '1', 20, 20],
      ['telegram', '41', 5, 5],
      ['telegram', '42', 10, 20],
    ].map(([platform, user_id, first_seen_at, last_seen_at]) => ({
      platform,
      handle: 'bobby',
      user_id,
      first_seen_at,
      last_seen_at,
      changed_at: null,
    })),
  )
})

test('what paid a bill before an upgrade is known to, and what was only made for one pays nothing', () => {
  const { sqlite, migrate } = openBefore('know-claims-that-pay-bills')
  const claimer = sqlite.prepare(
    `insert into claimers (id, platform, handle, public_key, otp_hash, sender_chain_uid, sender_address, token, amount, created_at)
     values (?, 'telegram', 'alice', '', '', 'base', '', 'usdc', '1', 1)`,
  )
  const request = sqlite.prepare(
    `insert into sign_requests (id, owner_account, owner_name, operation, chain_uid, request, bill_id, build, tx_hash, created_at, expires_at)
     values (?, '', '', 'deposit', 'base', '{}', ?, ?, ?, 1, 2)`,
  )
  const prepared = sqlite.prepare(
    `insert into sign_preparations (sign_id, sender_address, build) values (?, ?, ?)`,
  )
  const building = (_id: string) => JSON.stringify({ claimer: { _id } })
  for (const id of ['signed', 'unsigned', 'one', 'other', 'tip']) claimer.run(id)
  request.run('s1', 'b1', building('signed'), '0x1')
  request.run('s4', 'b1', building('unsigned'), null)
  request.run('s2', 'b2', building('one'), '0x2')
  prepared.run('s2', '0x1', building('one'))
  prepared.run('s2', '0x2', building('other'))
  request.run('s3', null, building('tip'), '0x3')
  migrate()
  expect(sqlite.prepare('select id, bill_id from claimers').all()).toEqual([
    { id: 'signed', bill_id: 'b1' },
    { id: 'unsigned', bill_id: null },
    { id: 'one', bill_id: 'b2' },
    { id: 'other', bill_id: null },
    { id: 'tip', bill_id: null },
  ])
})
