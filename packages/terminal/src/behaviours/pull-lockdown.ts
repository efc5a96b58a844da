import { getLockdown, reportLockdown } from '@gatehouse/contract/device/link.ts'
import { noLockdown } from '@gatehouse/contract/device/lockdown.ts'
import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import { followEmergency, followLockdown } from '../door/door-state.ts'
import { isSameJson } from '../lib/is-same-json.ts'
import { isRefusedWith } from '../link/link-error.ts'

/**
 * Pulls the lockdowns and the emergency open of this door as a whole, and reports them when the lock has obeyed. From the
 * moment that they are on the disk every decision follows them, with the server or without it, and after a restart.
 */
export const pullLockdown: OwnBehaviour<'lockdown'> = {
  name: 'lockdown',
  start(terminal) {
    const task = terminal.tasks.add('lockdown', async (signal) => {
      const { state } = terminal
      const told = await askFor(terminal, signal)
      if (!told) return
      if (!isSameJson(told, state.lockdown)) {
        state.lockdown = told
        await state.saved()
        followEmergency(terminal)
      }
      await followLockdown(terminal)
      await terminal.call(reportLockdown, { body: { revision: told.revision }, signal })
    })
    return {
      on: {
        hint(what) {
          if (what === 'lockdown') task.runNow()
        },
        // The report of before the restart may be lost.
        'session-opened': (_session, isFirst) => {
          if (isFirst && (terminal.state.lockdown?.revision ?? noLockdown) !== noLockdown) task.schedule()
        },
      },
    }
  },
}

/** Null: this server is of an earlier release, which knows no lockdowns. */
async function askFor({ call }: TerminalCore, signal: AbortSignal) {
  try {
    return await call(getLockdown, { signal })
  } catch (error) {
    if (isRefusedWith(error, 'request.not-found')) return null
    throw error
  }
}
