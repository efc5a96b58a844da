import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import {
  type CropView,
  cropShape,
  drawCrop,
  firstView,
  type JudgedFace,
  maxDegrees,
  maxZoom,
  moved,
  takenSize,
  turned,
  zoomed,
} from './crop-view.ts'
import { jpegOf, openPicture } from './shrink-picture.ts'
import './crop-picture.css'

export interface CropTexts {
  readonly view: string
  readonly keys: string
  readonly zoom: string
  readonly straighten: string
  readonly left: string
  readonly right: string
  readonly take: string
  readonly cancel: string
}

type Props = {
  picture: Blob
  /** The answer about the whole picture, if it was judged as such. */
  judged?: JudgedFace | undefined
  texts: CropTexts
  /** The page's own button: pages for phones have no component library. */
  button: (label: string, onClick: () => void, isFirst?: boolean) => ReactNode
  onTake: (part: Blob) => void
  onClose: () => void
}

/** One step of an arrow key, in pixels of the frame. */
const step = 16

/** Takes a part of a picture, turned by hand: with mouse, fingers or keys. */
export function CropPicture({ picture, judged, texts, button, onTake, onClose }: Props) {
  const id = useId()
  const [bitmap, setBitmap] = useState<ImageBitmap>()
  const [view, setView] = useState<CropView>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isOver = false
    let opened: ImageBitmap | undefined
    void openPicture(picture).then((decoded) => {
      opened = decoded
      if (isOver) return decoded?.close()
      if (!decoded) return onClose()
      setBitmap(decoded)
      setView(firstView(decoded, judged))
    })
    frame.current?.focus()
    return () => {
      isOver = true
      opened?.close()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- opened once for each picture
  }, [picture])
  useEffect(() => {
    if (bitmap && view && canvas.current) drawCrop(canvas.current, bitmap, view)
  }, [bitmap, view])

  const change = (next: (view: CropView, size: ImageBitmap) => CropView) =>
    setView((now) => (now && bitmap ? next(now, bitmap) : now))
  const fingers = useFingers((right, down, zoom) => {
    const shown = frame.current?.clientWidth ?? cropShape.width
    const ratio = cropShape.width / shown
    change((now, size) => zoomed(moved(now, size, right * ratio, down * ratio), now.zoom * zoom))
  })
  const press = (event: KeyboardEvent) => {
    const [right, down] = arrows[event.key] ?? [0, 0]
    const zoom = event.key === '+' || event.key === '=' ? 1.1 : event.key === '-' ? 1 / 1.1 : 1
    if (right === 0 && down === 0 && zoom === 1) return
    event.preventDefault()
    change((now, size) => zoomed(moved(now, size, right * step, down * step), now.zoom * zoom))
  }
  const take = async () => {
    if (!bitmap || !view) return
    const made = document.createElement('canvas')
    Object.assign(made, takenSize(view, bitmap))
    drawCrop(made, bitmap, view)
    const part = await jpegOf(made, 0.92)
    if (part) onTake(part)
  }

  return (
    <div className="crop-picture">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application of its own: it moves with arrow keys, mouse and fingers */}
      <div
        ref={frame}
        className="crop-picture-frame"
        role="application"
        aria-label={texts.view}
        aria-describedby={`${id}-keys`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move the picture
        tabIndex={0}
        onKeyDown={press}
        {...fingers}
      >
        <canvas ref={canvas} {...cropShape} aria-hidden />
      </div>
      <p id={`${id}-keys`}>{texts.keys}</p>
      <label>
        <span>{texts.zoom}</span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={view?.zoom ?? 1}
          onChange={({ target }) => change((now) => zoomed(now, target.valueAsNumber))}
        />
      </label>
      <label>
        <span>{texts.straighten}</span>
        <input
          type="range"
          min={-maxDegrees}
          max={maxDegrees}
          step={1}
          value={view?.degrees ?? 0}
          aria-valuetext={`${view?.degrees ?? 0}°`}
          onChange={({ target }) => change((now) => ({ ...now, degrees: target.valueAsNumber }))}
        />
      </label>
      <div className="crop-picture-buttons">
        {button(texts.left, () => change((now) => turned(now, -1)))}
        {button(texts.right, () => change((now) => turned(now, 1)))}
      </div>
      <div className="crop-picture-buttons">
        {button(texts.take, () => void take(), true)}
        {button(texts.cancel, onClose)}
      </div>
    </div>
  )
}

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** One finger or the mouse moves, two fingers zoom, too. */
function useFingers(onMove: (right: number, down: number, zoom: number) => void) {
  const places = useRef(new Map<number, { x: number; y: number }>())
  const spread = () => {
    const [a, b] = [...places.current.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }
  const end = ({ pointerId }: PointerEvent) => places.current.delete(pointerId)
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      places.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent) => {
      const before = places.current.get(event.pointerId)
      if (!before) return
      const apart = spread()
      places.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const count = places.current.size
      const zoom = apart > 0 ? spread() / apart : 1
      onMove((event.clientX - before.x) / count, (event.clientY - before.y) / count, zoom)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
