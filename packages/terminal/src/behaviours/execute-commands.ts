import { pullCommands, reportCommand, type DoorMode, type WireCommand } from '@gatehouse/contract/device/link.ts'
import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import { emergencyOf, isLockedDown } from '../door/door-state.ts'
import { epochMsOf } from '../lib/clock.ts'
import { isRefusedWith } from '../link/link-error.ts'
import type { CommandOutcome } from '../state/terminal-state.ts'

/**
 * Carries out the commands that wait for this terminal, each once: a command is entered in the journal before it
 * begins, so that a lost acknowledgement or a crash never opens a door a second time.
 */
export const executeCommands: OwnBehaviour<'commands'> = {
  name: 'commands',
  start(terminal) {
    const task = terminal.tasks.add('commands', async (signal) => {
      try {
        const { commands } = await terminal.call(pullCommands, { signal })
        for (const command of commands) await obey(terminal, command, signal)
      } catch (error) {
        if (!terminal.state.isLeaving || !isRefusedWith(error, 'device.credentials-wrong')) throw error
        // The server has unbound this terminal: the acknowledgement did arrive, and only its answer was lost.
        terminal.unbind()
      }
    })
    return {
      on: {
        hint(what) {
          if (what === 'commands') task.runNow()
        },
        // The server sends nothing to a terminal that it has unbound, not even hints.
        poll() {
          if (terminal.state.isLeaving) task.schedule()
        },
      },
    }
  },
}

async function obey(terminal: TerminalCore, command: WireCommand, signal: AbortSignal): Promise<void> {
  const journal = terminal.state.commands
  const known = journal.begin(command.id)
  await terminal.state.saved().catch((error: unknown) => {
    // Nothing was carried out: it begins again once the disk takes it.
    if (known === 'fresh') journal.delete(command.id)
    throw error
  })
  if (known === 'fresh') journal.finish(command.id, await carryOut(terminal, command))
  else if (known === 'begun') journal.finish(command.id, failed('the terminal stopped while at it'))
  const outcome = journal.begin(command.id)
  if (outcome === 'fresh' || outcome === 'begun') return
  await acknowledge(terminal, command.id, outcome, signal)
  journal.delete(command.id)
  if (known === 'fresh') terminal.emit('commanded', command.kind, outcome.state)
  if (outcome.state !== 'done') return
  // These two end the task that acknowledges them, so they run after it.
  if (command.kind === 'restart') terminal.restart()
  if (command.kind === 'unbind') terminal.unbind()
}

/** The time for which a command is retried over a broken line; no other command is carried out meanwhile. */
const patienceMs = 10_000

const done: CommandOutcome = { state: 'done', result: null }
const failed = (result: string): CommandOutcome => ({ state: 'failed', result: result.slice(0, 255) })

async function carryOut(terminal: TerminalCore, { kind, expiresAt, alarmId }: WireCommand): Promise<CommandOutcome> {
  // The server's clock, as far as it is known: the terminal's own may be wrong.
  if (epochMsOf(expiresAt) < terminal.serverClock.nowMs()) return failed('it came too late')
  try {
    switch (kind) {
      case 'open-once':
        if (isLockedDown(terminal.state) && emergencyOf(terminal.state) === null)
          return failed('the door is locked down')
        await terminal.door.open('remote command', terminal.state.configuration?.settings.doorOpenSeconds ?? 5)
        return done
      case 'hold-open':
        return await holdDoor(terminal, 'held-open')
      case 'hold-closed':
        return await holdDoor(terminal, 'held-closed')
      case 'normal':
        return await holdDoor(terminal, 'normal')
      case 'sync-now':
        await Promise.all([
          terminal.tasks.find('configuration')?.runUntilDone(patienceMs),
          terminal.tasks.find('people')?.runUntilDone(patienceMs),
        ])
        return done
      case 'restart':
        return done
      case 'release-alarm':
        return releaseAlarms(terminal, alarmId)
      case 'unbind':
        // The records belong to the server; records that cannot be delivered now are deleted with the rest.
        if (terminal.state.records.waiting > 0)
          await terminal.tasks
            .find('records')
            ?.runUntilDone(patienceMs)
            .catch(() => undefined)
        terminal.state.isLeaving = true
        return done
    }
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

async function holdDoor(terminal: TerminalCore, mode: DoorMode): Promise<CommandOutcome> {
  await terminal.door.hold(mode)
  terminal.state.doorMode = mode
  terminal.notify('door-mode-changed')
  return done
}

/** Releases one alarm, or every alarm that can be released. An alarm that has ended is released already. */
function releaseAlarms({ alarms }: TerminalCore, alarmId: string | null): CommandOutcome {
  const wanted = alarms.active.filter(({ id, canRelease }) => (alarmId === null ? canRelease : id === alarmId))
  const obstacles = wanted.flatMap((alarm) => alarms.releaseRemotely(alarm) ?? [])
  return obstacles[0] === undefined ? done : failed(obstacles[0])
}

async function acknowledge(
  terminal: TerminalCore,
  id: string,
  outcome: CommandOutcome,
  signal: AbortSignal,
): Promise<void> {
  try {
    await terminal.call(reportCommand, { params: { id }, body: outcome, signal })
  } catch (error) {
    // The command expired or was acknowledged before: the server needs nothing else.
    if (!isRefusedWith(error, 'command.finished', 'command.not-found')) throw error
  }
}
