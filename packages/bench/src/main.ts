import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { alarms } from './alarms.ts'
import { areas } from './areas.ts'
import { type Benchmark, formatNumber, requireWork, type Row, type Work } from './benchmark.ts'
import { attendance } from './attendance.ts'
import { browserTerminal } from './browser-terminal.ts'
import { cards } from './cards.ts'
import { dashboard } from './dashboard.ts'
import { faceAccuracy, folderFlags } from './face-accuracy/face-accuracy.ts'
import { faces } from './faces.ts'
import { history } from './history.ts'
import { imports } from './imports.ts'
import { kill } from './kill.ts'
import { live } from './live.ts'
import { lockdown } from './lockdown.ts'
import { listPage } from './list-page.ts'
import { lists } from './lists.ts'
import { loginPage } from './login-page.ts'
import { records } from './records.ts'
import { start } from './start.ts'
import { strangers } from './strangers.ts'
import { formatTable } from './table.ts'
import { terminals } from './terminals.ts'
import { upgrades } from './upgrades.ts'
import { zkteco } from './zkteco.ts'

/**
 * npm run bench                       everything, 36 to 47 minutes
 * npm run bench -- quick              the headline figures, about five minutes
 * npm run bench -- records faces      these only
 * npm run bench -- face-accuracy --people FOLDER   photographs by person: FOLDER/PERSON/… or FOLDER/GROUP/PERSON/…
 * npm run bench -- face-accuracy --recogniser FOLDER   of another recogniser than the built-in one
 * npm run bench -- records --profile  and the servers write CPU profiles to packages/bench/results
 */
const benchmarks: readonly Benchmark[] = [
  records,
  alarms,
  kill,
  lists,
  history,
  imports,
  loginPage,
  listPage,
  attendance,
  cards,
  dashboard,
  live,
  terminals,
  zkteco,
  lockdown,
  areas,
  upgrades,
  faces,
  faceAccuracy,
  strangers,
  browserTerminal,
  start,
]
/** Of these the headline figures are; the lists in their smaller form. */
const quick = {
  names: ['records', 'lists', 'attendance', 'faces', 'start'],
  environment: { LISTS_BENCH: '20000', FACES_BENCH: '100000' },
}
const resultsFolder = join(import.meta.dirname, '../results')

function choose(options: readonly string[]): readonly Benchmark[] {
  const flags = ['--profile', ...folderFlags]
  const names = options.filter(
    (option, place) => !flags.includes(option) && !folderFlags.includes(options[place - 1] ?? ''),
  )
  // A word that nothing answers to must not begin an hour of work.
  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name))
  if (unknown.length > 0) {
    const width = Math.max(...benchmarks.map(({ name }) => name.length))
    const known = benchmarks.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')
    process.stderr.write(`There is no benchmark ${unknown.join(', ')}. There are:\n${known}\n`)
    process.exit(2)
  }
  return names.length === 0 ? benchmarks : benchmarks.filter(({ name }) => names.includes(name))
}

async function runOne(benchmark: Benchmark, withProfile: boolean): Promise<{ rows: Row[]; work: Work[] }> {
  const cleanup = new AsyncDisposableStack()
  const log = (line: string) => process.stderr.write(`  ${benchmark.name}: ${line}\n`)
  // Interrupted, it leaves no database behind either.
  let disposing: Promise<void> | undefined
  const dispose = () => (disposing ??= cleanup.disposeAsync())
  const end = () => void dispose().finally(() => process.exit(130))
  process.on('SIGINT', end).on('SIGTERM', end)
  try {
    const measurements = await benchmark.run({ log, cleanup, profileFolder: withProfile ? resultsFolder : undefined })
    requireWork(measurements)
    return { rows: measurements.flatMap(({ rows }) => rows), work: measurements.map(({ work }) => work) }
  } finally {
    await dispose()
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

/** In a process of its own, since a benchmark reads its size where it begins. */
function runQuick(flags: readonly string[]): number {
  const own = [import.meta.filename, ...quick.names, ...flags]
  const environment = { ...quick.environment, ...process.env }
  return spawnSync(process.execPath, own, { env: environment, stdio: 'inherit' }).status ?? 1
}

/** The environment of the figures. */
const describeMachine = () => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  memoryGb: Math.round(totalmem() / 1024 ** 3),
  system: `${type()} ${release()}`,
  node: process.versions.node,
})

const options = process.argv.slice(2)
if (options.includes('quick')) process.exit(runQuick(options.filter((option) => option.startsWith('--'))))
const chosen = choose(options)
const machine = describeMachine()
const startedAt = Temporal.Now.instant().toString({ smallestUnit: 'second' })
/** Of the last minute, before the benchmark: what is above 0.5 was other programs, or the benchmark before. */
const results: { benchmark: string; about: string; loadBefore: number; rows: Row[]; work: Work[]; error?: string }[] =
  []
await mkdir(resultsFolder, { recursive: true })

for (const benchmark of chosen) {
  const { name, about } = benchmark
  const loadBefore = loadavg()[0] ?? 0
  try {
    results.push({ benchmark: name, about, loadBefore, ...(await runOne(benchmark, options.includes('--profile'))) })
  } catch (error) {
    // The others still count; the exit code shows the failure.
    process.exitCode = 1
    results.push({
      benchmark: name,
      about,
      loadBefore,
      rows: [],
      work: [],
      error: error instanceof Error ? error.message : String(error),
    })
    process.stderr.write(`  ${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`)
  }
}

process.stdout.write(`${startedAt}, ${machine.cores} cores (${machine.processor}), ${machine.system}\n`)
for (const { benchmark, about, loadBefore, rows, work, error } of results) {
  process.stdout.write(`\n${benchmark}: ${about}; load before ${loadBefore.toFixed(1)}\n`)
  process.stdout.write(`${error ? `failed: ${error}` : formatTable(rows)}\n`)
  for (const { what, done } of work) process.stdout.write(`  done: ${what}: ${formatNumber(done)}\n`)
}
await writeFile(join(resultsFolder, 'latest.json'), `${JSON.stringify({ startedAt, machine, results }, null, 2)}\n`)
