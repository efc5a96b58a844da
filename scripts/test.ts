import { join } from 'node:path'
import { root, runTask, type Task } from './run-task.ts'
import { collectSecondTries, tellSecondTries } from './second-tries.ts'
import { tellInTurn } from './tell-in-turn.ts'

/**
 * `npm test`: everything that needs no browser, and at the same time the journeys in one: each waits for PostgreSQL, terminals or
 * pages while the other computes. `npm test -- ARGUMENTS` is for Vitest alone.
 */
const args = process.argv.slice(2)
const vitest: Task = { name: 'vitest', command: ['vitest', 'run', ...args] }
const journeys: Task = { name: 'playwright', command: ['playwright', 'test'], folder: 'packages/e2e' }

/** Runs one part, and tells what it says. Gives its failure, with the end of what it said. */
async function run(task: Task, tell: (text: string) => void): Promise<string | undefined> {
  let output = ''
  const code = await runTask(task, (text) => {
    output += text
    tell(text)
  })
  return code === 0 ? undefined : `${output.slice(-6000)}\n${task.name} failed (exit code ${code})`
}

async function runBoth(): Promise<void> {
  const file = '.cache/journeys.log'
  console.log(`The journeys run meanwhile: what they say is in ${file}, and printed below.`)
  const { tell, takeTurn } = tellInTurn(join(root, file))
  collectSecondTries(join(root, '.cache/second-tries.log'))
  const first = run(vitest, (text) => process.stdout.write(text)).finally(takeTurn)
  // One run shows every failure, and a log is read from its end: each is printed there again.
  const failures = (await Promise.all([first, run(journeys, tell)])).filter((failure) => failure !== undefined)
  for (const failure of failures) console.error(failure)
  console.log(tellSecondTries())
  if (failures.length > 0) process.exitCode = 1
}

if (args.length > 0) process.exitCode = await runTask(vitest)
else await runBoth()
