import { unreadable } from '@gatehouse/contract/fields.ts'
import type { Ctx } from '../ctx.ts'
import { queueJob } from './queue-job.ts'
import { sealText, unsealText } from './seal.ts'

type MailFile = { name: string; contentType: string; base64: string }

/** The content of an e-mail; HTML is made of the text, with the pictures below it. */
export type Mail = {
  to: string
  subject: string
  /** Paragraphs between empty lines; addresses of pages become links. */
  text: string
  pictures?: readonly MailFile[]
  /** Attached as a file. */
  files?: readonly MailFile[]
}

export const sendMailJob = 'send-mail'
const sealContext = 'mail'

/**
 * Sends an e-mail once the caller's transaction has committed, with retries. Gives false, and sends nothing, when no
 * mail server is set or the address cannot be opened: the caller then shows people the content of the mail. It waits
 * sealed: mails hold addresses and secret links.
 */
export async function postMail(ctx: Pick<Ctx, 'db' | 'keys' | 'mail'>, mail: Mail): Promise<boolean> {
  if (mail.to === unreadable || !(await ctx.mail.server(ctx.db))) return false
  const sealed = sealText(ctx.keys.column, JSON.stringify(mail), sealContext)
  await queueJob(ctx, sendMailJob, { sealed: sealed?.toString('base64') })
  return true
}

/** The mail of a job, as `postMail` queued it. */
export function openMail({ keys }: Pick<Ctx, 'keys'>, payload: unknown): Mail {
  const { sealed }: { sealed?: unknown } = typeof payload === 'object' && payload !== null ? payload : {}
  const text = typeof sealed === 'string' ? unsealText(keys.column, Buffer.from(sealed, 'base64'), sealContext) : null
  if (text === null) throw new Error('a mail in the queue is damaged')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `postMail` can have sealed it
  return JSON.parse(text) as Mail
}
