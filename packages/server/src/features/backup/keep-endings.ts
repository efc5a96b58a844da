import type { Hints } from '../../hints/hints.ts'
import { insertEndings, selectEndings } from '../../db/ending-store.ts'
import type { Services } from '../../ctx.ts'
import { appendEndings, type Ending, keyOfEnding, lastSubjects, readEndings } from '../../lib/ending-list.ts'
import { blacklistAgain } from '../blacklist/blacklist-actions.ts'
import { eraseAgain } from '../privacy/privacy-actions.ts'

/** The time after which a failed write (a full disk) is tried again. */
const againMs = 60_000

/**
 * Keeps the list of endings beside the database. At the start the two are merged: an ending that only the list has was made
 * after the backup of this database. A person who was erased then is erased again before anybody can ask for them, and a person who was
 * blacklisted is blacklisted again before a door can ask.
 */
export async function keepEndings(services: Services, hints: Hints, path: string): Promise<{ stop(): Promise<void> }> {
  const listed = await readEndings(path)
  const known = new Set((await selectEndings(services.db)).map(keyOfEnding))
  const lost = listed.filter((ending) => !known.has(keyOfEnding(ending)))
  for (const ending of lost) if (ending.kind === 'erased') await eraseAgain(services, ending.subject)
  for (const personId of lastSubjects(lost, 'blacklisted', 'unlisted')) await blacklistAgain(services, personId)
  await insertEndings(services.db, lost)

  const written = new Set(listed.map(keyOfEnding))
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const write = async (): Promise<void> => {
    const added = (await selectEndings(services.db)).filter((ending: Ending) => !written.has(keyOfEnding(ending)))
    await appendEndings(path, added)
    for (const ending of added) written.add(keyOfEnding(ending))
  }
  const wake = (): void => {
    clearTimeout(timer)
    running = running.then(write).catch((error: unknown) => {
      services.log.error({ err: error, path }, 'the list of what was ended could not be written: it is tried again')
      timer = setTimeout(wake, againMs).unref()
    })
  }
  const leave = [hints.on((hint) => hint.to === 'servers' && hint.what === 'endings' && wake()), hints.onMissed(wake)]
  await write().catch((error: unknown) => {
    services.log.error({ err: error, path }, 'the list of what was ended could not be written: it is tried again')
    timer = setTimeout(wake, againMs).unref()
  })
  return {
    async stop() {
      for (const end of leave) end()
      clearTimeout(timer)
      await running
    },
  }
}
