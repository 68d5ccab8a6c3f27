import { createHash } from 'node:crypto'

import type { ClientBase } from 'pg'

import type { TransactionBuild } from '../../../src/core/terms/shapes.ts'
import type { Observation } from '../../../src/core/tracking/observation.ts'
import type { Progress } from '../../../src/core/tracking/progress.ts'
import { SET_ASIDE } from '../../../src/store/chats/outbox.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** All of it came about evenly within so many days: what is forgotten after a time is there for the last of them only. */
const AGE_DAYS = 730

/** How a database with so many claims looks. Everything follows from `claims`, and nothing from chance. */
export const proportionsOf = (claims: number) => ({
  claims,
  /** Some are made and never paid for. */
  claimers: Math.floor(claims * 1.1),
  people: Math.max(200, Math.floor(claims / 10)),
  chats: Math.max(20, Math.floor(claims / 100)),
  /** One claim in twenty is to or from one of these. */
  busyPeople: Math.max(2, Math.floor(claims / 100_000)),
  claimsADay: Math.max(5, Math.ceil(claims / AGE_DAYS)),
})

/** The person, by number, whose name stands in row `number`; the same in SQL is `person` below. */
export const idOf = (kind: 'claimer' | 'group' | 'sign', number: number): string =>
  createHash('md5').update(`${kind}${number}`).digest('hex').slice(0, 24)
/** The transaction that made a claim, as its chain writes it. */
export const hashOf = (number: number): string => {
  const half = createHash('md5').update(`tx${number}`).digest('hex')
  return `0x${half}${half}`
}
export const txIdOf = (number: number): string => `base:0xabcdefabcdef:8453:7:${number}`

const ADDRESS = `0x${'ab12'.repeat(10)}`
const text = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`

/** What each table's JSON says, as the program writes it for one gift from an EVM chain. */
const PROGRESS: Progress = {
  outcome: 'completed',
  txId: txIdOf(1),
  hops: [
    { kind: 'submit', chain_uid: 'base', state: 'done', tx_hash: hashOf(1), timeMs: 1, detail: '' },
    { kind: 'settle', chain_uid: 'vsl', state: 'done', tx_hash: hashOf(2), timeMs: 1, detail: '' },
    {
      kind: 'confirm',
      chain_uid: 'base',
      state: 'done',
      tx_hash: hashOf(3),
      timeMs: 1,
      detail: '',
    },
  ],
}
const OBSERVATION: Observation = {
  chain_uid: 'base',
  tx_hash: hashOf(1),
  msg_index: 0,
  height: 1,
  timeMs: 1,
  ok: true,
  sender: ADDRESS,
  events: [
    { kind: 'transaction', tx_id: txIdOf(1), sender: ADDRESS, type: 'deposit_token' },
    { kind: 'deposit_token', tx_id: txIdOf(1), asset_in: 'usdc', amount_in: '1000000' },
    {
      kind: 'send_packet',
      tx_id: txIdOf(1),
      from_chain_uid: 'base',
      to_chain_uid: 'vsl',
      sequence: '1',
      msg: 'm'.repeat(600),
    },
  ],
}
const REQUEST = {
  amount_in: '1000000',
  asset_in: { token: 'usdc', token_type: { smart: { contract_address: ADDRESS } } },
  recipient: { social: { telegram: '@bobby' } },
}
const BUILD: TransactionBuild = {
  type: 'evm',
  msgs: [],
  claimer: {
    public_secret: 'B'.repeat(88),
    otp: '',
    _id: idOf('claimer', 1),
    created_at: '2026-01-01T00:00:00.000000000Z',
  },
  chain_id: '8453',
  contract: ADDRESS,
}

type Sizes = ReturnType<typeof proportionsOf>

/** One statement for each table. `i` counts its rows; `person(i)` and `sender(i)` are the numbers of the two people of claim `i`. */
function insertsOf(sizes: Sizes, nowMs: number): string[] {
  const { claims, claimers, people, chats, busyPeople, claimsADay } = sizes
  const step = (AGE_DAYS * DAY_MS) / claims
  const at = (i: string) => `(${nowMs} - ((${claims} - least(${i}, ${claims})) * ${step}))::bigint`
  const id = (kind: string, i: string) => `substr(md5('${kind}' || ${i}), 1, 24)`
  const hash = (i: string) => `'0x' || md5('tx' || ${i}) || md5('tx' || ${i})`
  const txId = (i: string) => `'base:0xabcdefabcdef:8453:7:' || ${i}`
  const pick = (i: string, busy: number, prime: number) =>
    `(case when ${i} % 20 = ${busy} then (${i} / 20) % ${busyPeople} else (${i} * ${prime}) % ${people} end)`
  const person = (i: string) => pick(i, 0, 7919)
  const sender = (i: string) => pick(i, 1, 104_729)
  const platformOf = (p: string) => `(case when ${p} % 10 < 7 then 'telegram' else 'discord' end)`
  const account = (p: string) => `${platformOf(p)} || ':' || (100000 + ${p})`
  const series = (from: number, to: number) =>
    `from generate_series(${from}::bigint, ${to}::bigint) as i`
  const rows = (most: number) => series(1, most)
  const lastDays = (days: number) => series(Math.max(1, claims - days * claimsADay), claims)
  // Of every hundred claims two wait, and of every fifty claimers one is for somebody whom nobody has met, one for a mailbox.
  const isWaiting = 'i % 50 = 9'
  const isStranger = 'i % 50 = 13'
  const isMail = 'i % 50 = 17'
  const isShare = 'i % 20 = 3'
  const name = (p: string) =>
    `(case when ${isStranger} then 'stranger' || i when ${isMail} then 'm' || i || '@example.com' else 'user' || ${p} end)`
  const p = person('i')
  const s = sender('i')
  const platform = `(case when ${isMail} then 'email' else ${platformOf(p)} end)`
  const bound = `(case when ${isStranger} or ${isMail} then null else (100000 + ${p})::text end)`

  return [
    `insert into accounts (platform, user_id, handle, first_seen_at, surface, private_chat)
      select ${platformOf('i')}, (100000 + i)::text, 'user' || i, ${nowMs - DAY_MS}, ${platformOf('i')}, case when i % 3 < 2 then (100000 + i)::text end
      ${series(0, people - 1)}`,
    `insert into handle_sightings (platform, handle, user_id, first_seen_at, last_seen_at)
      select ${platformOf('i')}, 'user' || i, (100000 + i)::text, ${nowMs - 90 * DAY_MS}, ${nowMs - DAY_MS} ${series(0, people - 1)}`,
    `insert into languages (subject, heard) select ${account('i')}, 'en' ${series(0, people - 1)}`,
    `insert into group_settings (subject, is_quiet) select 'chat:telegram:-100' || i, 0 ${rows(chats)}`,
    `insert into linked_wallets (id, owner_account, family, key, is_default, linked_at)
      select md5('wallet' || i), ${account('i * 5')}, 'evm', '0x' || md5('w' || i) || 'aabbccdd', 1, ${nowMs} ${series(0, Math.floor((people - 1) / 5))}`,
    `insert into active_members (platform, chat, user_id, handle, name, spoke_at)
      select 'telegram', '-100' || (i % ${Math.ceil(chats / 10)}), (100000 + i)::text, 'user' || i, 'User ' || i, ${nowMs} - i % 80000000 ${series(0, Math.ceil(people / 10))}`,
    `insert into claim_groups (id, sender_account, is_open, chat, closed_at, is_over, created_at)
      select ${id('group', 'i')}, ${account(sender('i'))}, i % 2, 'telegram:-100' || (i % ${chats}), case when i % 4 = 0 then ${at('i * 100')} end, case when i % 4 = 0 and i * 100 < ${claims - 5 * claimsADay} then 1 else 0 end, ${at('i * 100')}
      ${series(0, Math.floor(claimers / 100))}`,
    `insert into claimers (id, platform, handle, bound_user_id, public_key, sealed_key, otp_hash, sender_chain_uid, sender_address, sender_account, asked_by, sender_name, note, token, amount, created_at, link_version, group_id, recipient_name, is_over)
      select ${id('claimer', 'i')}, ${platform}, ${name(p)}, ${bound}, repeat('B', 88), convert_to('v2:' || md5(i::text), 'UTF8'), md5('otp' || i) || md5('o' || i),
        'base', '0x' || md5('s' || ${s}) || 'aabbccdd', ${account(s)}, case when i > ${claims - claimsADay} then ${account(s)} end, '@user' || ${s}, case when i % 3 = 0 then 'for the fix' end,
        'usdc', (1000000 + i)::text, ${at('i')}, 1, case when ${isShare} then ${id('group', 'i / 100')} end, case when ${isShare} then 'User ' || ${p} end,
        case when i <= ${claims - claimsADay} and not (${isWaiting}) then 1 else 0 end
      ${rows(claimers)}`,
    `insert into claims (claim_id, claimer_id, token, amount, funded_at, expires_at, status)
      select i::text, ${id('claimer', 'i')}, 'usdc', (1000000 + i)::text, ${at('i')}, case when i % 5000 = 9 then ${nowMs - HOUR_MS} else ${at('i')} + ${3 * AGE_DAYS * DAY_MS} end,
        case when ${isWaiting} then 'funded' when i > ${claims - 20} and i % 4 = 0 then 'redeeming' else 'paid' end
      ${rows(claims)}`,
    `insert into redemptions (id, claim_id, recipient_chain_uid, recipient_address, release, purpose, relayer_address, sequence, tx_hash, tx_bytes, fee, status, created_at)
      select i, i::text, 'base', '0x' || md5('r' || ${p}) || 'aabbccdd', 1, case when i % 100 = 5 then 'cancel' else 'redeem' end, 'neuron1${'r'.repeat(38)}', i, upper(md5('x' || i) || md5('y' || i)),
        case when i > ${claims - 2 * claimsADay} then convert_to(repeat('t', 700), 'UTF8') else '\\x' end, (6000 + i % 7)::text,
        case when i > ${claims - 20} and i % 4 = 0 then 'signed' else 'included' end, ${at('i')} + 1
      ${rows(claims)} where not (${isWaiting})`,
    `insert into audit_log (number, entry, hash)
      select i, '{"number":' || i || ',"at":"2026-01-01T00:00:00.000Z","kind":"' || case when i % 2 = 0 then 'ended' || repeat('e', 140) else 'signed' || repeat('s', 500) end || '"}', md5(i::text) || md5('h' || i)
      ${rows(2 * claims)}`,
    `insert into verification_codes (claimer_id, recipient, sent_to, code_hash, sent_at, expires_at)
      select ${id('claimer', 'i')}, ${account(p)}, null, md5(i::text), ${at('i')}, ${at('i')} + 600000 ${rows(claims)} where ${isMail}`,
    `insert into claim_sessions (token_hash, claimer_id, expires_at) select md5('session' || i) || md5('z' || i), ${id('claimer', 'i')}, ${at('i')} + 600000 ${rows(claims)} where i % 20 = 7`,
    `insert into opened_links (account, claimer_id, link_version, expires_at)
      select ${account('i')}, ${id('claimer', 'i')}, 1, ${nowMs + HOUR_MS} + i ${rows(Math.ceil(people / 100))}`,
    `insert into sign_ins (key_hash, claimer_id, expires_at)
      select md5('in' || i), ${id('claimer', 'i')}, ${nowMs + HOUR_MS} + i ${rows(Math.ceil(people / 100))}`,
    `insert into freezes (kind, subject, platform, user_id, created_at) values ('claim', '9', null, null, ${nowMs}), ('account', 'telegram:1', 'telegram', '1', ${nowMs})`,
    `insert into outbox (id, kind, topic, platform, handle, user_id, view, key, created_at, delivered_at, not_before)
      select 'claimable:' || i, 'notify', '', ${platform}, ${name(p)}, ${bound}, 'claimable', ${id('claimer', 'i')}, ${at('i')},
        case when not (${isStranger}) and i <= ${claims - 10} then ${at('i')} + 500 end, case when ${isStranger} then ${SET_ASIDE.getTime()} else ${at('i')} end
      ${rows(claims)}`,
    `insert into outbox (id, kind, topic, platform, handle, user_id, view, key, created_at, delivered_at, not_before)
      select 'reminder:' || i, 'notify', '', ${platform}, ${name(p)}, ${bound}, 'reminder', ${id('claimer', 'i')}, ${at('i')},
        case when not (${isWaiting}) then ${at('i')} + 600 end, case when ${isWaiting} then ${nowMs} + i * 1000::bigint else ${at('i')} end
      ${rows(claims)}`,
    `insert into outbox (id, kind, topic, created_at, delivered_at, not_before)
      select md5('refresh' || i || n), 'refresh', 'claim:' || ${id('claimer', 'i')}, ${at('i')}, case when i <= ${claims - 10} then ${at('i')} + 500 end, ${at('i')}
      ${lastDays(1)}, generate_series(1, 6) as n`,
    `insert into live_cards (id, surface, chat, message_id, view, key, shown, due_at, changes)
      select i, 'telegram', '-100' || (i % ${chats}), i::text, case when i % 20 = 11 then 'track' else 'sign' end, case when i % 20 = 11 then 'base:' || ${hash('i')} else ${id('sign', 'i')} end,
        md5(i::text), case when i > ${claims - 10} then ${nowMs} end, 4 ${rows(claims)}`,
    `insert into card_topics (card_id, topic)
      select i, case when n = 1 then 'claim:' || ${id('claimer', 'i')} else 'sign:' || ${id('sign', 'i')} end ${rows(claims)}, generate_series(1, 2) as n`,
    `insert into handled_updates (surface, update_id, handled_at)
      select 'telegram', (i * 20 + n)::text, ${at('i')} ${lastDays(7)}, generate_series(1, 20) as n`,
    `insert into open_updates (surface, update_id, person, state, content, received_at)
      select 'telegram', (i * 20)::text, (100000 + ${p})::text, case when i % 2 = 0 then 'waiting' else 'received' end, '{}', ${at('i')} ${lastDays(1)}`,
    // One in four is asked for and never signed.
    `insert into sign_requests (id, owner_account, owner_name, operation, chain_uid, request, sender_address, build, tx_hash, created_at, expires_at, is_forgotten)
      select ${id('sign', 'i')}, ${account(s)}, '@user' || ${s}, 'deposit', 'base', ${text(REQUEST)}, '0x' || md5('s' || ${s}) || 'aabbccdd',
        case when i > ${claims - 2 * claimsADay} then ${text({ ...BUILD, msgs: [{ data: 'd'.repeat(1500) }] })} else ${text(BUILD)} end,
        case when i <= ${claims} then ${hash('i')} end, ${at('i')}, ${at('i')} + 600000, case when i <= ${claims - 2 * claimsADay} then 1 else 0 end
      ${rows(Math.floor(claims * 1.3))}`,
    `insert into sign_preparations (sign_id, sender_address, build)
      select ${id('sign', 'i')}, '0x' || md5('s' || ${s}) || 'aabbccdd', ${text(BUILD)} ${lastDays(2)} where i % 4 = 0`,
    `insert into quotes (id, owner_account, token_in, token_out, amount, answer, quoted_at, is_asked_again)
      select md5('quote' || i), ${account(s)}, 'usdc', 'atom', '1000000', '{"paths":[],"pools":{"height":1,"age_ms":1}}', ${at('i')}, 0 ${rows(claims)} where i % 20 = 19`,
    `insert into stored_answers (key, fingerprint, status, sealed, expires_at)
      select md5('key' || i), md5('f' || i), 200, convert_to(repeat('s', 500), 'UTF8'), ${nowMs + HOUR_MS} + i ${lastDays(1)}`,
    `insert into prices (token, at, price) select 'token' || t, ${nowMs} - i * ${HOUR_MS}::bigint, i::text ${rows(700)}, generate_series(1, 30) as t`,
    `insert into cursors (chain_uid, height) values ('base', ${claims}), ('vsl', ${claims})`,
    `insert into watches (chain_uid, tx_hash, tx_id, progress, outcome, opened_at, awaits, due_ms, look_at)
      select 'base', ${hash('i')}, ${txId('i')}, ${text(PROGRESS)}, case when i > ${claims - 10} then 'pending' else 'completed' end, ${at('i')},
        case when i > ${claims - 10} then 'vsl' end, case when i > ${claims - 10} then ${nowMs} end, case when i > ${claims - 10} then ${nowMs} end ${rows(claims)}`,
    `insert into watch_topics (chain_uid, tx_hash, topic) select 'base', ${hash('i')}, 'sign:' || ${id('sign', 'i')} ${lastDays(2)}`,
    `insert into observations (chain_uid, tx_hash, msg_index, tx_id, height, observation)
      select case when n = 1 then 'base' else 'vsl' end, case when n = 1 then ${hash('i')} else md5('o' || i || n) || md5(i::text) end, 0, ${txId('i')}, i, replace(${text(OBSERVATION)}, '"timeMs":1', '"timeMs":' || ${at('i')})
      ${lastDays(2)}, generate_series(1, 5) as n`,
    `insert into payout_ids (tx_id, parent_tx_id) select ${txId('i')} || ':0:0', ${txId('i')} ${lastDays(2)} where i % 4 = 0`,
    `insert into hop_times (kind, chain_uid, ms) select 'settle', 'chain' || (i % 6), 1000 + i ${rows(1200)}`,
    `insert into webhooks (id, chain_uid, tx_hash, url, changed_at, due_at) select md5('hook' || i), 'base', ${hash('i')}, 'https://example.com', ${nowMs}, null ${lastDays(1)} where i % 10 = 0`,
    `insert into passing_messages (surface, chat, message_id, due_at) select 'telegram', '-100' || (i % ${chats}), i::text, ${nowMs + HOUR_MS} + i ${lastDays(1)}`,
  ]
}

/**
 * Fills an empty database with all tables, as if it had served for two years, and leaves it analysed and vacuumed. Indexes are made
 * afterwards, and no trigger and no foreign key is asked: the user has to be a superuser.
 * @param tell hears of each step, since with many claims they take minutes
 */
export async function growDatabase(
  client: ClientBase,
  claims: number,
  { now, tell = () => undefined }: { now: Date; tell?: (step: string) => void },
): Promise<Sizes> {
  const sizes = proportionsOf(claims)
  await client.query("set session_replication_role = 'replica'")
  await client.query("set maintenance_work_mem = '512MB'")
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes
      where schemaname = 'public' and not exists (select 1 from pg_constraint where conname = indexname)`,
  )
  for (const { name } of indexes) await client.query(`drop index "${name}"`)
  for (const insert of insertsOf(sizes, now.getTime())) {
    await client.query(insert)
    tell(insert.slice(0, insert.indexOf('(')).trim())
  }
  for (const { text: statement } of indexes) await client.query(statement)
  tell(`${indexes.length} indexes`)
  // Rows were given numbers of their own here; the next ones follow on.
  for (const table of ['redemptions', 'live_cards'])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    )
  await client.query('vacuum analyze')
  tell('vacuum analyze')
  await client.query('reset session_replication_role')
  return sizes
}
