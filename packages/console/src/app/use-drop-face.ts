import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../lib/use-can.ts'
import { droppedFaceKey } from '../parts/face/dropped-face.ts'
import { isPictureFile } from '../parts/face/picture-file.ts'

/** A picture dropped on any page, where no field of its own takes it, is searched for among people and strangers. */
export function useDropFace(): void {
  const can = useCan()
  const client = useQueryClient()
  const navigate = useNavigate()
  const drop = useEffectEvent((picture: File) => {
    client.setQueryData(droppedFaceKey, picture)
    void navigate(pathTo('signRecord', { below: 'face-search' }))
  })
  const mayDrop = can('record.read')
  useEffect(() => {
    if (!mayDrop) return
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const dropped = (event: DragEvent) => {
      // a field took it
      if (event.defaultPrevented) return
      const files = event.dataTransfer?.files ?? []
      if (files.length === 0) return
      event.preventDefault()
      const picture = [...files].find(isPictureFile)
      if (picture) drop(picture)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('drop', dropped)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', dropped)
    }
  }, [mayDrop])
}
