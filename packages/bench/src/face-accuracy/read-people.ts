import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FacePool } from '@gatehouse/face/node/face-pool.ts'
import { peopleOfPhotographs, photographPath } from '@gatehouse/face/test/photographs.ts'
import type { MeasuredPerson } from './measure-accuracy.ts'

export type PersonFiles = { name: string; group: string | null; files: string[] }

/** Groups of people in a file of their own beside their folders: a line for each, `person,group`. */
const groupsFile = 'groups.csv'

/**
 * The photographs of a folder: FOLDER/PERSON/photograph, or FOLDER/GROUP/PERSON/photograph; FOLDER/groups.csv may say the groups instead.
 * Without a folder, those of the development dependency.
 */
export async function listPeople(folder: string | undefined): Promise<PersonFiles[]> {
  if (folder === undefined)
    return Object.entries(peopleOfPhotographs).map(([name, files]) => ({
      name,
      group: null,
      files: files.map(photographPath),
    }))
  const people: PersonFiles[] = []
  const groups = await readGroups(folder)
  for (const name of await foldersIn(folder)) {
    const inside = await foldersIn(join(folder, name))
    if (inside.length === 0)
      people.push({ name, group: groups.get(name) ?? null, files: await filesIn(join(folder, name)) })
    for (const person of inside)
      people.push({ name: person, group: name, files: await filesIn(join(folder, name, person)) })
  }
  return people
}

/** A name may have commas: the last one divides. */
async function readGroups(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, groupsFile), 'utf8').catch(() => '')
  const lines = text.split(/\r?\n/).filter((line) => line.includes(','))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(',')
      return [unquoted(line.slice(0, at)), unquoted(line.slice(at + 1))] as const
    }),
  )
}

const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')

const foldersIn = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
const filesIn = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name))
    .toSorted()

export type Described = { people: MeasuredPerson[]; withoutFace: string[]; pictures: number }

/** Describes every photograph as a look at a door is described: what has no face, or cannot be read, is counted and left out. */
export async function describePeople(
  pool: Pick<FacePool, 'analyse'>,
  listed: readonly PersonFiles[],
  log: (line: string) => void,
): Promise<Described> {
  const withoutFace: string[] = []
  const people: MeasuredPerson[] = []
  let pictures = 0
  for (const { name, group, files } of listed) {
    const embeddings: Float32Array[] = []
    for (const file of files) {
      const { main } = await pool
        .analyse(await readFile(file), { liveness: false, eyes: false })
        .catch(() => ({ main: undefined }))
      if (main) embeddings.push(main.embedding)
      else withoutFace.push(file)
      if (++pictures % 500 === 0) log(`${pictures} photographs`)
    }
    if (embeddings.length > 0) people.push({ name, group, embeddings })
  }
  return { people, withoutFace, pictures }
}
