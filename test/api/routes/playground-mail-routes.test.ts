import { pino } from 'pino'
import { expect, test } from 'vitest'

import { playgroundMailRoutes } from '../../../src/api/routes/playground-routes.ts'
import { createApi } from '../../../src/api/server.ts'
import { createMailbox } from '../../../src/mail/mailer.ts'
import { createFakeClock } from '../../fake-clock.ts'

test('the mailbox shows every mail as it was sent, oldest first, and when', async () => {
  const clock = createFakeClock()
  const mailbox = createMailbox(clock.now)
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [playgroundMailRoutes(mailbox.mails)],
  })
  const read = async () => (await server.inject('/playground/api/mail')).json<unknown>()
  expect(await read()).toEqual({ mails: [] })
  const mail = { to: 'hello@example.com', subject: 'Hi', text: 'Hello', html: '<p>Hello</p>' }
  const at = clock.now().toISOString()
  await mailbox.send({ ...mail, id: 'claimable.7.abc' })
  clock.advanceMin(1)
  await mailbox.send({ ...mail, subject: 'Again' })
  expect(await read()).toEqual({
    mails: [
      { ...mail, at },
      { ...mail, subject: 'Again', at: clock.now().toISOString() },
    ],
  })
})

test('old mails make room for new ones', async () => {
  const mailbox = createMailbox(createFakeClock().now)
  for (let number = 1; number <= 501; number += 1)
    await mailbox.send({ to: 'a@b.co', subject: `${number}`, text: '', html: '' })
  const subjects = mailbox.mails().map(({ subject }) => subject)
  expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([500, '2', '501'])
})
