import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Drawing, DrawingAnswer, DrawingJob } from './drawing-jobs.ts'

/** A plan of a large building takes a second or two; one that takes longer is an attack, or no plan. */
const usualMilliseconds = 20_000
/** The files that are drawn or wait; each is in memory, and may take a processor for all of its time. */
const maxWaiting = 4

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws a file of somebody else in a process of its own, one after another. A thread would not do: decoders of native code cannot be
 * ended on it, and their fault or their memory would be that of the server.
 * @throws AppError of the file, or server.busy
 */
export async function requestDrawing(job: DrawingJob, maxMilliseconds = usualMilliseconds): Promise<Drawing> {
  if (waiting >= maxWaiting) throw new AppError('server.busy')
  waiting += 1
  const mine = last.then(() => ask(job, maxMilliseconds))
  last = mine.catch(() => {})
  const answer = await mine.finally(() => (waiting -= 1))
  if (answer.kind === 'refused') throw new AppError(answer.code, answer.params)
  return answer.drawing
}

/** Variables by which the text of a drawing finds its letters: no other, and no secret. */
const known = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH']

function systemEnvironment() {
  // oxlint-disable-next-line no-restricted-properties -- of the system, not of the product
  const all = process.env
  return Object.fromEntries(known.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])))
}

function ask(job: DrawingJob, maxMilliseconds: number): Promise<DrawingAnswer> {
  const child = fork(fileURLToPath(new URL('./drawing-process.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=256'],
    env: systemEnvironment(),
    // Decoders print remarks on every oddity of a file; the operator of the server does not need them.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const tooComplex: DrawingAnswer = { kind: 'refused', code: 'floor-plan.too-complex' }
  return new Promise<DrawingAnswer>((resolve, reject) => {
    const timer = setTimeout(() => resolve(tooComplex), maxMilliseconds)
    child.once('message', (answer: DrawingAnswer) => resolve(answer))
    // Without a word, for memory or a fault of a decoder: because of the file.
    child.once('exit', () => resolve(tooComplex))
    child.once('error', reject)
    child.send(job, (error) => error && reject(error))
    child.once('close', () => clearTimeout(timer))
  }).finally(() => child.kill('SIGKILL'))
}
