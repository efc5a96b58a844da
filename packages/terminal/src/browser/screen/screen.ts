import type { DeviceSettings, DoorMode } from '@gatehouse/contract/device/link.ts'
import type { Sighting } from '../../recognition/sighting.ts'
import { promptText, shownName } from '../../recognition/prompt-text.ts'
import type { Factor } from '@gatehouse/engine/passage/verification.ts'
import type { Deed } from '@gatehouse/engine/passage/vocabulary.ts'
import { askAnew, askForCode } from './ask-for-code.ts'
import type { CodeQuestion } from './ask-for-code.ts'
import { el } from './element.ts'
import type { FrameSeen } from '../face/face-messages.ts'
import { createPinPad } from './pin-pad.ts'
import { doorText, sightingTexts, spoken, whyNot } from './screen-texts.ts'
import type { Speech } from './texts.ts'

export interface ShownState {
  readonly isPrepared: boolean
  readonly name: string
  readonly welcome: string
  readonly doorMode: DoorMode
  /** Records that the server does not have yet. */
  readonly waiting: number
  /** The browser has no room for their pictures. */
  readonly isFull: boolean
  /** The border shines: the only lamp that a screen has. */
  readonly isLit: boolean
  /** 0.2..1; darkened below 1, but never while it is lit. */
  readonly brightness: number
}

/** Everything that is seen and said on the page. */
export interface Screen {
  readonly speech: Speech
  readonly video: HTMLVideoElement
  speakAs(speech: Speech): void
  /** Something without which there is no terminal; the person can only read it and try again. */
  showFault(text: string): void
  showWork(text: string): void
  askForCode(question: Pick<CodeQuestion, 'error' | 'given'>): Promise<string>
  showTerminal(): void
  showState(state: ShownState): void
  showOnline(isOnline: boolean): void
  /** The server does not know it any more: offers to pair it anew. */
  showDisowned(isDisowned: boolean): void
  showBlind(isBlind: boolean): void
  showDoor(isOpen: boolean): void
  showStandby(isAsleep: boolean): void
  /** What somebody is asked to do; gives the words, empty for nothing. */
  showDeed(deed: Deed | null): string
  /** What the one who stands there is asked for next; gives the words, empty for nothing. */
  showWanted(what: Factor | null, who: string): string
  /** The keys for a PIN are on the screen. */
  readonly isAskingPin: boolean
  onPin(listener: (pin: string) => void): void
  drawFaces(seen: FrameSeen): void
  /** Beside those of others who stand there; gives the words. `track`: of which face, null for a code, a card or a PIN. */
  showSighting(sighting: Sighting, settings: DeviceSettings, track: number | null): string
}

/** So long a decision stays on the screen. */
const sightingMs = 4_000
/** Of so many people at once; the newest at the bottom, where the eye is. */
const maxSightings = 4

/** What was decided about somebody who may still stand there. */
interface Shown {
  readonly opened: boolean
  /** Whose face it is; null: it was a code, a card or a PIN. */
  readonly track: number | null
  readonly card: HTMLElement
  readonly timer: ReturnType<typeof setTimeout>
}

type Decided = Pick<Shown, 'opened' | 'track'> & { readonly heading: string; readonly line: string }

export function createScreen(root: HTMLElement, first: Speech): Screen {
  let speech = first
  let state: ShownState | undefined
  let isOnline = false
  let isDisowned = false
  let isBlind = false
  let deed: Deed | null = null
  let wanted: Factor | null = null
  let isDoorOpen = false
  /** By who they are, strangers by their face. */
  const shown = new Map<string, Shown>()
  let takePin = (_pin: string): void => {}

  const video = el('video', { className: 'camera' })
  video.muted = true
  video.playsInline = true
  const canvas = el('canvas', { className: 'faces' })
  const name = el('strong', {})
  const link = el('span', { className: 'link' })
  /** What somebody should see to: no room left, or not known to the server any more. */
  const attention = el('span', { className: 'attention', hidden: true })
  const anew = el('button', { className: 'quiet', hidden: true })
  anew.addEventListener('click', () => {
    location.hash = askAnew
    location.reload()
  })
  const bar = el('header', { className: 'bar' }, name, link, attention, anew)
  const hint = el('p', { className: 'hint' })
  const door = el('p', { className: 'door', hidden: true })
  const sightings = el('section', { className: 'sightings', role: 'status' })
  const pad = createPinPad((pin) => takePin(pin))
  const dark = el('div', { className: 'dark', hidden: true })
  const shade = el('div', { className: 'shade', ariaHidden: 'true' })

  function tell(): void {
    const { words } = speech
    name.textContent = state?.name ?? ''
    const waiting = state && state.waiting > 0 ? ` · ${state.waiting} ${words.waiting}` : ''
    link.textContent = isOnline ? words.online : words.offline + waiting
    link.className = isOnline ? 'link online' : 'link'
    link.hidden = isDisowned
    const lacks = [isDisowned && words.disowned + waiting, state?.isFull && words.full]
    attention.textContent = lacks.filter(Boolean).join(' · ')
    attention.hidden = attention.textContent === ''
    anew.textContent = words.pairAnew
    anew.hidden = !isDisowned
    hint.textContent = hintText()
    hint.classList.toggle('attention', isBlind)
    hint.classList.toggle('asks', !isBlind && (deed ?? wanted) !== null)
    root.classList.toggle('lit', state?.isLit === true)
    shade.style.opacity = String(state && !state.isLit ? 1 - state.brightness : 0)
    const doorMode = state?.doorMode ?? 'normal'
    door.textContent = doorText(
      { doorMode, isOpen: isDoorOpen, isRefusing: [...shown.values()].some(({ opened }) => !opened) },
      words,
    )
    door.hidden = door.textContent === ''
    door.classList.toggle('closed', doorMode === 'held-closed')
    dark.textContent = words.standby
  }

  function hintText(): string {
    const { words } = speech
    if (isBlind) return words.faultCamera
    if (!state?.isPrepared) return words.preparing
    return deed ? words[deed] : wantedText() || state.welcome || words.ready
  }

  function wantedText(): string {
    const { words } = speech
    if (wanted === 'pin') return words.typePin
    return wanted === 'ic-card' || wanted === 'face' ? words[wanted] : ''
  }

  /** For a while; what is decided next about the same person takes its place. */
  function showCard(key: string, { opened, track, heading, line }: Decided): void {
    const card = el(
      'article',
      { className: opened ? 'sighting passes' : 'sighting stays' },
      el('span', { className: 'mark', textContent: opened ? '✓' : '✕', ariaHidden: 'true' }),
      el('h2', { textContent: heading }),
      el('p', { textContent: line }),
    )
    const before = shown.get(key)
    if (before) {
      clearTimeout(before.timer)
      before.card.replaceWith(card)
    } else sightings.append(card)
    shown.set(key, { opened, track, card, timer: setTimeout(() => dropCard(key), sightingMs) })
    const [oldest = ''] = shown.keys()
    if (shown.size > maxSightings) dropCard(oldest)
    tell()
  }

  function dropCard(key: string): void {
    const dropped = shown.get(key)
    shown.delete(key)
    clearTimeout(dropped?.timer)
    dropped?.card.remove()
    tell()
  }

  function showPanel(...content: Node[]): void {
    root.replaceChildren(el('section', { className: 'panel' }, ...content))
  }

  document.documentElement.lang = speech.tag
  return {
    get speech() {
      return speech
    },
    video,
    speakAs(next) {
      speech = next
      document.documentElement.lang = next.tag
      tell()
    },
    showFault(text) {
      const again = el('button', { textContent: speech.words.again })
      again.addEventListener('click', () => location.reload())
      showPanel(el('h1', { textContent: speech.words.title }), el('p', { textContent: text, role: 'alert' }), again)
    },
    showWork: (text) => showPanel(el('p', { textContent: text, role: 'status' })),
    askForCode: (question) => askForCode({ ...question, speech, video, show: showPanel }),
    showTerminal() {
      root.replaceChildren(
        video,
        canvas,
        bar,
        el('div', { className: 'below' }, sightings, door, hint),
        pad.element,
        shade,
        dark,
      )
      tell()
    },
    showState(next) {
      state = next
      tell()
    },
    showOnline(next) {
      isOnline = next
      tell()
    },
    showDisowned(next) {
      isDisowned = next
      tell()
    },
    showBlind(next) {
      isBlind = next
      tell()
    },
    showDoor(isOpen) {
      isDoorOpen = isOpen
      tell()
    },
    showDeed(next) {
      deed = next
      tell()
      return deed ? speech.words[deed] : ''
    },
    showWanted(what, who) {
      wanted = what
      if (what === 'pin') pad.show(who, speech.words)
      else pad.hide()
      tell()
      return wantedText()
    },
    get isAskingPin() {
      return wanted === 'pin'
    },
    onPin: (listener) => void (takePin = listener),
    showStandby: (isAsleep) => void (dark.hidden = !isAsleep),
    drawFaces: (seen) =>
      drawFaces(canvas, seen, (track) => [...shown.values()].find((each) => each.track === track)?.opened),
    showSighting(sighting, settings, track) {
      const { verdict, person, opened } = sighting
      const { heading, line } = sightingTexts(
        {
          opened,
          who: shownName(person?.name ?? '', settings.showName),
          prompt: promptText(sighting, settings),
          why: whyNot(verdict, speech),
        },
        speech.words,
      )
      showCard(person?.id ?? `${verdict.recordedAs} ${track}`, { opened, track, heading, line })
      return spoken(heading, line)
    },
  }
}

/** Frames round the faces, mirrored as the picture is, in the colour of what was decided. */
function drawFaces(
  canvas: HTMLCanvasElement,
  { width, height, faces }: FrameSeen,
  hasPassed: (track: number) => boolean | undefined,
): void {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, width, height)
  context.lineWidth = 3
  for (const { track, box } of faces) {
    const passes = hasPassed(track)
    context.strokeStyle = passes === undefined ? '#5b8ff0' : passes ? '#5fc78a' : '#f0797f'
    context.beginPath()
    context.roundRect(width - box.right, box.top, box.right - box.left, box.bottom - box.top, 12)
    context.stroke()
  }
}
