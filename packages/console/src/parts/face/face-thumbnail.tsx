import { imageAddress, type ImageKind } from '@gatehouse/contract/features/images.ts'
import type { FaceBox } from '@gatehouse/contract/device/passage-words.ts'
import { useState } from 'react'
import { cutToFace } from '../../lib/cut-to-face.ts'
import './face-thumbnail.css'

type Face = { kind: ImageKind; imageId: string | null }

/**
 * A face in a list: square, never stretched, with a drawn placeholder. Its name stands beside it, so it is silent for
 * screen readers. `FacePreview` shows it larger on hover or focus.
 */
export function FaceThumbnail({ kind, imageId }: Face) {
  const [broken, setBroken] = useState<string | null>(null)
  if (imageId === null || broken === imageId) return <FacePlaceholder />
  return (
    <img
      className="face-thumbnail"
      src={imageAddress(kind, imageId, 80)}
      data-preview={imageAddress(kind, imageId, 320)}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(imageId)}
    />
  )
}

/** Drawn by the style sheet: a list has hundreds of them. */
export const FacePlaceholder = () => <span className="face-thumbnail face-placeholder" aria-hidden />

/** A face as large as its place, with words for who it is; of a picture that shows more, the part where the face is. */
export function FacePicture({
  kind,
  imageId,
  alt,
  none,
  part = null,
}: Face & { alt: string; none: string; part?: FaceBox | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const isThere = imageId !== null && broken !== imageId
  return (
    <div className="face-picture">
      {isThere ? (
        <img
          className={part ? 'is-cut' : undefined}
          src={imageAddress(kind, imageId, 640)}
          alt={alt}
          style={part && size ? cutToFace(part, size) : undefined}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
          onError={() => setBroken(imageId)}
        />
      ) : (
        <>
          <FacePlaceholder />
          <span>{none}</span>
        </>
      )}
    </div>
  )
}
