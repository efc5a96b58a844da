import type { ParamsInput, QueryInput, Route } from '@gatehouse/contract/route.ts'
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { callFile } from '../../api/call.ts'
import { saveFile } from './save-file.ts'
import { useToast } from '../feedback/toast.tsx'

type Asked<T extends Route> = { params?: ParamsInput<T>; query?: QueryInput<T> }

/**
 * Saves the file that a route streams. A refusal is said in the page: a bare link would save it as a file of JSON, or
 * leave the page for it.
 */
export function useDownload() {
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ route, asked }: { route: Route; asked: Asked<Route> }) => {
      const { name, content } = await callFile(route, asked)
      saveFile(content, name)
    },
    onError: toast.failed,
  })
  const download = useCallback(<T extends Route>(route: T, asked: Asked<T> = {}) => mutate({ route, asked }), [mutate])
  return { download, isRunning: isPending }
}
