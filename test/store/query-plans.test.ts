import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { expect, test } from 'vitest'

import { HANDLE_RULES } from '../../src/claims/handle-history.ts'
import type { Account } from '../../src/core/terms/identity.ts'
import { createAccountStore } from '../../src/store/people/account-store.ts'
import { createActivityStore } from '../../src/store/people/activity-store.ts'
import { createCardStore } from '../../src/store/chats/card-store.ts'
import { createLanguageStore } from '../../src/store/chats/settings-store.ts'
import { createNoticeStore } from '../../src/store/chats/notice-store.ts'
import { createClaimerStore } from '../../src/store/claims/claimer-store.ts'
import { createGroupStore } from '../../src/store/claims/group-store.ts'
import { createOptOutStore } from '../../src/store/claims/opt-out-store.ts'
import { createSerialSession } from '../../src/store/serial-session.ts'
import { tellPerson } from '../../src/store/chats/outbox.ts'
import { createUpdateStore } from '../../src/store/chats/update-store.ts'

const alice: Account = { platform: 'telegram', userId: '1', handle: 'alice' }
const now = new Date('2026-01-01T00:00:00Z')

/** A database that says what it was asked, values included. */
function openTalkative() {
  const asked = new Set<string>()
  const sqlite = new Sqlite(':memory:', {
    verbose(statement) {
      // The session looks once at what indexes there are.
      if (typeof statement === 'string' && !statement.includes('sqlite_schema'))
        asked.add(statement)
    },
  })
  migrate(drizzle(sqlite), { migrationsFolder: 'migrations' })
  const db = createSerialSession(sqlite)
  asked.clear()
  return { db, sqlite, asked }
}

test('no chat update has a whole table read, however many people, cards and messages there are', async () => {
  const { db, sqlite, asked } = openTalkative()
  const updates = createUpdateStore(db, 'telegram')
  const accounts = createAccountStore(db)
  const languages = createLanguageStore(db)
  const cards = createCardStore(db)
  const card = { surface: 'telegram', chat: '1', messageId: '5', view: 'tip', key: 'k' }
  const shown = { shown: '{}', topics: ['sign:k'], changesAt: now }

  await updates.receive([{ updateId: '1', person: '1', update: {} }], now)
  await accounts.remember(alice, 'telegram', '1', now)
  await accounts.remember({ ...alice, handle: 'alicia' }, 'telegram', '1', now)
  await accounts.hear({ ...alice, userId: '2', handle: 'bobby' }, 'telegram', now)
  await languages.hear('telegram:1', 'en')
  await languages.languageOf('telegram:1')
  await createActivityStore(db).spoke(alice, '@alice', '-100', now)
  await updates.waitingFor('1')
  await updates.keep('1', 'answered', [], ['0'])
  await cards.register({ ...card, ...shown }, true, undefined, now)
  await updates.settle('1')
  for (const row of await cards.dueRows(now, 9))
    if (row.kind === 'refresh') await cards.spread(row.topic, row.id, now)
  const [due] = await cards.dueCards('telegram', now, 9)
  if (!due) throw new Error('the card is not due')
  await cards.card(due.id)
  await cards.readerOf('telegram', '1')
  await cards.cardsOf('telegram', { view: 'tip', key: 'k', topic: 'sign:k' })
  await cards.update(due.id, shown, due.changes, now)

  const statements = [...asked].filter((text) => /^(?:select|insert|update|delete)/i.test(text))
  expect(statements.length).toBeGreaterThan(20)
  const planOf = (text: string) =>
    sqlite
      .prepare<[], { detail: string }>(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => detail)
  // What was found by an index may be looked through once more.
  const isWhole = (step: string) =>
    step.startsWith('SCAN') && !/^SCAN (?:due|\(subquery-\d+\))$/.test(step)
  expect(statements.filter((text) => planOf(text).some(isWhole))).toEqual([])
  // Nor all that was ever asked for under a handle.
  const looks = statements.filter(
    (text) => text.includes('"doubt" is null') && text.startsWith('select "id"'),
  )
  expect(new Set(looks.flatMap(planOf))).toEqual(
    new Set(['SEARCH claimers USING INDEX claimers_undecided (platform=? AND handle=?)']),
  )
  // Nor all that was set aside for people who never wrote.
  const wakes = statements.filter((text) => text.startsWith('update "outbox" set "not_before"'))
  expect(new Set(wakes.flatMap(planOf))).toEqual(
    new Set([
      'SEARCH outbox USING INDEX outbox_open (not_before=? AND platform=? AND user_id=?)',
      'SEARCH outbox USING INDEX outbox_open_by_handle (not_before=? AND platform=? AND handle=?)',
    ]),
  )
  // Nor all cards of a platform, for the messages that show the same.
  const same = statements.filter((text) => text.includes('from "card_topics" inner join'))
  expect(new Set(same.flatMap(planOf))).toEqual(
    new Set([
      'SEARCH card_topics USING COVERING INDEX sqlite_autoindex_card_topics_1 (topic=?)',
      'SEARCH live_cards USING INTEGER PRIMARY KEY (rowid=?)',
    ]),
  )
  // Nor all cards of people who blocked us, nor all of whoever writes.
  const returns = statements.filter(
    (text) =>
      text.startsWith('update "live_cards" set "due_at" = 1') ||
      (text.startsWith('select "accounts"') && text.includes('from "live_cards"')),
  )
  expect(returns.length).toBeGreaterThan(1)
  const ofCards = returns.flatMap(planOf).filter((step) => step.includes('live_cards'))
  expect(new Set(ofCards)).toEqual(
    new Set(['SEARCH live_cards USING INDEX live_cards_due (surface=? AND due_at=? AND chat=?)']),
  )
  // Nor all due cards, for the few that come first.
  const firsts = statements.filter((text) => text.includes('row_number()'))
  expect(firsts.flatMap(planOf)).toContain(
    'SEARCH live_cards USING COVERING INDEX live_cards_due (surface=? AND due_at<?)',
  )
})

test('what somebody sent is found among theirs, however much others sent and waits', async () => {
  const { db, sqlite, asked } = openTalkative()
  const [claims, groups] = [createClaimerStore(db, HANDLE_RULES), createGroupStore(db)]
  for (const which of ['waiting', 'ended'] as const) {
    await claims.sentBy('telegram:1', which, 9)
    await groups.groupsSentBy('telegram:1', which, 9)
  }
  const steps = [...asked]
    .filter((text) => text.startsWith('select'))
    .flatMap((text) =>
      sqlite
        .prepare<[], { detail: string }>(`explain query plan ${text}`)
        .all()
        .map(({ detail }) => detail),
    )
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([])
  expect(new Set(steps.filter((step) => step.startsWith('SEARCH')))).toEqual(
    new Set([
      'SEARCH claimers USING INDEX claimers_sender_account (sender_account=?)',
      'SEARCH claims USING INDEX claims_unpaid (claimer_id=?)',
      'SEARCH claims USING INDEX claims_claimer (claimer_id=?)',
      'SEARCH claim_groups USING INDEX claim_groups_sender (sender_account=?)',
      'SEARCH claimers USING INDEX claimers_group (group_id=?)',
    ]),
  )
})

test('no mail has the whole outbox read, however many wait and were sent', async () => {
  const { db, sqlite, asked } = openTalkative()
  const notices = createNoticeStore(db)
  const optOuts = createOptOutStore(db)
  const to = { platform: 'email', handle: 'bobby@example.com' } as const
  const fact = { kind: 'claim-funded', claimerId: 'c' } as const
  const row = { fact, once: '1', to, userId: undefined }
  await tellPerson(db, row, now)
  const open = await notices.openFor(to.handle)
  expect(open).toHaveLength(1)
  await notices.hold(to.handle, { until: now }, now)
  await notices.hold(to.handle, { until: now, claimerIds: ['c'] }, now)
  await notices.end({ notices: open, mail: 'm' }, now)
  expect(await notices.mailedSince(to.handle, new Date(0))).toEqual([now])
  await optOuts.choose('old', now)
  await optOuts.move('old', 'new')
  expect(await optOuts.isOut('new')).toBe(true)
  await optOuts.mailClaimers('', 9)

  const statements = [...asked].filter((text) => /^(?:select|insert|update|delete)/i.test(text))
  const steps = statements.flatMap((text) =>
    sqlite
      .prepare<[], { detail: string }>(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => detail),
  )
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([])
  expect(steps.filter((step) => step.includes('outbox_of_handle'))).toHaveLength(4)
})
