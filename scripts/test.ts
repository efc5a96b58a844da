import { runTask, type Task } from './run-task.ts'

/** `npm test`: everything that needs no browser, then the journeys in one. `npm test -- ARGUMENTS` is for Vitest alone. */
const args = process.argv.slice(2)
const tasks: Task[] = [
  { name: 'vitest', command: ['vitest', 'run', ...args] },
  ...(args.length > 0
    ? []
    : [{ name: 'playwright', command: ['playwright', 'test'] as [string, string], folder: 'packages/e2e' }]),
]

const failures: string[] = []
// The second part runs although the first failed: one run should show every failure.
for (const task of tasks) {
  let output = ''
  const keep = (text: string) => {
    process.stdout.write(text)
    output += text
  }
  // A log is read from its end: the failures of the first part are printed there again. A person at a terminal scrolls.
  const code = await (process.stdout.isTTY ? runTask(task) : runTask(task, keep))
  if (code !== 0) failures.push(`${output.slice(-6000)}\n${task.name} failed (exit code ${code})`)
}
for (const failure of failures) console.error(failure)
if (failures.length > 0) process.exitCode = 1
