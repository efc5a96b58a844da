import { existsSync } from 'node:fs'
import { runTask } from './run-task.ts'

/**
 * `npm run test:at -- '2028-02-28T23:50Z' ARGUMENTS`: Vitest on a machine whose clock stands at this moment and goes
 * on, the database's too. It finds tests that pass only at some hours or dates. It needs Debian's package `faketime`.
 */
const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
const library = `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`
const [moment = '', ...args] = process.argv.slice(2)
const offsetMs = Date.parse(moment) - Date.now()

if (Number.isNaN(offsetMs)) throw new Error('Say a moment first, such as 2028-02-28T23:50Z')
if (!existsSync(library)) throw new Error(`${library} is missing: apt install faketime`)
Object.assign(process.env, {
  LD_PRELOAD: library,
  FAKETIME: `${offsetMs < 0 ? '-' : '+'}${Math.abs(Math.round(offsetMs / 1000))}`,
  // The monotonic clock goes on as it does.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})
process.exitCode = await runTask({ name: 'vitest', command: ['vitest', 'run', ...args] })
