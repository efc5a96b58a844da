import { createHash } from 'node:crypto'
import { givenNumbers } from '../../people/device-numbers.ts'
import type { Fields } from './protocol/read-fields.ts'
import { fieldOf } from './protocol/read-fields.ts'
import { noteTold } from './check-people.ts'
import { pictureOf } from './protocol/read-photo.ts'
import { oneLine } from './protocol/write-command.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'

const maxName = 128

/**
 * People who were enrolled at the terminal: the row with the name, then the one with the face. Rows of people whom the product
 * has given their number are passed over.
 */
export async function takeEnrolments(
  { services, events }: ZkParts,
  session: ZkSession,
  rows: readonly { table: string; fields: Fields }[],
): Promise<void> {
  await noteTold(
    { services },
    session,
    rows.filter(({ table }) => table === 'user').map(({ fields }) => fields),
  )
  for (const { table, fields } of rows) {
    const pin = fieldOf(fields, 'pin')
    if (!/^[\w.-]{1,24}$/.test(pin)) continue
    if (table === 'user') session.names.set(pin, oneLine(fieldOf(fields, 'name')).slice(0, maxName))
    if (table !== 'biophoto') continue
    const portrait = pictureOf(Buffer.from(fieldOf(fields, 'content')))
    // Also where they are kept off this terminal now, and it tells of them before it has removed them.
    const isOurs = /^\d{1,9}$/.test(pin) && (await givenNumbers(services, [Number(pin)])).length > 0
    if (!portrait || isOurs) continue
    const face = createHash('sha256').update(portrait).digest('base64')
    await events.enrolled(session.device, { key: `${pin} ${face}`, name: session.names.get(pin) || pin, portrait })
  }
}
