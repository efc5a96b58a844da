import { Worker } from 'node:worker_threads'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Language } from '@gatehouse/contract/envelope.ts'
import { importTexts } from '@gatehouse/contract/texts/import-texts.ts'
import { maxLines, type SheetAnswer, type SheetJob, type SheetList } from './sheet-jobs.ts'

/** A workbook of 2 MB takes a second; one that takes longer, or more memory, is an attack. */
const limits = { milliseconds: 60_000, resourceLimits: { maxOldGenerationSizeMb: 512 } }
/** The number of threads; a request while all are busy is asked to try again. */
const maxThreads = 2

let running = 0

/**
 * Reads the people of a workbook, on a thread of its own.
 * @throws AppError import.not-xls, import.damaged, import.macros, import.wrong-template, import.empty, import.too-long, server.busy
 */
export async function readWorkbook(bytes: Uint8Array, language: Language): Promise<SheetList> {
  const answer = await ask({ kind: 'read', bytes })
  if (answer.kind === 'list') return answer.list
  if (answer.kind === 'refused')
    throw new AppError(
      answer.code,
      answer.code === 'import.wrong-template'
        ? { column: importTexts[language].columns.name }
        : answer.code === 'import.too-long'
          ? { limit: maxLines }
          : {},
    )
  throw new Error('the sheet thread gave a workbook in place of a list')
}

export const makeTemplate = (language: Language) => askForWorkbook({ kind: 'template', language })

/** The uploaded workbook with one more column: the result of each line, by its number. @throws AppError server.busy */
export const makeResult = (bytes: Uint8Array, language: Language, lines: ReadonlyMap<number, string>) =>
  askForWorkbook({ kind: 'result', bytes, language, lines })

async function askForWorkbook(job: SheetJob): Promise<Buffer> {
  const answer = await ask(job)
  if (answer.kind !== 'workbook') throw new AppError('import.damaged')
  return Buffer.from(answer.bytes)
}

async function ask(job: SheetJob): Promise<SheetAnswer> {
  if (running >= maxThreads) throw new AppError('server.busy')
  running += 1
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: job,
    execArgv: [],
    resourceLimits: limits.resourceLimits,
    // The workbook library prints a remark on every record that it does not know; the operator of the server does not need them.
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const timer = setTimeout(() => void worker.terminate(), limits.milliseconds)
  try {
    return await new Promise<SheetAnswer>((resolve, reject) => {
      worker.once('message', resolve)
      // A thread that ends early, for memory, time or an unreadable workbook, does so because of the workbook.
      worker.once('error', () => reject(new AppError('import.damaged')))
      worker.once('exit', () => reject(new AppError('import.damaged')))
    })
  } finally {
    clearTimeout(timer)
    running -= 1
    await worker.terminate()
  }
}
