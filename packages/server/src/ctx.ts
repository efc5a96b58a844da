import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import type { OperationFacts } from '@gatehouse/contract/features/operation-log.ts'
import { can, type Permission, type Role } from '@gatehouse/contract/permissions.ts'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './db/open-database.ts'
import type { FaceService } from './face/face-service.ts'
import type { BlobStore } from './lib/blob-store.ts'
import type { JsonValue } from './lib/changes-between.ts'
import type { Clock } from './lib/clock.ts'
import type { InstallKeys } from './lib/install-keys.ts'
import type { MailSettings } from './lib/mail-settings.ts'
import type { FaceGallery } from './people/gallery/face-gallery.ts'

/** The log of a service: pino's levels, with the request's id. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** The actor. `nobody` is a caller of a public route. */
export type Actor =
  /** `name` is what they sign in with, `personName` who they are. */
  | { kind: 'account'; id: string; name: string; personName: string; role: Role }
  | { kind: 'device'; id: string; name: string }
  /** A third party, through the open API, with the permissions of its key. */
  | { kind: 'application'; id: string; name: string; permissions: ReadonlySet<Permission> }
  | { kind: 'system' }
  | { kind: 'nobody' }

/** Whether the actor has this permission: an account by its role, an application by its key. */
export function may({ actor }: { actor: Actor }, permission: Permission): boolean {
  if (actor.kind === 'account') return can(actor.role, permission)
  return actor.kind === 'application' && actor.permissions.has(permission)
}

/** The name of the actor in a history. */
export const nameOfActor = ({ actor }: { actor: Actor }): string => ('name' in actor ? actor.name : actor.kind)

/** The same where people read who it was: of an account the person's name. */
export const personOfActor = (ctx: { actor: Actor }): string =>
  ctx.actor.kind === 'account' ? ctx.actor.personName : nameOfActor(ctx)

/** The content of this call's operation-log line beside the route's module and event; services may fill it. */
export type AuditNote = {
  item?: string
  /** The people whom the line is about: their pages show it among their changes. */
  personIds?: readonly string[]
  /** A text that a person typed: a reason, a comment. */
  remark?: string
  /** Further facts, in no language. */
  facts?: OperationFacts
  actor?: { id: string; name: string }
  /** For an event that differs from the route's. */
  event?: string
  /** There is a line of this already: many failures share one. */
  hasAuditEntry?: boolean
  /** For a route with `audit: 'self'`: an unknown caller tried something, so that its failure leaves a line. */
  wasTried?: boolean
  /** From `changesBetween`. */
  changes?: Record<string, { from: JsonValue; to: JsonValue }>
}

/**
 * Everything that a service may reach (ADR 0002: functions with a small, closed context). Inside `inTransaction` the
 * inner `ctx` shadows the outer one, so that nothing can leave the transaction.
 */
export type Ctx = {
  db: Db
  actor: Actor
  /** Address of the caller, as the connection (or a trusted proxy) says. */
  address: string
  clock: Clock
  log: Log
  keys: InstallKeys
  blobs: BlobStore
  face: FaceService
  mail: MailSettings
  /** Everybody's faces, and the number of people that the licence allows; null for no limit. */
  people: { gallery: FaceGallery; limit: () => number | null }
  /** Address under which people reach this server, without a slash at its end: links in mails begin with it. */
  publicUrl: string
  audit: AuditNote
}

/** Everything of `Ctx` that lives as long as the process. */
export type Services = Pick<Ctx, 'db' | 'clock' | 'log' | 'keys' | 'blobs' | 'face' | 'mail' | 'people' | 'publicUrl'>

/** The context of a job or a worker: nobody asked for it, and its audit note goes nowhere. */
export const createSystemCtx = (services: Services): Ctx => ({
  ...services,
  actor: { kind: 'system' },
  address: '',
  audit: {},
})

/** The one way to begin a transaction: for requests, jobs and workers alike. Inside another one it joins that. */
export async function inTransaction<C extends Pick<Ctx, 'db'>, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}

/** The channel on which the processes of one installation send each other hints. */
export const hintChannel = 'gatehouse_hint'

export type ServerHint =
  | { to: 'consoles'; topic: LiveTopic; id?: string }
  /** `deviceIds` or those with one of the groups; neither: every device. */
  | {
      to: 'devices'
      what: 'people' | 'configuration' | 'commands' | 'upgrades' | 'lockdown'
      deviceIds?: readonly string[]
      groupIds?: readonly string[]
    }
  /** `id`: of the gallery the person's, of a removed or changed device the LDID, of a conversation the device's, of sessions the account's. */
  | {
      to: 'servers'
      what:
        | 'device-removed'
        | 'device-changed'
        | 'conversation'
        | 'licence'
        | 'gallery'
        | 'imports'
        | 'sessions'
        | 'webhooks'
        | 'clock'
        | 'person-keys'
        | 'endings'
        | 'makes'
        | 'recognisers'
      id?: string
    }

/**
 * Tells consoles, devices or servers that data changed. Sent with the transaction, if there is one: PostgreSQL delivers
 * at commit and drops it at rollback. A hint may be lost; nothing may depend on one.
 */
export async function hint(ctx: Pick<Ctx, 'db'>, ...hints: ServerHint[]): Promise<void> {
  const messages = hints.map((message) => JSON.stringify(message))
  await sql`select pg_notify(${hintChannel}, message) from unnest(${messages}::text[]) message`.execute(ctx.db)
}
