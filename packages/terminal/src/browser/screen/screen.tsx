import { createRef, render, type VNode } from 'preact'
import { releasedFloors } from '../../door/released-floors.ts'
import { promptText, shownName } from '../../recognition/prompt-text.ts'
import type { Sighting } from '../../recognition/sighting.ts'
import type { Configuration } from '../../state/terminal-state.ts'
import type { FrameSeen } from '../face/face-messages.ts'
import { askAnew, askForCode, type CodeQuestion, type CodeTools } from './ask-for-code.tsx'
import { drawFaces } from './draw-faces.ts'
import { FaultPage, WorkPage } from './panel.tsx'
import { isWholePin, typePin } from './pin-pad.tsx'
import { floorsText, sightingTexts, spokenText, whyNot } from './screen-texts.ts'
import { TerminalPage } from './terminal-page.tsx'
import { firstView, placeSighting, type TerminalView } from './terminal-view.ts'
import type { Speech } from './texts.ts'

/** Everything visible on the page. */
export type Screen = {
  readonly speech: Speech
  readonly view: TerminalView
  /** The element of the camera's picture; there from `showTerminal` on. */
  readonly video: HTMLVideoElement
  speakAs(speech: Speech): void
  /** A failure without which there is no terminal; the person can only read it and try again. */
  showFault(text: string): void
  showWork(text: string): void
  askForCode(question: CodeQuestion): Promise<string>
  showTerminal(): void
  /** The changed parts of the view. */
  show(change: Partial<Omit<TerminalView, 'sightings' | 'pin'>>): void
  drawFaces(seen: Pick<FrameSeen, 'width' | 'height' | 'faces'>): void
  /**
   * Shows a decision beside those of other people; gives its words. `track`: of which face, null for a code, a card or
   * a PIN.
   */
  showSighting(sighting: Sighting, configuration: Configuration, track: number | null): string
  onPin(listener: (pin: string) => void): void
}

/** The time that a decision stays on the screen. */
const sightingMs = 4_000

export function createScreen(root: HTMLElement, first: Speech, readCodes: CodeTools['readCodes']): Screen {
  let speech = first
  let view = firstView
  let isTerminal = false
  let takePin = (_pin: string): void => {}
  const video = createRef<HTMLVideoElement>()
  const canvas = createRef<HTMLCanvasElement>()
  const sightingTimers = createTimers(sightingMs, (who) =>
    update({ sightings: view.sightings.filter((each) => each.who !== who) }),
  )
  let lastSighting = 0

  function showPage(page: VNode): void {
    isTerminal = false
    render(page, root)
  }

  function update(change: Partial<TerminalView>): void {
    view = { ...view, ...change }
    if (isTerminal) draw()
  }

  function draw(): void {
    root.classList.toggle('lit', view.isLit)
    render(
      <TerminalPage
        view={view}
        words={speech.words}
        video={video}
        canvas={canvas}
        onKey={typeKey}
        onEnter={enterPin}
        onPairAgain={pairAgain}
      />,
      root,
    )
  }

  function enterPin(): void {
    const { pin } = view
    update({ pin: '' })
    if (isWholePin(pin)) takePin(pin)
  }

  const typeKey = (key: string): void => update({ pin: typePin(view.pin, key) })
  listenToKeys(() => view.request?.factor === 'pin', typeKey, enterPin)
  document.documentElement.lang = speech.tag

  return {
    get speech() {
      return speech
    },
    get view() {
      return view
    },
    get video() {
      if (!video.current) throw new Error('the page does not show the camera')
      return video.current
    },
    speakAs(next) {
      speech = next
      document.documentElement.lang = next.tag
      update({})
    },
    showFault: (text) => showPage(<FaultPage text={text} words={speech.words} />),
    showWork: (text) => showPage(<WorkPage text={text} />),
    askForCode: (question) => askForCode(question, { words: speech.words, show: showPage, readCodes }),
    showTerminal() {
      isTerminal = true
      draw()
    },
    show(change) {
      // A person who is asked for a PIN starts with no digits typed.
      update('request' in change ? { ...change, pin: '' } : change)
    },
    drawFaces(seen) {
      const passedOf = (track: number) => view.sightings.find((each) => each.track === track)?.opened
      if (canvas.current) drawFaces(canvas.current, seen, passedOf)
    },
    showSighting(sighting, configuration, track) {
      const shown = describeSighting(sighting, configuration, speech)
      const who = sighting.person?.id ?? `${sighting.verdict.recordedAs} ${track}`
      sightingTimers.restart(who)
      const { opened } = sighting
      update({ sightings: placeSighting(view.sightings, { who, id: ++lastSighting, opened, track, ...shown }) })
      return spokenText(shown.heading, shown.line)
    },
    onPin: (listener) => void (takePin = listener),
  }
}

/** The keys of a keyboard, as long as somebody is asked for a PIN. */
function listenToKeys(isAsked: () => boolean, onKey: (key: string) => void, onEnter: () => void): void {
  document.addEventListener('keydown', ({ key, target }) => {
    if (!isAsked()) return
    if (/^\d$/.test(key) || key === 'Backspace') onKey(key)
    else if (key === 'Enter' && !(target instanceof HTMLButtonElement)) onEnter()
  })
}

function describeSighting(sighting: Sighting, configuration: Configuration, speech: Speech) {
  const { verdict, person, opened } = sighting
  const { settings } = configuration
  const floors = floorsText(releasedFloors(verdict, { configuration }), speech.words)
  const who = shownName(person?.name ?? '', settings.showName)
  const prompt = promptText(sighting, settings)
  return sightingTexts({ opened, who, prompt, floors, why: whyNot(verdict, speech) }, speech.words)
}

/** One timer for each name; `restart` gives it the whole time again. */
function createTimers(ms: number, onOver: (name: string) => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  return {
    restart(name: string): void {
      clearTimeout(timers.get(name))
      const end = (): void => {
        timers.delete(name)
        onOver(name)
      }
      timers.set(name, setTimeout(end, ms))
    },
  }
}

function pairAgain(): void {
  location.hash = askAnew
  location.reload()
}
