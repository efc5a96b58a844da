import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import { isPrepared } from '../behaviours/watch-camera.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import type { Terminal } from '../core/terminal.ts'
import { challengeOf } from './browser-settings.ts'
import { createDisplay } from './display.ts'
import { runCamera } from './face/camera.ts'
import type { EyeSettings } from './face/face-messages.ts'
import { listenToReader } from './listen-to-reader.ts'
import { createPresenter } from './presenter.ts'
import { refreshPage } from './refresh-page.ts'
import type { Screen } from './screen/screen.tsx'

/** The milliseconds between two frames while nobody is there, and in the dark. */
const dozeMs = 400

/** Runs the terminal on the screen and before the camera, until it is unbound or the page is left. */
export async function runTerminal(terminal: Terminal, screen: Screen): Promise<void> {
  const presenter = createPresenter(terminal, screen)
  const display = createDisplay(terminal, screen, () => presenter.track)
  endWithPage(terminal)
  screen.showTerminal()
  listenToReader((text) => screen.view.request?.factor === 'pin' || presenter.read(text))
  screen.onPin(presenter.take)
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, () => terminal.touch())
  display.update()
  keepAwake()
  await runCamera(
    {
      video: screen.video,
      settings: () => eyeSettingsOf(terminal.state.configuration?.settings, terminal.state.recogniser?.modelId),
      isPaused: () => presenter.isBusy || !isPrepared(terminal),
      pauseMs: () => (screen.view.isAsleep ? dozeMs : 0),
      onFrame: display.showFrame,
      onNoticed: presenter.notice,
      onBlind(isBlind) {
        terminal.sense('camera-blocked', isBlind)
        screen.show({ isBlind })
      },
    },
    new AbortController().signal,
  )
}

const eyeSettingsOf = (known: DeviceSettings | undefined, modelId = faceModelId): EyeSettings => ({
  modelId,
  minFaceWidth: known?.minFaceWidth ?? 48,
  isSingle: known?.personMode !== 'multi',
  againMs: Math.min(30_000, Math.max(1_000, (known?.repeatSeconds ?? 5) * 1_000)),
  readsCodes: true,
  checksLiveness: known?.livenessCheck ?? true,
  minLiveness: known?.livenessThreshold ?? 0.5,
  challenge: challengeOf(known),
})

function endWithPage(terminal: Terminal): void {
  // A restart of a page is a new page: it loads an upgrade with it.
  terminal.on('restarted', () => void refreshPage())
  terminal.on('unbound', () => location.reload())
  addEventListener('pagehide', () => void terminal.stop())
  // The browser restored a page that was left: its stopped parts no longer run.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
}

/** The device's screen stays on while the page is seen; a browser may refuse. */
function keepAwake(): void {
  const ask = (): void => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => undefined)
  }
  ask()
  document.addEventListener('visibilitychange', ask)
}
