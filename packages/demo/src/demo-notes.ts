import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The notes that the demo needs when it is started again. */
const storedNotes = z.object({
  people: z.int(),
  foundedOn: z.string(),
  zone: z.string(),
  /** Employees without a portrait from the face engine: no door knows them, and they do not use doors. */
  faceless: z.array(z.int()),
  /** Up to here the days have been simulated. */
  livedUntil: z.string(),
  /** The days before this one are still to come in; absent in the notes of earlier demos, which had them all. */
  livedFromOn: z.string().optional(),
  /** So many days before its founding, the first of its records are. */
  days: z.int().optional(),
})
/** The file keeps the key `faceless`, under which earlier demos noted them. */
export type DemoNotes = Omit<z.output<typeof storedNotes>, 'faceless'> & { withoutPortrait: readonly number[] }

const fileOf = (folder: string) => join(folder, 'demo.json')

/** Undefined where there is no company yet, or only half of one. */
export async function readNotes(folder: string): Promise<DemoNotes | undefined> {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { faceless: withoutPortrait, ...notes } = storedNotes.parse(JSON.parse(text))
  return { ...notes, withoutPortrait }
}

/** Two parts of the demo note how far they are at the same time; one after the other writes. */
let writing: Promise<unknown> = Promise.resolve()

/** Changes the notes, or writes the first ones. */
export function keepNotes(folder: string, next: DemoNotes | ((kept: DemoNotes) => DemoNotes)): Promise<void> {
  const written = writing.then(async () => {
    if (typeof next !== 'function') return writeNotes(folder, next)
    const kept = await readNotes(folder)
    if (kept) await writeNotes(folder, next(kept))
  })
  writing = written.catch(() => undefined) // whoever asked for it handles the error
  return written
}

async function writeNotes(folder: string, { withoutPortrait, ...notes }: DemoNotes): Promise<void> {
  const file = fileOf(folder)
  await writeFile(`${file}.new`, `${JSON.stringify({ ...notes, faceless: withoutPortrait }, null, 2)}\n`)
  await rename(`${file}.new`, file)
}
