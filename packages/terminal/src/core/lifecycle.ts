import { followEmergency, followLockdown } from '../door/door-state.ts'
import type { Connection } from '../link/connection.ts'
import type { PackageStore } from '../upgrades/package-store.ts'
import type { TerminalCore } from './behaviour.ts'
import type { RunningBehaviours } from './running-behaviours.ts'
import type { TaskSet } from './task-set.ts'

/** The parts that run and end together. */
export type LifecycleParts = {
  readonly core: TerminalCore
  readonly behaviours: RunningBehaviours
  readonly tasks: TaskSet
  readonly connection: Connection
  /** The stored state of upgrades. */
  readonly packages: PackageStore | undefined
  onBegin(): void
  /** The terminal has stopped for good. */
  onOver(): void
}

/** Manages the terminal from start to stop, and the interruptions in between: a restart, a power cut, an unbinding. */
export type Lifecycle = {
  readonly isRunning: boolean
  begin(): void
  /** Says goodbye and releases everything. */
  stop(): Promise<void>
  /** Releases everything at once, like a power cut. */
  die(): void
  restart(): Promise<void>
  /** Stops, and deletes everything that is stored. */
  unbind(): Promise<void>
}

export function createLifecycle(parts: LifecycleParts): Lifecycle {
  const { core, behaviours, tasks, connection } = parts
  const { state, people, door, emit } = core
  let isRunning = false

  function begin(): void {
    isRunning = true
    parts.onBegin()
    core.configuration.dropTag()
    connection.reset()
    tasks.open()
    const onFailure = (error: unknown) => core.log(`the door cannot be held: ${String(error)}`)
    followLockdown(core).catch(onFailure)
    followEmergency(core)
    door.hold(state.doorMode).catch(onFailure)
    behaviours.start(core)
  }

  async function end(): Promise<void> {
    if (!isRunning) return
    isRunning = false
    await behaviours.stop()
    await tasks.close()
    connection.close()
    door.stop()
  }

  return {
    get isRunning() {
      return isRunning
    },
    begin,
    async stop() {
      await end()
      parts.onOver()
    },
    die() {
      if (!isRunning) return
      isRunning = false
      behaviours.die()
      void tasks.close()
      connection.close()
      parts.onOver()
    },
    async restart() {
      if (!isRunning) return
      await end()
      people.reset()
      begin()
      emit('restarted')
    },
    async unbind() {
      if (!isRunning) return
      await end()
      parts.packages?.clear()
      state.wipe()
      people.reset()
      await state.saved()
      parts.onOver()
      emit('unbound')
    },
  }
}
