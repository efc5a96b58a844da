import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { until } from './until.ts'

const root = join(import.meta.dirname, '../../..')

export type Program = {
  /** All that it said so far, on both streams. */
  output(): string
  /** The first match in what it said from character `from` on; fails when it ends without, or when patience ends. */
  says(pattern: RegExp, options?: { from?: number }): Promise<RegExpExecArray>
  /** Ends it and waits until it is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

const kept = ['PATH', 'HOME', 'NODE_COMPILE_CACHE']

/** Runs a program of ours as its `npm run` does, with nothing of this environment that it is not to know. */
export function startProgram(file: string, args: readonly string[], environment: Record<string, string>): Program {
  const own = Object.fromEntries(kept.map((name) => [name, process.env[name]]))
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    env: { ...own, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  }
  return {
    output: () => output,
    says: (pattern, { from = 0 } = {}) =>
      until(
        () => {
          const found = pattern.exec(output.slice(from))
          if (!found && hasEnded(child)) throw new Error(`${file} ended without saying ${String(pattern)}:\n${output}`)
          return found
        },
        `${file} says ${String(pattern)}`,
        { see: () => output.slice(-2_000) },
      ),
    async end(signal) {
      if (hasEnded(child)) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
