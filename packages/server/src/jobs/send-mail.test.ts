import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { startMailServer, type TestMailServer, mailText } from '@gatehouse/testkit/mail-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { type Mail, postMail } from '../lib/mail.ts'
import { htmlOf } from './send-mail.ts'

let smtp: TestMailServer
let house: TestGatehouse
beforeAll(async () => {
  smtp = await startMailServer()
  house = await startTestGatehouse({
    withJobs: true,
    environment: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Gatehouse <gate@example.com>',
      PUBLIC_URL: 'https://gate.example.com/',
    },
  })
})
afterAll(async () => {
  await house.close()
  await smtp.close()
})
beforeEach(() => {
  smtp.mails.length = 0
})

const mailTo = (to: string, subject = 'Visit'): Mail => ({ to, subject, text: 'Good morning,\n\nplease come at nine.' })
const post = (mail: Mail) => postMail(house.gatehouse.services, mail)

const waitingJobs = async () => {
  const { rows } = await sql<{ id: string; attempts: number; last_error: string | null; payload: object }>`
    select j.id, j.attempts, j.last_error, p.payload from graphile_worker.jobs j
    join graphile_worker._private_jobs p on p.id = j.id where j.task_identifier = 'send-mail'`.execute(house.db)
  return rows
}

it('a mail reaches the mail server, with its sender, its text and its picture', async () => {
  const picture = { name: 'pass.png', contentType: 'image/png', base64: Buffer.from('a picture').toString('base64') }
  expect(await post({ ...mailTo('wang@example.com', '访问预约'), text: '王芳，您好。', pictures: [picture] })).toBe(
    true,
  )
  const [mail] = await until(() => smtp.mails.length === 1 && smtp.mails)
  expect(mail).toMatchObject({ from: 'gate@example.com', to: ['wang@example.com'] })
  expect(mail && mailText(mail)).toBe('王芳，您好。')
  expect(mail?.source).toContain(`Subject: =?UTF-8?`)
  expect(mail?.source).toContain(picture.base64)
  expect(mail?.source).toContain('cid:picture-0@gatehouse')
  await until(async () => (await waitingJobs()).length === 0)
})

it('a mail of a transaction that is rolled back is never sent', async () => {
  const { services } = house.gatehouse
  const attempt = services.db.transaction().execute(async (db) => {
    await postMail({ ...services, db }, mailTo('never@example.com'))
    throw new Error('the change failed')
  })
  await expect(attempt).rejects.toThrow('the change failed')
  await post(mailTo('after@example.com'))
  await until(() => smtp.mails.length > 0)
  expect(smtp.mails.map(({ to }) => to)).toEqual([['after@example.com']])
})

it('a mail waits sealed, and is tried again with a pause when the server is out of order', async () => {
  smtp.refuseNext(451)
  await post(mailTo('later@example.com'))
  const [job] = await until(
    async () => (await waitingJobs()).some(({ attempts, last_error }) => attempts === 1 && last_error) && waitingJobs(),
  )
  expect(smtp.mails).toEqual([])
  expect(JSON.stringify(job?.payload)).not.toContain('later@example.com')
  await sql`select graphile_worker.reschedule_jobs(array[${job?.id}::bigint], run_at => now())`.execute(house.db)
  // The worker looks at the queue when a job is added, else every ten seconds.
  await post(mailTo('next@example.com'))
  await until(() => smtp.mails.length === 2)
  expect(smtp.mails.flatMap(({ to }) => to).toSorted()).toEqual(['later@example.com', 'next@example.com'])
})

it('a mail that is refused for good is not tried again', async () => {
  smtp.refuseNext(550)
  await post(mailTo('nobody@example.com'))
  await until(async () => (await waitingJobs()).length === 0)
  expect(smtp.mails).toEqual([])
})

it('without a mail server the caller is told, and nothing waits', async () => {
  const bare = await startTestGatehouse()
  expect(await postMail(bare.gatehouse.services, mailTo('wang@example.com'))).toBe(false)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from graphile_worker.jobs`.execute(
    bare.db,
  )
  expect(rows[0]?.count).toBe(0)
  await bare.close()
})

it('text of people cannot become HTML, and addresses become links', () => {
  const html = htmlOf({
    ...mailTo('x@example.com'),
    text: '<img src=x> "A" & B\nhttps://gate.example.com/m/invite/abc',
  })
  expect(html).toContain('&lt;img src=x> &quot;A&quot; &amp; B<br>')
  expect(html).toContain('<a href="https://gate.example.com/m/invite/abc">https://gate.example.com/m/invite/abc</a>')
})

it('links begin with the public address, without a slash at its end', () => {
  expect(house.gatehouse.services.publicUrl).toBe('https://gate.example.com')
})
