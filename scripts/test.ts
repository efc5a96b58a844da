import { runTask, type Task } from './run-task.ts'

/** `npm test`: everything that needs no browser, then the journeys in one. `npm test -- ARGUMENTS` is for Vitest alone. */
const args = process.argv.slice(2)
const tasks: Task[] = [
  { name: 'vitest', command: ['vitest', 'run', ...args] },
  ...(args.length > 0
    ? []
    : [{ name: 'playwright', command: ['playwright', 'test'] as [string, string], folder: 'packages/e2e' }]),
]

// The second runs although the first failed: one run should show everything that is wrong.
for (const task of tasks) {
  const code = await runTask(task)
  if (code !== 0) {
    console.error(`${task.name} failed (exit code ${code})`)
    process.exitCode = 1
  }
}
