import { fork } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { RecogniserSpec } from '../core/recogniser-spec.ts'
import { RecogniserError } from './recogniser-error.ts'
import type { TrialAnswer, TrialJob } from './recogniser-trial-worker.ts'

/** The server holds two beside its own; more than this is no recogniser of faces. */
const maxRecogniserBytes = 1_000_000_000

/** A trial takes 20 faces: a network of 261 MB needs some seconds, the largest one a minute or two on a slow machine. */
const usualMilliseconds = 300_000

/** The memory of a trial: that of the program and its pictures, and four times the file, which is held as bytes and as weights. */
const trialBytes = (fileBytes: number): number => 1_000_000_000 + 4 * fileBytes

/**
 * Checks that a file is a recogniser as its manifest says, and that it computes. Throws RecogniserError. How well it tells people apart
 * only photographs of people can say (`bench face-accuracy`).
 *
 * An ONNX file is a program: how much memory it asks for shows only when it runs. So it runs in a process of its own, which ends when it takes too much,
 * and takes nobody with it.
 */
export async function checkRecogniser(
  spec: RecogniserSpec,
  file: string,
  maxMilliseconds = usualMilliseconds,
): Promise<void> {
  const { size } = await stat(file)
  if (size > maxRecogniserBytes)
    throw new RecogniserError(`The file has ${mb(size)} MB; at most ${mb(maxRecogniserBytes)} are taken.`)
  const problem = await tryApart({ spec, file, maxBytes: trialBytes(size) }, maxMilliseconds)
  if (problem !== null) throw new RecogniserError(problem)
}

const tooMuch = (bytes: number): string =>
  `The model takes more than ${mb(bytes)} MB of memory when it runs: it is no recogniser of faces, or was made to harm.`

const mb = (bytes: number): number => Math.round(bytes / 1e6)

function tryApart(job: TrialJob, maxMilliseconds: number): Promise<string | null> {
  const child = fork(fileURLToPath(new URL('./recogniser-trial-worker.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=512'],
    // No secret of the server.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise<string | null>((resolve, reject) => {
    const timer = setTimeout(
      () => resolve(`The model did not come to an end within ${maxMilliseconds / 1000} s: it is given up.`),
      maxMilliseconds,
    )
    child.once('message', (answer: TrialAnswer) => resolve(answer.isTooMuch ? tooMuch(job.maxBytes) : answer.problem))
    // Without a word: the trial ended itself for its memory, or the model brought its process down.
    child.once('exit', (_, signal) =>
      resolve(
        signal === 'SIGKILL'
          ? tooMuch(job.maxBytes)
          : 'The model brings the process down that runs it: it is broken, or was made to harm.',
      ),
    )
    child.once('error', reject)
    child.once('close', () => clearTimeout(timer))
    child.send(job, (error) => error && reject(error))
  }).finally(() => child.kill('SIGKILL'))
}
