import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runDemo } from './run-demo.ts'
import { takePictures } from './take-pictures.ts'

const help = `Usage: npm run demo [-- options]

Gatehouse with a company in it: 300 drawn people, 60 days of records and attendance, twelve terminals that go on working.
Started again it goes on where it was; the days between are lived first.

  --fresh       forget the company of before, and begin anew
  --people N    so many employees (default 300)
  --days N      so many days of records (default 60)
  --pictures    take the README's pictures (docs/pictures) once all days are in, and end
  --data FOLDER where it is kept (default: data/demo)
`

const { values } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    people: { type: 'string', default: '300' },
    days: { type: 'string', default: '60' },
    pictures: { type: 'boolean', default: false },
    data: { type: 'string' },
    help: { type: 'boolean' },
  },
})

function wholeNumber(name: 'people' | 'days', max: number): number {
  const value = Number(values[name])
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw new Error(`--${name} takes a whole number from 1 to ${max}.`)
  return value
}

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(help)
  const stopping = new AbortController()
  // Not `once`: npm passes Ctrl+C on to a process that the keyboard has reached already, and the second must not kill it.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort())
  let url = ''
  let pictures: Promise<void> | undefined
  await runDemo({
    folder:
      values.data === undefined
        ? resolve(import.meta.dirname, '../../../data/demo')
        : resolve(process.env['INIT_CWD'] ?? '.', values.data),
    people: wholeNumber('people', 1000),
    days: wholeNumber('days', 60),
    isFresh: values.fresh,
    environment: process.env,
    say: (line) => void process.stdout.write(`${line}\n`),
    onReady: (at) => (url = at),
    onLive() {
      if (values.pictures) pictures = takePictures(url).finally(() => stopping.abort())
    },
    signal: stopping.signal,
  })
  await pictures
}

main().then(
  () => process.exit(0), // what is still on its way to a server that was stopped must not hold this up
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
