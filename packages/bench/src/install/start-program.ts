import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Context } from '../benchmark.ts'

export type Program = {
  child: ChildProcess
  url: string
  /** From the start of the process to its address. */ startMs: number
  stop(): Promise<void>
}

const deadlineMs = 60_000

/**
 * Starts a Node program of ours in its own process, and waits until it prints the address it listens on.
 * @param options.ready finds the address in its output
 * @throws when it ends or says nothing within a minute, with what it wrote to stderr
 */
export async function startProgram(
  context: Context,
  options: {
    file: string
    environment: Record<string, string>
    ready: RegExp
    isProfiled?: boolean
  },
): Promise<Program> {
  const profiling =
    options.isProfiled && context.profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${context.profileFolder}`] : []
  const began = performance.now()
  const child = spawn(process.execPath, [...profiling, options.file], {
    env: { PATH: process.env['PATH'], ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  context.cleanup.defer(stop)
  const url = await readAddress(child, options.ready)
  return { child, url, startMs: performance.now() - began, stop }
}

function readAddress(child: ChildProcess, ready: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let out = ''
  let err = ''
  const fail = (problem: string) => reject(new Error(`${child.spawnargs.at(-1)} ${problem}: ${err.slice(-2000)}`))
  const timer = setTimeout(() => fail(`did not start within ${deadlineMs} ms`), deadlineMs)
  child.stderr?.on('data', (chunk: Buffer) => (err = (err + chunk.toString()).slice(-10_000)))
  child.stdout?.on('data', (chunk: Buffer) => {
    out = (out + chunk.toString()).slice(-10_000)
    const address = ready.exec(out)?.[1]
    if (address) resolve(address)
  })
  child.once('exit', (code) => fail(`ended with ${code}`))
  return promise.finally(() => clearTimeout(timer))
}
