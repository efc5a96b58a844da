import { useRef, useState } from 'react'
import type { LoginTexts } from './login-texts.ts'
import { positionAfterDrag, positionAfterKey, sliderEnd } from './slider-position.ts'

/**
 * LOGIN-02: has to be brought fully right, by pointer or by keys, before the login is sent. It springs back when let go
 * of before the end. To reload it, give it another `key`.
 */
export function Slider(props: { texts: LoginTexts['slider']; isDone: boolean; error?: string; onDone: () => void }) {
  const { texts, isDone, error, onDone } = props
  const [position, setPosition] = useState(0)
  const [isDragging, setIsDragging] = useState(false)
  const track = useRef<HTMLDivElement>(null)
  const startX = useRef(0)
  const shown = isDone ? sliderEnd : position

  const moveTo = (next: number) => {
    setPosition(next)
    if (next >= sliderEnd) {
      setIsDragging(false)
      onDone()
    }
  }
  const room = (thumb: HTMLElement) => (track.current?.clientWidth ?? 0) - thumb.offsetWidth

  return (
    <div className="field">
      <div className="slider" ref={track} data-done={isDone || undefined} data-invalid={error ? true : undefined}>
        <div className="slider-fill" style={{ width: `calc(${shown / 100} * (100% - 44px) + 44px)` }} />
        <span className="slider-text" aria-hidden="true">
          {isDone ? texts.done : texts.todo}
        </span>
        <div
          className="slider-thumb"
          style={{ left: `calc(${shown / 100} * (100% - 44px))`, transition: isDragging ? 'none' : undefined }}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native range jumps to where it is clicked: no drag
          role="slider"
          tabIndex={0}
          aria-label={texts.label}
          aria-valuemin={0}
          aria-valuemax={sliderEnd}
          aria-valuenow={Math.round(shown)}
          aria-valuetext={isDone ? texts.done : texts.value.replace('{percent}', String(Math.round(shown)))}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'slider-error' : undefined}
          onKeyDown={(event) => {
            const next = isDone ? undefined : positionAfterKey(position, event.key)
            if (next === undefined) return
            event.preventDefault()
            moveTo(next)
          }}
          onPointerDown={(event) => {
            if (isDone) return
            event.currentTarget.setPointerCapture(event.pointerId)
            startX.current = event.clientX
            setIsDragging(true)
          }}
          onPointerMove={(event) => {
            if (isDragging) moveTo(positionAfterDrag(event.clientX - startX.current, room(event.currentTarget)))
          }}
          onPointerUp={() => {
            if (!isDragging) return
            setIsDragging(false)
            setPosition(0)
          }}
          onPointerCancel={() => {
            setIsDragging(false)
            setPosition(0)
          }}
        >
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
            <path d={isDone ? 'm4 10.5 4 4 8-9' : 'm5 5 5 5-5 5m5-10 5 5-5 5'} />
          </svg>
        </div>
      </div>
      {error && (
        <p className="field-error" id="slider-error">
          {error}
        </p>
      )}
    </div>
  )
}
