import { isPrepared } from '../behaviours/watch-camera.ts'
import type { Deed } from '@gatehouse/engine/passage/vocabulary.ts'
import { passCode } from '@gatehouse/contract/features/visitor-passes.ts'
import { shownName } from '../recognition/prompt-text.ts'
import type { Terminal } from '../core/terminal.ts'
import { askForRelay } from './call-relay.ts'
import { runCamera } from './face/camera.ts'
import { challengeOf, screenBrightnessOf, soundVolumeOf } from './browser-settings.ts'
import { askWorker, remember } from './face/face-link.ts'
import type { EyeSettings, Noticed } from './face/face-messages.ts'
import type { Screen } from './screen/screen.ts'
import { listenToReader } from './listen-to-reader.ts'
import { speak } from './speak.ts'
import { speechOf } from './screen/texts.ts'

/** While nobody is there, and in the dark: so many milliseconds between two frames. */
const dozeMs = 400
/** In the dark even a screen that is white all round makes a face visible. */
const darkBelow = 70

/** The terminal on the screen and before the camera, until it is unbound or the page goes. */
export async function runTerminal(terminal: Terminal, screen: Screen): Promise<void> {
  const settings = () => terminal.state.configuration?.settings
  let isAsleep = false
  let isDark = false
  let deed: Deed | null = null
  /** Somebody is asked for a card or a PIN. */
  let isWanted = false
  /** The first frame of who stands there, until it is decided; null: nobody is there. */
  let cameAtMs: number | null | undefined
  /** Whose face is being decided about; null: a code, a card or a PIN. */
  let deciding: number | null = null
  let presenting: Promise<unknown> = Promise.resolve()
  let underWay = 0

  const say = (text: string): void => speak(text, screen.speech.tag, soundVolumeOf(settings()))
  const showState = (): void => {
    const known = settings()
    if (known && known.language !== screen.speech.language) screen.speakAs(speechOf(known.language))
    screen.showState({
      isPrepared: isPrepared(terminal),
      name: known?.name ?? '',
      welcome: known?.welcomeText ?? '',
      doorMode: terminal.state.doorMode,
      waiting: terminal.state.records.waiting,
      isFull: terminal.state.isFull === true,
      brightness: screenBrightnessOf(known),
      isLit: known?.fillLight === 'on' || (known?.fillLight === 'auto' && isDark && !isAsleep),
    })
  }
  terminal.on('configured', () => {
    showState()
    const known = settings()
    if (known?.doorOpenMethod !== 'network-relay' || known.networkRelayAddress === '') return
    askForRelay(known.networkRelayAddress).catch(() => undefined) // it may be there when it is needed
  })
  terminal.on('synced', showState)
  terminal.on('pushed', showState)
  terminal.on('commanded', showState)
  terminal.on('online', () => screen.showOnline(true))
  terminal.on('offline', () => screen.showOnline(false))
  terminal.on('credentials-rejected', screen.showDisowned)
  terminal.on('decided', (sighting) => {
    const known = settings()
    if (cameAtMs !== null && cameAtMs !== undefined) {
      performance.measure('decision', { start: cameAtMs })
      performance.clearMeasures('decision') // whoever measures has heard of it
    }
    cameAtMs = undefined
    if (!known) return
    const text = screen.showSighting(sighting, known, deciding)
    // Who stays before the camera is told once.
    if (known.voiceBroadcast && sighting.sequence !== null) say(text)
    showState()
  })
  terminal.on('factor-requested', (what, who) => {
    const known = settings()
    isWanted = what !== null
    const text = screen.showWanted(what, shownName(who, known?.showName ?? 'full'))
    if (text !== '' && known?.voiceBroadcast) say(text)
  })
  terminal.on('opened', () => screen.showDoor(true))
  terminal.on('closed', () => screen.showDoor(false))
  terminal.on('asleep', () => {
    isAsleep = true
    screen.showStandby(true)
    showState()
  })
  terminal.on('awake', () => {
    isAsleep = false
    screen.showStandby(false)
    showState()
  })
  // A restart of a page is a new page: it takes an upgrade with it.
  terminal.on('restarted', () => void refresh())
  terminal.on('unbound', () => location.reload())
  addEventListener('pagehide', () => void terminal.stop())
  // Brought back from where browsers keep pages that were left: what was stopped there does not run any more.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

  async function decide(noticed: Noticed): Promise<void> {
    deciding = noticed.track
    const sighting = await terminal.present(noticed.picture).catch(() => null) // between two starts nothing is decided
    if ((sighting || isWanted) && noticed.track !== null) await askWorker({ kind: 'settle', track: noticed.track })
  }

  /** For the record of what came from a reader or from the keys; null where the camera shows nothing. */
  async function takePicture(codes: readonly string[] = []): Promise<Noticed['picture'] | null> {
    deciding = null
    if (screen.video.videoWidth === 0) return null
    const frame = await createImageBitmap(screen.video)
    const noticed = await askWorker({ kind: 'keep', frame }, [frame])
    remember({ ...noticed, codes })
    return noticed.picture
  }

  /** What a reader typed: a pass is decided about like a code before the camera, anything else is the number of a card. */
  async function decideTyped(text: string): Promise<void> {
    const isPass = passCode.safeParse(text).success
    const picture = await takePicture(isPass ? [text] : [])
    if (picture && isPass) await terminal.present(picture)
    else await terminal.take({ kind: 'ic-card', text }, picture)
  }

  const withMutex = (work: () => Promise<unknown>): void => {
    underWay++
    presenting = presenting
      .then(work)
      .catch(() => undefined) // between two starts nothing is decided
      .finally(() => void underWay--)
  }

  screen.showTerminal()
  listenToReader((text) => screen.isAskingPin || withMutex(() => decideTyped(text)))
  screen.onPin((text) => withMutex(async () => terminal.take({ kind: 'pin', text }, await takePicture())))
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, () => terminal.touch())
  showState()
  keepAwake()
  await runCamera(
    {
      video: screen.video,
      settings: (): EyeSettings => {
        const known = settings()
        return {
          minFaceWidth: known?.minFaceWidth ?? 48,
          isSingle: known?.personMode !== 'multi',
          againMs: Math.min(30_000, Math.max(1_000, (known?.repeatSeconds ?? 5) * 1_000)),
          readsCodes: true,
          checksLiveness: known?.livenessCheck ?? true,
          challenge: challengeOf(known),
        }
      },
      isPaused: () => underWay > 0 || !isPrepared(terminal),
      pauseMs: () => (isAsleep ? dozeMs : 0),
      onFrame(seen, takenAtMs) {
        if (seen.faces.length === 0) cameAtMs = null
        else if (cameAtMs === null) cameAtMs = takenAtMs
        if (seen.brightness < darkBelow !== isDark) {
          isDark = !isDark
          showState()
        }
        screen.drawFaces(seen)
        if (seen.deed !== deed) {
          deed = seen.deed
          const text = screen.showDeed(deed)
          if (text !== '' && settings()?.voiceBroadcast) say(text)
        }
      },
      onNoticed(noticed) {
        withMutex(() => decide(noticed))
      },
      onBlind(isBlind) {
        terminal.sense('camera-blocked', isBlind)
        screen.showBlind(isBlind)
      },
    },
    new AbortController().signal,
  )
}

/** A newer version of the page may take so long to be fetched; after that it comes with the next restart. */
const maxFetchMs = 120_000

/** The newest version of the page, where the server has one. */
async function refresh(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/terminal')
  await registration?.update().catch(() => undefined) // the server is away: the version that is here starts again
  const next = registration?.installing ?? registration?.waiting
  // The first one of all has nothing older to take the place of.
  if (next && registration?.active) await settled(next)
  location.reload()
}

/** Resolves once it has all its files and has taken over, or has failed. */
function settled(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker.addEventListener('statechange', look)
    setTimeout(resolve, maxFetchMs)
    look()
  })
}

/** The device's screen stays on while the page is seen; a browser may refuse. */
function keepAwake(): void {
  const ask = (): void => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => undefined)
  }
  ask()
  document.addEventListener('visibilitychange', ask)
}
