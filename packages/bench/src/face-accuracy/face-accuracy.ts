import { ensureModels } from '@gatehouse/face/node/fetch-models.ts'
import { createFacePool } from '@gatehouse/face/node/face-pool.ts'
import { type Benchmark, row } from '../benchmark.ts'
import { accuracyReport } from './accuracy-report.ts'
import { describePeople, listPeople } from './read-people.ts'

/** `--people FOLDER`: photographs by person, and above them by group if there are groups. */
export const peopleFlag = '--people'
const folderOf = (options: readonly string[]): string | undefined => {
  const place = options.indexOf(peopleFlag)
  return place < 0 ? undefined : options[place + 1]
}

/** How well people are told apart: verification, open-set identification, by group, and the thresholds that follow. */
export const faceAccuracy: Benchmark = {
  name: 'face-accuracy',
  about: `how well people are told apart, on a folder of photographs by person (${peopleFlag} FOLDER), else on those of the tests`,
  async run(context) {
    const listed = await listPeople(folderOf(process.argv))
    const pool = createFacePool({ modelsFolder: await ensureModels(), jobTimeoutMs: 120_000 })
    context.cleanup.defer(() => pool.close())
    context.log(`photographs of ${listed.length} people`)
    const { people, withoutFace, pictures } = await describePeople(pool, listed, context.log)
    for (const file of withoutFace.slice(0, 20)) context.log(`no face: ${file}`)
    context.log('comparing')
    process.stdout.write(`\n${accuracyReport(people)}\n`)
    const described = pictures - withoutFace.length
    return [
      {
        work: { what: 'people whose faces were compared', expected: listed.length, done: people.length },
        rows: [row({ what: 'photographs with a face', value: described / pictures, unit: 'share' })],
      },
    ]
  },
}
