import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureModels } from '@gatehouse/face/node/fetch-models.ts'
import { createFacePool } from '@gatehouse/face/node/face-pool.ts'
import { peopleOfPhotographs, photographPath } from '@gatehouse/face/test/photographs.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accuracyReport } from './accuracy-report.ts'
import { describePeople, listPeople } from './read-people.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'people of '))
  const add = async (person: string, files: readonly string[], group = '') => {
    await mkdir(join(folder, group, person), { recursive: true })
    for (const file of files) await cp(photographPath(file), join(folder, group, person, file))
  }
  await add('O\'Brien, "Mac" & Söhne', peopleOfPhotographs.cage)
  await add('王 小明', peopleOfPhotographs.audrey)
  await add('#5 ..odd', peopleOfPhotographs.murray)
  await add('in a group', peopleOfPhotographs.connery, 'night shift')
  await writeFile(join(folder, '王 小明', 'broken.jpg'), 'no picture')
  await writeFile(join(folder, '王 小明', '.DS_Store'), 'of a computer')
  await mkdir(join(folder, 'nobody yet'))
  await writeFile(
    join(folder, 'groups.csv'),
    'person,group\r\n王 小明,day shift\r\n"O\'Brien, ""Mac"" & Söhne",day shift\r\n',
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('people are read from folders with awkward names, their groups from a folder above or from groups.csv', async () => {
  const people = await listPeople(folder)
  expect(people.map(({ name, group, files }) => [name, group, files.length])).toEqual([
    ['#5 ..odd', null, 1],
    ['O\'Brien, "Mac" & Söhne', 'day shift', 2],
    ['in a group', 'night shift', 2],
    ['nobody yet', null, 0],
    ['王 小明', 'day shift', 3],
  ])
})

it('a broken file and a person with one photograph do not stop the measurement, and all tables are printed', async () => {
  const pool = createFacePool({ modelsFolder: await ensureModels(), workers: 1, jobTimeoutMs: 60_000 })
  try {
    const { people, withoutFace, pictures } = await describePeople(pool, await listPeople(folder), () => {})
    expect(pictures).toBe(8)
    expect(withoutFace).toEqual([join(folder, '王 小明', 'broken.jpg')])
    expect(people).toHaveLength(4)
    const report = accuracyReport(people)
    expect(report).toContain('4 people, 7 photographs, 3 pairs of one person')
    expect(report).toContain('FAR day shift')
    for (const table of [1, 2, 3, 4, 5, 6]) expect(report).toContain(`${table}. `)
  } finally {
    await pool.close()
  }
})
