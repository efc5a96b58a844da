import { hello } from '@gatehouse/contract/device/link.ts'
import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import type { Session } from '../core/messages.ts'
import { instantOf } from '../lib/clock.ts'
import { tagOf } from './report-settings.ts'

/** From this difference on the server marks the times of records as doubtful. */
const doubtfulMs = 300_000
const compareMs = 900_000

/**
 * Opens the session of every connection: sends versions and time, and receives the address of the broker. Repeats it
 * whenever MQTT is connected again.
 */
export const openSession: OwnBehaviour<'session'> = {
  name: 'session',
  start(terminal) {
    const { state, clock } = terminal
    let wasConnected = false
    let isFirst = true
    /** Nothing has happened since the last session that would need another. */
    let isOpen = false
    let openedAtMs = 0
    const runId = crypto.randomUUID()
    const task = terminal.tasks.add('hello', async (signal) => {
      const sentAtMs = clock.nowMs()
      openedAtMs = sentAtMs
      const session = await terminal.call(hello, {
        body: {
          versions: terminal.versions,
          clockAt: instantOf(sentAtMs),
          nextSequence: state.records.nextSequence,
          schemaTag: await tagOf(terminal.schema),
          runId,
        },
        signal,
      })
      const aheadMs = terminal.serverClock.measure(session.serverAt, sentAtMs)
      if (Math.abs(aheadMs) > doubtfulMs) {
        const minutes = Math.round(aheadMs / 60_000)
        terminal.log(
          `this clock is ${Math.abs(minutes)} minutes ${minutes > 0 ? 'behind' : 'ahead of'} the server's: set it`,
        )
      }
      answerRestore(terminal, session)
      state.records.continueAfter(session.storedSequence)
      state.alarms.continueAfter(session.storedAlarmSequence)
      state.records.eraseKept(session.erased)
      state.alarms.eraseKept(session.erased)
      await state.saved()
      isOpen = true
      terminal.notify('session-opened', session, isFirst)
      isFirst = false
    })
    task.schedule()
    return {
      on: {
        // The clocks are compared from time to time, because they drift.
        poll() {
          if (Math.abs(clock.nowMs() - openedAtMs) >= compareMs) task.schedule()
        },
        // The server learns which templates and which threshold this terminal needs.
        'recogniser-changed': () => task.runNow(),
        'mqtt-lost': () => {
          isOpen = false
          task.schedule()
        },
        'mqtt-connected': () => {
          if (wasConnected && !isOpen) task.runNow()
          wasConnected = true
        },
      },
    }
  },
}

/**
 * A server that was restored from a backup has lost later records: the kept ones wait again, and their ids make it safe
 * to send them twice. A server that fell back to a copy of its database shows it by its highest number alone.
 */
function answerRestore({ state, log }: TerminalCore, session: Session): void {
  const { restored, storedSequence, storedAlarmSequence } = session
  const isNews = restored !== null && restored.id !== state.restoreHeard
  const again =
    state.records.sendAgainAfter(isNews ? Math.min(restored.sequence, storedSequence) : storedSequence) +
    state.alarms.sendAgainAfter(isNews ? Math.min(restored.alarmSequence, storedAlarmSequence) : storedAlarmSequence)
  if (again > 0) log(`the server has lost ${again} records and alarms that it had: they are sent again`)
  if (isNews) state.restoreHeard = restored.id
}
