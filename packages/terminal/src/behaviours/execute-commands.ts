import { pullCommands, reportCommand, type DoorMode, type WireCommand } from '@gatehouse/contract/device/link.ts'
import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import { epochMsOf } from '../lib/clock.ts'
import { isRefusedWith } from '../link/link-error.ts'
import type { CommandOutcome } from '../state/terminal-state.ts'

/**
 * Carries out what waits for this terminal, each once: a command is entered in the journal before it is begun, so that a
 * lost acknowledgement or a crash never opens a door a second time.
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
        // The server tells a terminal that it has unbound nothing any more, not even what has changed.
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
  await terminal.state.saved()
  if (known === 'fresh') journal.finish(command.id, await carryOut(terminal, command))
  else if (known === 'begun') journal.finish(command.id, failed('the terminal stopped while at it'))
  const outcome = journal.begin(command.id)
  if (outcome === 'fresh' || outcome === 'begun') return
  await acknowledge(terminal, command.id, outcome, signal)
  journal.delete(command.id)
  if (known === 'fresh') terminal.emit('commanded', command.kind, outcome.state)
  if (outcome.state !== 'done') return
  // These two end the work that acknowledges them, so they come after it.
  if (command.kind === 'restart') terminal.restart()
  if (command.kind === 'unbind') terminal.unbind()
}

/** The time for which a command tries again what a broken line has spoilt; no other is carried out meanwhile. */
const patienceMs = 10_000

const done: CommandOutcome = { state: 'done', result: null }
const failed = (result: string): CommandOutcome => ({ state: 'failed', result: result.slice(0, 255) })

async function carryOut(terminal: TerminalCore, { kind, expiresAt, alarmId }: WireCommand): Promise<CommandOutcome> {
  // By the server's clock, as far as it is known: this one may be wrong.
  if (epochMsOf(expiresAt) < terminal.serverClock.nowMs()) return failed('it came too late')
  try {
    switch (kind) {
      case 'open-once':
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
        // What was recorded belongs to the server; what cannot be delivered now goes down with the rest.
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

/** One alarm, or all that can be released. What has ended already is released. */
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
    // It expired or was acknowledged before: the server knows all it wants to know.
    if (!isRefusedWith(error, 'command.finished', 'command.not-found')) throw error
  }
}
