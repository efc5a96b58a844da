import type { Clock } from '../lib/clock.ts'
import { createRetryingTask, type RetryingTask } from './retrying-task.ts'
import { LinkError } from '../link/link-error.ts'

export type TaskSet = {
  /** A task that ends with the terminal; its failures are logged, its name is unique. */
  add(name: string, work: (signal: AbortSignal) => Promise<void>): RetryingTask
  /** Another behaviour's task, if there is one. */
  find(name: string): RetryingTask | undefined
  readonly areIdle: boolean
  /** The server is available again: every failed task is tried again now. */
  skipPauses(): void
  /** Called before the first `add`, and again after `close`. */
  open(): void
  /** Ends all tasks; resolves when the present runs have ended. */
  close(): Promise<void>
}

export type TaskSetOptions = {
  readonly clock: Clock
  log(line: string): void
  onChange(): void
}

/** A terminal's tasks. The first failure in a row is logged, and the success after it. */
export function createTaskSet({ clock, log, onChange }: TaskSetOptions): TaskSet {
  let tasks = new Map<string, RetryingTask>()
  return {
    /** A task that ends with the terminal; its failures are logged, its name is unique. */
    add(name, work) {
      const task = createRetryingTask({
        name,
        work,
        clock,
        onChange,
        onFailure(error, failures) {
          if (failures === 1 && !isSilence(error)) log(`${name}: ${messageOf(error)}; trying again`)
        },
      })
      tasks.set(name, task)
      return task
    },
    find: (name) => tasks.get(name),
    get areIdle() {
      return [...tasks.values()].every((task) => task.isIdle)
    },
    skipPauses() {
      for (const task of tasks.values()) task.skipPause()
    },
    open: () => void (tasks = new Map()),
    async close() {
      await Promise.all([...tasks.values()].map((task) => task.stop()))
    },
  }
}

/** An unavailable server is logged once for the whole terminal, not by each task. */
const isSilence = (error: unknown): boolean => error instanceof LinkError && error.kind === 'unreachable'
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
