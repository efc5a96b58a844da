import { useQueryClient } from '@tanstack/react-query'
import { useState, type DragEvent } from 'react'
import { useCan } from '../../../lib/use-can.ts'
import { isPictureFile } from '../../../parts/face/picture-file.ts'

export const droppedPhotosKey = ['staff-photographs', 'dropped'] as const

/** Several photographs dropped on the list become people; a single one is looked for, as on every page. */
export function useDropPhotos(open: () => void) {
  const can = useCan()
  const client = useQueryClient()
  const [isOver, setIsOver] = useState(false)
  if (!can('staff.write')) return {}
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      const { items } = event.dataTransfer
      if ([...items].filter(({ kind }) => kind === 'file').length < 2) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      const pictures = [...event.dataTransfer.files].filter(isPictureFile)
      if (event.defaultPrevented || pictures.length < 2) return
      event.preventDefault()
      client.setQueryData(droppedPhotosKey, pictures)
      open()
    },
  }
}
