import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export type Task = { name: string; command: [program: string, ...args: string[]]; folder?: string }

/**
 * Runs a program of node_modules/.bin (or any other) from the root, or from a folder below it.
 * @returns its exit code; 1 when a signal ended it or it cannot be started
 */
export function runTask({ command: [program, ...args], folder = '.' }: Task, onOutput?: (text: string) => void) {
  return new Promise<number>((resolve) => {
    const child = spawn(program, args, {
      cwd: join(root, folder),
      env: {
        ...process.env,
        PATH: [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter),
        // Tests start the server and terminals dozens of times: each reads the same programs.
        NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      },
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
    child.once('error', (error) => {
      console.error(`${program} cannot be started: ${error.message}`)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}
