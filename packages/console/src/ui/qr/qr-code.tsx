import { useMemo } from 'react'
import { qrPath } from './qr-path.ts'
import './qr-code.css'

/** A QR code as a drawing that stays sharp on screen and paper; black on white in dark mode too, or cameras fail. */
export function QrCode({ text, name, size = 200 }: { text: string; name: string; size?: number }) {
  const { side, path } = useMemo(() => qrPath(text), [text])
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={name}
      viewBox={`0 0 ${side} ${side}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
