import { createTransport } from 'nodemailer'
import { type Mail, openMail, sendMailJob } from '../lib/mail.ts'
import type { Services } from '../ctx.ts'
import type { MailServer } from '../lib/mail-settings.ts'
import type { QueuedJob } from './job-runner.ts'

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Hands one mail to the mail server. A temporary failure is tried again; a recipient that is refused for good is not.
 */
export const mailJob = (services: Services): QueuedJob => ({
  name: sendMailJob,
  async run(payload) {
    const server = await services.mail.server(services.db)
    if (!server) throw new Error('no mail server is set any more')
    try {
      await deliver(server, openMail(services, payload))
    } catch (error) {
      if (!isRefusedForGood(error)) throw error
      services.log.error({ err: error }, 'a mail was refused for good')
    }
  },
})

/** Hands a mail over now. Throws nodemailer's error when it is not accepted. */
export async function deliver(server: MailServer, mail: Mail): Promise<void> {
  const transport = createTransport({ ...server.transport, ...timeouts })
  try {
    await transport.sendMail({
      from: server.from,
      // As one address, whatever it contains: a comma or a line break makes no second recipient and no header.
      to: { name: '', address: oneLine(mail.to) },
      subject: oneLine(mail.subject),
      text: mail.text,
      html: htmlOf(mail),
      attachments: [
        ...(mail.pictures ?? []).map((picture, index) => ({ ...attachmentOf(picture), cid: cidOf(index) })),
        ...(mail.files ?? []).map(attachmentOf),
      ],
    })
  } finally {
    transport.close()
  }
}

const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ').trim()

const isRefusedForGood = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500

const attachmentOf = ({ name, contentType, base64 }: { name: string; contentType: string; base64: string }) => ({
  filename: name,
  contentType,
  content: base64,
  encoding: 'base64',
})

const cidOf = (index: number) => `picture-${index}@gatehouse`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The text as HTML, for readers that show pictures where they belong. */
export function htmlOf({ text, pictures = [] }: Mail): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    const linked = escaped(paragraph).replaceAll(
      /https?:\/\/[^\s<]+/g,
      (address) => `<a href="${address}">${address}</a>`,
    )
    return `<p>${linked.replaceAll('\n', '<br>')}</p>`
  })
  const images = pictures.map(({ name }, index) => `<p><img src="cid:${cidOf(index)}" alt="${escaped(name)}"></p>`)
  return `<div style="font:15px/1.6 system-ui,sans-serif;color:#1b2330">${paragraphs.join('')}${images.join('')}</div>`
}
