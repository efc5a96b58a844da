import { parentPort, workerData } from 'node:worker_threads'
import { readList } from './read-list.ts'
import type { SheetAnswer, SheetJob } from './sheet-jobs.ts'
import { writeResult, writeTemplate } from './write-workbook.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sheet-thread.ts is the only one that starts this thread
const job = workerData as SheetJob

async function answer(): Promise<SheetAnswer> {
  switch (job.kind) {
    case 'read':
      return readList(job.bytes)
    case 'template':
      return { kind: 'workbook', bytes: writeTemplate(job.language) }
    case 'result':
      return { kind: 'workbook', bytes: await writeResult(job.bytes, job.language, job.lines) }
  }
}

parentPort?.postMessage(await answer())
