import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { createFacePool, type FacePool } from '@gatehouse/face/node/face-pool.ts'
import { ensureModels } from '@gatehouse/face/node/fetch-models.ts'
import { helpText, parseCli, type CliOptions } from './cli-options.ts'
import { createChangingRecogniser } from '../recognition/face-recogniser.ts'
import { blindRecogniser } from '../recognition/recogniser.ts'
import { recogniserFolder } from './recogniser-files.ts'
import { runTerminals } from './run-terminals.ts'
import { runZkTerminal, zkLinesHelp } from './zkteco/run-zk-terminal.ts'
import { isZk, parseZk, zkHelpText } from './zkteco/zk-options.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** `npm run` works in the repository; paths are relative to the folder where it was typed. */
const from = process.env['INIT_CWD'] ?? process.cwd()

async function main(): Promise<void> {
  if (isZk(process.argv.slice(2))) return runZk()
  const options = parseCli(process.argv.slice(2), from)
  if (options === 'help') return void process.stdout.write(helpText)
  const stopping = new AbortController()
  // Not `once`: npm passes Ctrl+C on to a process that the keyboard has reached already, and the second must not kill it.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort())
  const pool = await openPool(options)
  try {
    const recogniser = pool
      ? createChangingRecogniser(pool, recogniserFolder(recognisersIn(options)))
      : blindRecogniser(faceModelId)
    // Only where it is asked for: a program in the background must not read from the keyboard.
    const lines = options.readsInputs ? createInterface({ input: process.stdin }) : undefined
    await runTerminals({ options, recogniser, print, signal: stopping.signal, lines })
  } finally {
    await pool?.close()
  }
}

/** Beside the states of the terminals, which share the files. */
const recognisersIn = ({ terminals }: CliOptions): string =>
  join(dirname(terminals[0]?.stateFolder ?? from), 'recognisers')

async function runZk(): Promise<void> {
  const options = parseZk(process.argv.slice(2))
  if (options === 'help') return print(`${zkHelpText}\nLines of the keyboard: ${zkLinesHelp}`)
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort())
  const lines = options.readsInputs ? createInterface({ input: process.stdin }) : undefined
  await runZkTerminal(options, { print, signal: stopping.signal, lines, from })
}

/** Without a camera nobody is ever seen, and the 140 MB of networks can stay where they are. */
async function openPool(options: CliOptions): Promise<FacePool | null> {
  if (options.camera === undefined) return null
  // Every terminal waits for its own picture, so the queue is no longer than the number of terminals.
  const queueLimit = options.terminals.length + 100
  return createFacePool({ modelsFolder: await ensureModels(), queueLimit, jobTimeoutMs: 60_000 })
}

main().then(
  () => process.exit(0), // keep-alive sockets of a relay must not delay the end
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
