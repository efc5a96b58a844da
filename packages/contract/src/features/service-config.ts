import { z } from 'zod'
import { instant, lines, optionalLine, requiredLine } from '../fields.ts'
import { route } from '../route.ts'

/** A name or an address, with a port where it is not the usual one: `pool.ntp.org`, `10.0.0.5:1123`, `[fd00::5]:123`. */
const timeServer = requiredLine(128).refine((text) => /^(?:[\w.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.test(text), {
  error: 'host-form',
})

export const clockModes = ['automatic', 'manual'] as const

/** The reason why no time server gave the time. */
export const clockFailures = ['no-answer', 'unknown-name', 'not-synchronised', 'refused'] as const

export const clockConfig = z.object({
  mode: z.enum(clockModes),
  servers: z.array(z.string()),
  /** The platform's clock, as of this answer. */
  platformAt: instant,
  /** The offset that the platform adds to the clock of its machine. */
  offsetMs: z.int(),
  /** The last question to the time servers; `offsetMs`: how far the machine's clock is behind them. */
  measured: z
    .object({
      at: instant,
      server: z.string().nullable(),
      offsetMs: z.int().nullable(),
      delayMs: z.int().nullable(),
      failure: z.enum(clockFailures).nullable(),
    })
    .nullable(),
})
export type ClockConfig = z.output<typeof clockConfig>

export const getClockConfig = route({
  method: 'GET',
  path: '/v2/service-config/clock',
  summary: "How the platform's clock is set, and its offset",
  permission: 'service-config.manage',
  shows: 'service-config',
  response: clockConfig,
})

export const setClockAutomatic = route({
  method: 'PUT',
  path: '/v2/service-config/clock/automatic',
  summary: 'Use these time servers, queried at once and then every hour; none: the clock of the machine',
  permission: 'service-config.manage',
  body: z.object({ servers: z.array(timeServer).max(8) }),
  response: clockConfig,
  errors: ['clock.outside-licence'],
  audit: { module: 'service-config', event: 'set-clock' },
  changes: ['service-config'],
})

export const setClockManual = route({
  method: 'PUT',
  path: '/v2/service-config/clock/manual',
  summary: "Set the platform's clock by hand; refused if it differs from the caller's clock by more than 60 s",
  permission: 'service-config.manage',
  body: z.object({
    at: z.iso.datetime(),
    /** The clock of the person who sets it, in milliseconds since 1970, as in AUTH-TIMESTAMP. */
    clientMs: z.int().min(0),
  }),
  response: clockConfig,
  errors: ['clock.too-far', 'clock.outside-licence'],
  audit: { module: 'service-config', event: 'set-clock' },
  changes: ['service-config'],
})

export const measureClock = route({
  method: 'POST',
  path: '/v2/service-config/clock/measure',
  summary: 'Query the time servers now',
  permission: 'service-config.manage',
  response: clockConfig,
  errors: ['clock.outside-licence'],
  audit: { module: 'service-config', event: 'measure-clock' },
  changes: [],
})

/** `none`: unencrypted. `starttls`: TLS is begun, or nothing is sent. `tls`: TLS from the first byte. */
export const mailSecurities = ['none', 'starttls', 'tls'] as const

const mailAddress = z.email({ error: 'email-form' }).max(128)

export const mailInput = z.object({
  serverHost: requiredLine(128).refine((text) => /^(?:[\w.-]+|[0-9a-f:]+)$/i.test(text), { error: 'host-form' }),
  port: z.int().min(1).max(65_535),
  security: z.enum(mailSecurities),
  account: optionalLine(128),
  /** Write-only. null: unchanged; it must be given again when the server or the account changes. */
  password: z
    .string()
    .max(256)
    .refine((text) => !/[\u0000-\u001f\u007f]/.test(text) && text.isWellFormed(), { error: 'control-character' })
    .transform((text) => text || null)
    .nullable(),
  sender: mailAddress,
  senderName: optionalLine(60),
  /** PEM: the certificate authority of the server, if it is not a public one. */
  certificateAuthority: lines(20_000)
    .refine((text) => text === '' || /^-----BEGIN CERTIFICATE-----[^]+-----END CERTIFICATE-----$/.test(text), {
      error: 'certificate-form',
    })
    .transform((text) => text || null)
    .nullable(),
})

export const mailConfig = mailInput.omit({ password: true }).extend({
  /** Whether a password is stored; it is never returned. */
  hasPassword: z.boolean(),
})

export const mailState = z.object({
  /** The source of the mail settings: set here, by SMTP_URL and MAIL_FROM, or not at all. */
  source: z.enum(['console', 'environment', 'none']),
  config: mailConfig.nullable(),
})
export type MailState = z.output<typeof mailState>

export const getMailConfig = route({
  method: 'GET',
  path: '/v2/service-config/mail',
  summary: 'The mail server, without its password',
  permission: 'service-config.manage',
  shows: 'service-config',
  response: mailState,
})

export const getMailReadiness = route({
  method: 'GET',
  path: '/v2/service-config/mail-readiness',
  summary: 'Whether a mail server is set, for those who invite visitors',
  permission: 'visitor.read',
  shows: 'service-config',
  response: z.object({ canMail: z.boolean() }),
})

export const setMailConfig = route({
  method: 'PUT',
  path: '/v2/service-config/mail',
  summary: 'Set the mail server for all mail',
  permission: 'service-config.manage',
  body: mailInput,
  response: mailState,
  errors: ['mail.password-needed', 'mail.certificate-invalid'],
  audit: { module: 'service-config', event: 'set-mail' },
  changes: ['service-config'],
})

export const deleteMailConfig = route({
  method: 'DELETE',
  path: '/v2/service-config/mail',
  summary: 'Remove the mail server that was set here',
  permission: 'service-config.manage',
  response: mailState,
  audit: { module: 'service-config', event: 'delete-mail' },
  changes: ['service-config'],
})

export const testMailInput = z.object({ to: mailAddress })

export const sendTestMail = route({
  method: 'POST',
  path: '/v2/service-config/mail/test',
  summary: "Send a test mail now and return the mail server's answer",
  permission: 'service-config.manage',
  body: testMailInput,
  errors: ['mail.not-set', 'mail.unreachable', 'mail.tls-failed', 'mail.login-refused', 'mail.refused'],
  audit: { module: 'service-config', event: 'test-mail' },
  changes: [],
})
