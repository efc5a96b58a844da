import type { DoorMark as Mark } from '@gatehouse/contract/features/floor-plans.ts'
import './door-mark.css'

const closedDoor = <path d="M4 13.5v-11h8v11M1.5 13.5h13M9.7 8v.7" />
const body = <rect x="3" y="7" width="10" height="6.8" rx="1.5" />

/** The glyph of each mark; together with its edge it says the state without a colour. */
const glyphs = {
  alarm: <path d="M8 2.3 14.2 13H1.8L8 2.3ZM8 6.5v3M8 11.2v.1" />,
  'emergency-open': (
    <>
      {body}
      <path d="M5.2 7V5a2.8 2.8 0 0 1 5.3-1.2" />
    </>
  ),
  'no-reader': <path d="M4 13.5v-11h8v11M1.5 13.5h13M2 2l12 11" />,
  offline: <path d="M2 6c3.5-3.3 8.5-3.3 12 0M4.3 8.6c2.2-2 5.2-2 7.4 0M8 12v.1M2.5 2.5l11 11" />,
  'locked-down': (
    <>
      {body}
      <path d="M5.2 7V5.2a2.8 2.8 0 0 1 5.6 0V7" />
    </>
  ),
  'held-closed': (
    <>
      {closedDoor}
      <path d="M1.5 6h13" />
    </>
  ),
  'held-open': <path d="M2.5 13.5v-11H8v11M1 13.5h1.5M8 13.5h7M8 2.5l3 1.5v8l-3 1.5M12 13.5l2.8-3.3v3.3Z" />,
  open: <path d="M3.5 13.5v-11h6v11M1.5 13.5h2M9.5 13.5h5M9.5 2.5l3.5 1.7v8l-3.5 1.3M11 8.3v.5" />,
  closed: closedDoor,
  unknown: <path d="M4 13.5v-11h8v11M1.5 13.5h13M6.7 6.2a1.4 1.4 0 1 1 2 1.3c-.5.2-.7.5-.7 1.1M8 10.6v.1" />,
} as const satisfies Record<Mark, unknown>

export const DoorGlyph = ({ mark }: { mark: Mark }) => (
  <svg className="door-glyph" viewBox="0 0 16 16" aria-hidden>
    {glyphs[mark]}
  </svg>
)

/** A flag: people gather here. */
export const PointGlyph = () => (
  <svg className="door-glyph" viewBox="0 0 16 16" aria-hidden>
    <path d="M3.5 14.5v-12M3.5 3c3-1.5 5 1.5 9 0v6.5c-4 1.5-6-1.5-9 0" />
  </svg>
)

/** The mark of a door where it is no button: beside its name. */
export const DoorMark = ({ mark }: { mark: Mark }) => (
  <span className="door-mark" data-mark={mark} data-big>
    <DoorGlyph mark={mark} />
  </span>
)
