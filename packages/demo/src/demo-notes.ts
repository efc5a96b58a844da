import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** What the demo must still know when it is started again. */
const demoNotes = z.object({
  people: z.int(),
  foundedOn: z.string(),
  zone: z.string(),
  /** Employees whom the face engine gave no portrait: no door knows them, and they stay away from doors. */
  faceless: z.array(z.int()),
  /** Up to here the days have been lived. */
  livedUntil: z.string(),
})
export type DemoNotes = z.output<typeof demoNotes>

const fileOf = (folder: string) => join(folder, 'demo.json')

/** Undefined where no company has settled yet, or one only half. */
export async function readNotes(folder: string): Promise<DemoNotes | undefined> {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : demoNotes.parse(JSON.parse(text))
}

export async function keepNotes(folder: string, notes: DemoNotes): Promise<void> {
  const file = fileOf(folder)
  await writeFile(`${file}.new`, `${JSON.stringify(notes, null, 2)}\n`)
  await rename(`${file}.new`, file)
}
