import { useEffect, useRef, useState, type DragEvent } from 'react'
import { acceptedPictures } from './picture-file.ts'
import './face-upload.css'

/** A picture dropped on an area, or chosen with a hidden file field that a button opens. */
export function useFaceDrop(label: string, onPicture: (file: File) => void) {
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return {
    isOver,
    choose: () => input.current?.click(),
    area: {
      className: 'face-upload',
      'data-over': isOver || undefined,
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setIsOver(false)
        const file = event.dataTransfer.files[0]
        if (file) onPicture(file)
      },
    },
    field: (
      <input
        ref={input}
        type="file"
        className="face-upload-file"
        tabIndex={-1}
        accept={acceptedPictures}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) onPicture(file)
        }}
      />
    ),
  }
}

export function usePastedPicture(onPicture: (file: File) => void) {
  const latest = useRef(onPicture)
  useEffect(() => {
    latest.current = onPicture
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (!file) return
      event.preventDefault()
      latest.current(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
