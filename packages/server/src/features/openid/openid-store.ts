import type { Db } from '../../db/open-database.ts'

type Attempt = { state_hash: Buffer; browser_hash: Buffer; content_sealed: Buffer; expires_at: string }

export const insertAttempt = (db: Db, attempt: Attempt & { ticket_hash?: Buffer }) =>
  db
    .insertInto('openid_attempt')
    .values({ ticket_hash: null, ...attempt })
    .execute()

/** Takes the attempt as it reads it: a state is accepted once, in the browser that began. */
export const takeAttempt = (db: Db, stateHash: Buffer, browserHash: Buffer, now: string) =>
  db
    .deleteFrom('openid_attempt')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('ticket_hash', 'is', null)
    .where('expires_at', '>', now)
    .returning('content_sealed')
    .executeTakeFirst()

/** As `takeAttempt`: a ticket opens a session only in the browser that began, so that a link with one is worth nothing elsewhere. */
export const takeTicket = (db: Db, ticketHash: Buffer, browserHash: Buffer, now: string) =>
  db
    .deleteFrom('openid_attempt')
    .where('ticket_hash', '=', ticketHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning('content_sealed')
    .executeTakeFirst()

export const deleteExpiredAttempts = (db: Db, now: string) =>
  db.deleteFrom('openid_attempt').where('expires_at', '<=', now).execute()

export const deleteAllAttempts = (db: Db) => db.deleteFrom('openid_attempt').execute()
