import type { Clock } from './clock.ts'
import { createDuty } from './retrying-task.ts'
import type { Duty } from './retrying-task.ts'
import { LinkError } from '../link/link-error.ts'

export interface Duties {
  add(name: string, work: (signal: AbortSignal) => Promise<void>): Duty
  find(name: string): Duty | undefined
  readonly areIdle: boolean
  /** The server is there again: whatever failed is tried again now. */
  retry(): void
  /** Before the first `add`, and again after `close`. */
  open(): void
  /** Ends all of them; resolves when what is under way has ended. */
  close(): Promise<void>
}

export interface DutiesOptions {
  readonly clock: Clock
  log(line: string): void
  onChange(): void
}

/** A terminal's duties. The first failure in a row is logged, and the success after it. */
export function createDuties({ clock, log, onChange }: DutiesOptions): Duties {
  let duties = new Map<string, Duty>()
  return {
    add(name, work) {
      const duty = createDuty({
        name,
        work,
        clock,
        onChange,
        onFailure(error, failures) {
          if (failures === 1 && !isSilence(error)) log(`${name}: ${messageOf(error)}; trying again`)
        },
      })
      duties.set(name, duty)
      return duty
    },
    find: (name) => duties.get(name),
    get areIdle() {
      return [...duties.values()].every((duty) => duty.isIdle)
    },
    retry() {
      for (const duty of duties.values()) duty.retry()
    },
    open: () => void (duties = new Map()),
    async close() {
      await Promise.all([...duties.values()].map((duty) => duty.stop()))
    },
  }
}

/** That the server does not answer is said once for the whole terminal, not by each duty. */
const isSilence = (error: unknown): boolean => error instanceof LinkError && error.kind === 'unreachable'
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
