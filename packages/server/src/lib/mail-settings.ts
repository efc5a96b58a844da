import type { Config } from './config.ts'

type MailServer = { smtpUrl: string; from: string }

/** Where mail goes out, if anywhere: asked anew for each mail, so that a changed setting counts at once. */
export type MailSettings = { server(): Promise<MailServer | undefined> }

/** The mail server of the settings SMTP_URL and MAIL_FROM. */
export function mailSettings({ SMTP_URL, MAIL_FROM }: Config): MailSettings {
  const server = SMTP_URL && MAIL_FROM ? { smtpUrl: SMTP_URL, from: MAIL_FROM } : undefined
  return { server: () => Promise.resolve(server) }
}
