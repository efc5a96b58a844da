import { runTask, type Task } from './run-task.ts'

/**
 * `npm test`: everything that needs no browser, and at the same time the journeys in one: each waits for PostgreSQL, terminals or
 * pages while the other computes. `npm test -- ARGUMENTS` is for Vitest alone.
 */
const args = process.argv.slice(2)
const vitest: Task = { name: 'vitest', command: ['vitest', 'run', ...args] }
const journeys: Task = { name: 'playwright', command: ['playwright', 'test'], folder: 'packages/e2e' }

/** Runs one part; what it says is told from its `turn` on. Gives its failure, with the end of what it said. */
async function run(task: Task, turn: Promise<unknown>): Promise<string | undefined> {
  let output = ''
  let isTurn = false
  const told = turn.then(() => {
    isTurn = true
    process.stdout.write(output)
  })
  const code = await runTask(task, (text) => {
    output += text
    if (isTurn) process.stdout.write(text)
  })
  await told
  return code === 0 ? undefined : `${output.slice(-6000)}\n${task.name} failed (exit code ${code})`
}

if (args.length > 0) process.exitCode = await runTask(vitest)
else {
  const first = run(vitest, Promise.resolve())
  // One run shows every failure, and a log is read from its end: each is printed there again.
  const failures = (await Promise.all([first, run(journeys, first)])).filter((failure) => failure !== undefined)
  for (const failure of failures) console.error(failure)
  if (failures.length > 0) process.exitCode = 1
}
