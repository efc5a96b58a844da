import { X509Certificate } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { MailState, setMailConfig } from '@gatehouse/contract/features/service-config.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { deliver } from '../../jobs/send-mail.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { sealText } from '../../lib/seal.ts'
import { sealContext } from './mail-server-reads.ts'
import { deleteMailRow, findMailRow, type MailRow, upsertMailRow } from './mail-store.ts'

export async function getMail(ctx: Ctx): Promise<MailState> {
  const row = await findMailRow(ctx.db)
  if (row) return { source: 'console', config: configOf(row) }
  return { source: ctx.mail.fromEnvironment ? 'environment' : 'none', config: null }
}

const configOf = (row: MailRow) => ({
  serverHost: row.host,
  port: row.port,
  security: row.security,
  account: row.account,
  sender: row.sender,
  senderName: row.sender_name,
  certificateAuthority: row.certificate_authority,
  hasPassword: row.password_sealed !== null,
})

/**
 * @throws AppError mail.password-needed: the stored password goes only to the server and the account it was given for,
 * or an administrator who may set the server could have it sent to one of their own; mail.certificate-invalid
 */
export async function setMail(ctx: Ctx, input: Body<typeof setMailConfig>): Promise<MailState> {
  const before = await findMailRow(ctx.db)
  if (input.certificateAuthority !== null) requireCertificate(input.certificateAuthority)
  const row = {
    host: input.serverHost,
    port: input.port,
    security: input.security,
    account: input.account,
    sender: input.sender,
    sender_name: input.senderName,
    certificate_authority: input.certificateAuthority,
    password_sealed: input.account === null ? null : passwordFor(ctx, input, before),
  }
  await upsertMailRow(ctx.db, row)
  ctx.audit.item = `${row.host}:${row.port}`
  ctx.audit.changes = changesBetween(before ? configOf(before) : {}, {
    ...configOf({ ...row, is_only: true }),
    password: input.password ?? undefined,
  })
  await hint(ctx, { to: 'consoles', topic: 'service-config' })
  return getMail(ctx)
}

function passwordFor(ctx: Ctx, input: Body<typeof setMailConfig>, before: MailRow | undefined): Buffer | null {
  if (input.password !== null) return sealText(ctx.keys.column, input.password, sealContext)
  const kept = before?.password_sealed ?? null
  const isSame =
    before?.host === input.serverHost &&
    before.port === input.port &&
    before.account === input.account &&
    before.security === input.security &&
    before.certificate_authority === input.certificateAuthority
  if (kept === null || !isSame) throw new AppError('mail.password-needed')
  return kept
}

function requireCertificate(pem: string): void {
  try {
    void new X509Certificate(pem)
  } catch {
    throw new AppError('mail.certificate-invalid')
  }
}

export async function deleteMailServer(ctx: Ctx): Promise<MailState> {
  const before = await findMailRow(ctx.db)
  await deleteMailRow(ctx.db)
  if (before) ctx.audit.item = `${before.host}:${before.port}`
  await hint(ctx, { to: 'consoles', topic: 'service-config' })
  return getMail(ctx)
}

/**
 * @throws AppError mail.not-set, mail.unreachable, mail.tls-failed, mail.login-refused, mail.refused, with the answer
 */
export async function testMail(ctx: Ctx, to: string, words: { subject: string; text: string }): Promise<void> {
  ctx.audit.item = to
  const server = await ctx.mail.server(ctx.db)
  if (!server) throw new AppError('mail.not-set')
  try {
    await deliver(server, { to, ...words })
  } catch (error) {
    ctx.log.info({ err: error }, 'a test mail was not taken')
    throw refusalOf(error)
  }
}

const tlsCodes = /^(ETLS|ESOCKET|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS|ERR_SSL|EPROTO)/

function refusalOf(error: unknown): AppError {
  const { code, response, message }: { code?: unknown; response?: unknown; message?: unknown } =
    typeof error === 'object' && error !== null ? error : {}
  const kind = typeof code === 'string' ? code : ''
  // The server's answer, else this machine's error; one line of readable length.
  const said = typeof response === 'string' && response !== '' ? response : message
  const detail = (typeof said === 'string' ? said : kind)
    .replaceAll(/\s+/g, ' ')
    // the reason out of OpenSSL's own line, which also has numbers and source files
    .replace(/^\w+:error:\w+:[^:]*:[^:]*:([^:]+):.*$/, '$1')
    .slice(0, 200)
  if (kind === 'EAUTH') return new AppError('mail.login-refused', { detail })
  if (kind === 'EENVELOPE' || kind === 'EMESSAGE') return new AppError('mail.refused', { detail })
  const isUnreachable = /ECONN(REFUSED|RESET)|EHOSTUNREACH|ENETUNREACH|getaddrinfo|timeout/i.test(detail)
  if (tlsCodes.test(kind) && !isUnreachable) return new AppError('mail.tls-failed', { detail })
  return new AppError('mail.unreachable', { detail })
}
