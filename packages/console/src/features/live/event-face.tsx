import type { LivePassage } from '@gatehouse/contract/features/live/board.ts'
import { imageAddress } from '@gatehouse/contract/features/images.ts'
import { useState } from 'react'
import { FacePlaceholder } from '../../parts/face/face-thumbnail.tsx'

/** A face, 48 px wide where nothing else is said; its name stands beside it. */
export function EventFace({ face, size = 48 }: { face: LivePassage['face']; size?: number }) {
  const [broken, setBroken] = useState<string>()
  if (!face || broken === face.id) return <FacePlaceholder />
  return (
    <img
      className="live-picture"
      src={imageAddress(face.kind, face.id, 160)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(face.id)}
    />
  )
}
