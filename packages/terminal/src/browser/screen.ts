import type { DeviceSettings, DoorMode } from '@gatehouse/contract/device/link.ts'
import type { Sighting } from '../behaviour.ts'
import { shownName } from '../recognition/prompt-text.ts'
import { askForCode } from './ask-for-code.ts'
import type { CodeQuestion } from './ask-for-code.ts'
import type { Deed } from './challenge.ts'
import { el } from './element.ts'
import type { FrameSeen } from './face-messages.ts'
import type { Speech } from './texts.ts'

export interface ShownState {
  readonly isPrepared: boolean
  readonly name: string
  readonly welcome: string
  readonly doorMode: DoorMode
  /** Records that the server does not have yet. */
  readonly waiting: number
  /** The border shines: the only lamp that a screen has. */
  readonly isLit: boolean
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
  showBlind(isBlind: boolean): void
  showDoor(isOpen: boolean): void
  showStandby(isAsleep: boolean): void
  /** What somebody is asked to do; gives the words, empty for nothing. */
  showDeed(deed: Deed | null): string
  drawFaces(seen: FrameSeen): void
  showSighting(sighting: Sighting, settings: DeviceSettings | undefined): void
  showPrompt(text: string): void
}

/** So long a decision stays on the screen. */
const sightingMs = 4_000

export function createScreen(root: HTMLElement, first: Speech): Screen {
  let speech = first
  let state: ShownState | undefined
  let isOnline = false
  let isBlind = false
  let deed: Deed | null = null
  let sightingTimer: ReturnType<typeof setTimeout> | undefined

  const video = el('video', { className: 'camera' })
  video.muted = true
  video.playsInline = true
  const canvas = el('canvas', { className: 'faces' })
  const name = el('strong', {})
  const link = el('span', { className: 'link' })
  const bar = el('header', { className: 'bar' }, name, link)
  const hint = el('p', { className: 'hint' })
  const door = el('p', { className: 'door', hidden: true })
  const sighting = el('section', { className: 'sighting', hidden: true, role: 'status' })
  const dark = el('div', { className: 'dark', hidden: true })

  function tell(): void {
    const { words } = speech
    name.textContent = state?.name ?? ''
    const waiting = state && state.waiting > 0 ? ` · ${state.waiting} ${words.waiting}` : ''
    link.textContent = (isOnline ? words.online : words.offline) + (isOnline ? '' : waiting)
    link.className = isOnline ? 'link online' : 'link'
    hint.textContent = hintText()
    root.classList.toggle('lit', state?.isLit === true)
    if (state?.doorMode === 'held-open') showDoorText(words.heldOpen)
    else if (state?.doorMode === 'held-closed') showDoorText(words.heldClosed)
    dark.textContent = words.standby
  }

  function hintText(): string {
    const { words } = speech
    if (isBlind) return words.faultCamera
    if (!state?.isPrepared) return words.preparing
    return deed ? words[deed] : state.welcome || words.ready
  }

  function showDoorText(text: string): void {
    door.textContent = text
    door.hidden = text === ''
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
      root.replaceChildren(video, canvas, bar, el('div', { className: 'below' }, sighting, door, hint), dark)
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
    showBlind(next) {
      isBlind = next
      tell()
    },
    showDoor(isOpen) {
      showDoorText(isOpen ? speech.words.open : '')
      tell()
    },
    showDeed(next) {
      deed = next
      tell()
      return deed ? speech.words[deed] : ''
    },
    showStandby: (isAsleep) => void (dark.hidden = !isAsleep),
    drawFaces: ({ width, height, faces }) => drawFaces(canvas, width, height, faces),
    showSighting({ verdict, person, opened }, settings) {
      clearTimeout(sightingTimer)
      const { words, abnormal } = speech
      const who = shownName(person?.name ?? '', settings?.showName ?? 'full')
      const why = verdict.abnormal === 'none' ? '' : abnormal[verdict.abnormal]
      sighting.className = opened ? 'sighting passes' : 'sighting stays'
      sighting.replaceChildren(
        el('span', { className: 'mark', textContent: opened ? '✓' : '✕', ariaHidden: 'true' }),
        el('h2', { textContent: [opened ? words.opened : words.refused, who].filter(Boolean).join(' · ') }),
        el('p', { textContent: why }),
      )
      sighting.hidden = false
      sightingTimer = setTimeout(() => void (sighting.hidden = true), sightingMs)
    },
    showPrompt(text) {
      const [line] = sighting.querySelectorAll('p')
      if (line) line.textContent = [text, line.textContent].filter(Boolean).join(' · ')
    },
  }
}

/** Frames round the faces, mirrored as the picture is. */
function drawFaces(canvas: HTMLCanvasElement, width: number, height: number, faces: FrameSeen['faces']): void {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, width, height)
  context.lineWidth = 3
  context.strokeStyle = '#5b8ff0'
  for (const { box } of faces) {
    context.beginPath()
    context.roundRect(width - box.right, box.top, box.right - box.left, box.bottom - box.top, 12)
    context.stroke()
  }
}
