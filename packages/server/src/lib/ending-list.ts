import { open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/*
 * Endings for good, in a file that is no part of a backup: one line for each, only ever added, with ids and no names.
 */

/** The kinds, with the `subject` of each; `enabled` and `unlisted` cancel an earlier ending. */
export const endingKinds = {
  erased: "a person's id",
  unbound: "a device's LDID",
  disabled: "an account's id",
  enabled: "an account's id",
  blacklisted: "a person's id",
  unlisted: "a person's id",
  pass: "a visitor pass's id",
  key: 'the id of a key of the open platform',
  link: 'walk-in, registration or display',
  role: "an account's id and the number of the role that it has since, as in ID:3",
} as const
export type EndingKind = keyof typeof endingKinds
export type Ending = { kind: EndingKind; subject: string; at: string }

const lineForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) ([a-z]+) (\S+)$/
const isKind = (text: string | undefined): text is EndingKind => text !== undefined && Object.hasOwn(endingKinds, text)

/** The name of the list in a data folder. */
export const endingListName = 'endings.log'

/**
 * In the order in which they were written; none if there is no file. A line that was cut off in the middle, or is not
 * ours, is left out.
 */
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

/** The subjects whose last entry is of this `kind`, and not the one that cancels it. */
export function lastSubjects(endings: readonly Ending[], kind: EndingKind, undone: EndingKind): string[] {
  const last = new Map<string, EndingKind>()
  for (const one of endings) if (one.kind === kind || one.kind === undone) last.set(one.subject, one.kind)
  return [...last].flatMap(([subject, said]) => (said === kind ? [subject] : []))
}
