import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'

/** Restarts every day at the time in the settings, if that is switched on. */
export const restartDaily: OwnBehaviour<'restart'> = {
  name: 'restart',
  start(terminal) {
    let cancel: (() => void) | undefined
    const plan = (): void => {
      cancel?.()
      const waitMs = untilRestartMs(terminal)
      cancel = waitMs === null ? undefined : terminal.clock.after(waitMs, () => terminal.restart())
    }
    plan()
    return {
      on: { 'data-changed': plan },
      stop: () => cancel?.(),
      die: () => cancel?.(),
    }
  },
}

function untilRestartMs({ state, clock }: TerminalCore): number | null {
  const settings = state.configuration?.settings
  if (!settings?.autoRestart) return null
  try {
    const now = Temporal.Instant.fromEpochMilliseconds(clock.nowMs()).toZonedDateTimeISO(settings.timeZone)
    const today = now.withPlainTime(settings.restartTime)
    const next =
      Temporal.ZonedDateTime.compare(today, now) > 0 ? today : now.add({ days: 1 }).withPlainTime(settings.restartTime)
    return next.epochMilliseconds - now.epochMilliseconds
  } catch {
    return null // a zone or a time that this terminal does not know
  }
}
