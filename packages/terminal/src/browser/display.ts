import { isPrepared } from '../behaviours/watch-camera.ts'
import { emergencyOf, isLockedDown, isOpenForLostButton } from '../door/door-state.ts'
import { shownName } from '../recognition/prompt-text.ts'
import type { Terminal } from '../core/terminal.ts'
import { screenBrightnessOf, soundVolumeOf } from './browser-settings.ts'
import { askForRelay } from './call-relay.ts'
import type { FrameSeen } from './face/face-messages.ts'
import type { Screen } from './screen/screen.tsx'
import { requestText } from './screen/screen-texts.ts'
import type { ShownDoorMode } from './screen/terminal-view.ts'
import { speechOf } from './screen/texts.ts'
import { speak } from './speak.ts'

/** In the dark even a white screen makes a face visible. */
const darkBelow = 70

/** Shows and speaks the events of a terminal. */
export type Display = {
  /** The values that no event carries. */
  update(): void
  /** The latest picture of the camera. */
  showFrame(seen: FrameSeen, takenAtMs: number): void
}

function shownDoorMode({ state }: Terminal): ShownDoorMode {
  if (emergencyOf(state)) return 'released'
  if (isOpenForLostButton(state)) return 'held-open'
  return isLockedDown(state) ? 'locked-down' : state.doorMode
}

/** `trackOf`: the track of the face that is being decided about; null: a code, a card or a PIN. */
export function createDisplay(terminal: Terminal, screen: Screen, trackOf: () => number | null): Display {
  const settings = () => terminal.state.configuration?.settings
  let isDark = false
  /** The first frame of the person who stands there, until the decision; null: nobody is there. */
  let cameAtMs: number | null | undefined

  const speakIfOn = (text: string): void => {
    if (text !== '' && settings()?.voiceBroadcast) speak(text, screen.speech.tag, soundVolumeOf(settings()))
  }

  function update(): void {
    const known = settings()
    if (known && known.language !== screen.speech.language) screen.speakAs(speechOf(known.language))
    screen.show({
      isPrepared: isPrepared(terminal),
      name: known?.name ?? '',
      welcome: known?.welcomeText ?? '',
      doorMode: shownDoorMode(terminal),
      timeZone: known?.timeZone ?? 'UTC',
      occupancy: terminal.state.configuration?.access.door?.occupancyLimit ? screen.view.occupancy : null,
      waiting: terminal.state.records.waiting,
      isFull: terminal.state.isFull === true,
      brightness: screenBrightnessOf(known),
      isLit: known?.fillLight === 'on' || (known?.fillLight === 'auto' && isDark && !screen.view.isAsleep),
    })
  }

  terminal.on('configured', () => {
    update()
    const known = settings()
    if (known?.doorOpenMethod !== 'network-relay' || known.networkRelayAddress === '') return
    askForRelay(known.networkRelayAddress).catch(() => undefined) // it may be there when it is needed
  })
  for (const event of ['synced', 'pushed', 'commanded', 'door-changed'] as const) terminal.on(event, update)
  terminal.on('occupancy-counted', (occupancy) => screen.show({ occupancy }))
  terminal.on('online', () => screen.show({ isOnline: true }))
  terminal.on('offline', () => screen.show({ isOnline: false }))
  terminal.on('credentials-rejected', (areCredentialsRejected) => screen.show({ areCredentialsRejected }))
  terminal.on('opened', () => screen.show({ isDoorOpen: true }))
  terminal.on('closed', () => screen.show({ isDoorOpen: false }))
  for (const [event, isAsleep] of [
    ['asleep', true],
    ['awake', false],
  ] as const) {
    terminal.on(event, () => {
      screen.show({ isAsleep })
      update()
    })
  }
  terminal.on('factor-requested', (factor, who) => {
    const request = factor && { factor, who: shownName(who, settings()?.showName ?? 'full') }
    screen.show({ request })
    speakIfOn(requestText(request, screen.speech.words))
  })
  terminal.on('decided', (sighting) => {
    if (cameAtMs !== null && cameAtMs !== undefined) {
      performance.measure('decision', { start: cameAtMs })
      performance.clearMeasures('decision') // the measuring code handles the error
    }
    cameAtMs = undefined
    const { configuration } = terminal.state
    if (!configuration) return
    const text = screen.showSighting(sighting, configuration, trackOf())
    // A person who stays before the camera is announced once.
    if (sighting.sequence !== null) speakIfOn(text)
    update()
  })

  return {
    update,
    showFrame(seen, takenAtMs) {
      if (seen.faces.length === 0) cameAtMs = null
      else if (cameAtMs === null) cameAtMs = takenAtMs
      if (seen.brightness < darkBelow !== isDark) {
        isDark = !isDark
        update()
      }
      screen.drawFaces(seen)
      const { challenge } = seen
      if (challenge === screen.view.challenge) return
      screen.show({ challenge })
      if (challenge) speakIfOn(screen.speech.words[challenge])
    },
  }
}
