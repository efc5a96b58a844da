import { open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/*
 * What was ended for good, as a file that is no part of a backup: one line for each, only ever added, with ids and no names.
 */

export const endingKinds = ['erased', 'unbound', 'disabled', 'enabled'] as const
/** `subject`: of the erased a person's id, of the unbound a device's LDID, else an account's id. */
export type Ending = { kind: (typeof endingKinds)[number]; subject: string; at: string }

const lineForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) (erased|unbound|disabled|enabled) (\S+)$/
const isKind = (text: string | undefined): text is Ending['kind'] => endingKinds.some((kind) => kind === text)

/** The name of the list in a data folder. */
export const endingListName = 'endings.log'

/** In the order in which they were written; none where there is no file. A line that was cut off in the middle, or is none of ours, is left out. */
export async function readEndings(path: string): Promise<Ending[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    const [, at = '', kind, subject = ''] = lineForm.exec(line) ?? []
    return isKind(kind) ? { kind, subject, at } : []
  })
}

/** Adds these; they are on the disk when this resolves. */
export async function appendEndings(path: string, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return
  const file = await open(path, 'a+', 0o600)
  try {
    // A line that was cut off by a power cut must not swallow the next.
    const { size } = await file.stat()
    const { buffer } = size > 0 ? await file.read(Buffer.alloc(1), 0, 1, size - 1) : { buffer: Buffer.from('\n') }
    const lines = endings.map(({ at, kind, subject }) => `${at} ${kind} ${subject}\n`)
    await file.appendFile((buffer.toString() === '\n' ? '' : '\n') + lines.join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  const folder = await open(dirname(path))
  await folder.sync()
  await folder.close()
}

/** The same ending, however its instant is written. */
export const keyOfEnding = ({ kind, subject, at }: Ending) =>
  `${kind} ${subject} ${Temporal.Instant.from(at).epochMilliseconds}`
