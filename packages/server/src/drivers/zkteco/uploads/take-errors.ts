import { withMutex } from '../../../lib/with-mutex.ts'
import { photoCodes, tellFailures } from '../failures.ts'
import { type Fields, fieldOf, numberOf } from '../protocol/read-fields.ts'
import { queueOf, type ZkParts, type ZkSession } from '../zk-session.ts'
import { failPhoto } from '../zkteco-store.ts'
import { keepUnread } from './keep-unread.ts'

/** A terminal may find out only after it took a photograph that there is no face on it, or none that it can use. */
const ofPhotographs = /^D01E00(\d\d)$/i

/** Errors of a terminal. A face that it cannot use does not count as there, unless another was sent since; any other error is kept as it came. */
export async function takeErrors(
  parts: ZkParts,
  session: ZkSession,
  rows: readonly { fields: Fields; line: string }[],
): Promise<void> {
  const others: string[] = []
  let isAnyFailed = false
  await withMutex(queueOf(session), async () => {
    const { db, clock } = parts.services
    for (const { fields, line } of rows) {
      const [, which] = ofPhotographs.exec(fieldOf(fields, 'errcode')) ?? []
      const number = numberOf(fields.get('cmdid'))
      const code = which === '01' ? photoCodes.noFace : photoCodes.unusable
      const found =
        which === undefined || number === null
          ? 'unknown'
          : await failPhoto(db, session.device.id, { number, code, now: clock.now().toString() })
      if (found === 'failed') isAnyFailed = true
      if (found === 'unknown') others.push(line)
    }
    if (isAnyFailed) await tellFailures(parts, session)
  })
  await keepUnread(parts, session, 'ERRORLOG', others)
}
