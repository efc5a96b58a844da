import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { availableParallelism } from 'node:os'
import { root, runTask, type Task } from './run-task.ts'

/** `npm run check`: types, table types, lint, format, import arrows, unused code. All of them, even when one fails. */
const packages = readdirSync(join(root, 'packages')).toSorted()
const tasks: Task[] = [
  ...packages.map((name): Task => ({ name: `types of ${name}`, command: ['tsc', '-p', `packages/${name}`] })),
  { name: 'types of scripts', command: ['tsc', '-p', '.'] },
  { name: 'table types', command: ['node', 'scripts/table-types.ts', '--check'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'import arrows', command: ['depcruise', '--config', '.dependency-cruiser.mjs', 'packages'] },
  { name: 'unused code', command: ['knip', '--treat-config-hints-as-errors'] },
]

async function check(task: Task): Promise<void> {
  const since = performance.now()
  let output = ''
  const code = await runTask(task, (text) => (output += text))
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${task.name} (${seconds} s)`)
  if (code === 0) return
  console.log(output.trimEnd())
  process.exitCode = 1
}

const queue = tasks.values()
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
    for (const task of queue) await check(task)
  }),
)
