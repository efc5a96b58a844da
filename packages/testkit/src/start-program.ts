import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

export type Program = {
  child: ChildProcess
  /** All its output so far, on both streams. */
  output(): string
  /** The first match in its output from character `from` on; fails when it ends without one, or when patience ends. */
  says(pattern: RegExp, options?: { from?: number }): Promise<RegExpExecArray>
  /** Ends it and waits until it is gone. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export type ProgramOptions = {
  environment?: Readonly<Record<string, string | undefined>>
  /** Arguments of Node itself. */
  nodeArguments?: readonly string[]
  /** Its stderr goes to ours, for a person who watches, and not into `output`. */
  showsErrors?: boolean
  /** Ctrl+C in the terminal does not reach it: who started it ends it. */
  isApart?: boolean
}

const kept = ['PATH', 'HOME', 'NODE_COMPILE_CACHE']
/** This only ends a program that hangs: a busy machine is many times slower than a quiet one. */
const patienceMs = 200_000

/**
 * Runs a program of ours as its `npm run` does, without the variables of this environment that it must not know.
 * @param file from the root of the repository
 */
export function startProgram(
  file: string,
  args: readonly string[] = [],
  { environment = {}, nodeArguments = [], showsErrors = false, isApart = false }: ProgramOptions = {},
): Program {
  const own = Object.fromEntries(kept.map((name) => [name, process.env[name]]))
  const child = spawn(process.execPath, [...nodeArguments, resolve(root, file), ...args], {
    cwd: root,
    env: { ...own, ...environment },
    detached: isApart,
    stdio: ['ignore', 'pipe', showsErrors ? 'inherit' : 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => void (output += text))
  }
  let isOver = false
  child.once('close', () => (isOver = true))

  async function says(pattern: RegExp, { from = 0 } = {}): Promise<RegExpExecArray> {
    const { promise, resolve: found, reject } = Promise.withResolvers<RegExpExecArray>()
    const fail = (problem: string) =>
      reject(new Error(`${file} ${problem} ${String(pattern)}:\n${output.slice(-10_000)}`))
    const look = () => {
      const match = pattern.exec(output.slice(from))
      if (match) found(match)
      else if (isOver) fail('ended without saying')
    }
    const timer = setTimeout(() => fail(`did not say within ${patienceMs} ms`), patienceMs)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', look)
    child.on('close', look)
    look()
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', look)
      child.off('close', look)
    }
  }

  return {
    child,
    output: () => output,
    says,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}
