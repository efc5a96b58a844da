import { getImport, type ImportRow, listImportRows, listImports } from '@gatehouse/contract/features/imports.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const rowsOnPage = 20
/** A hint may be lost: while something runs the page looks by itself. */
const lookMs = 2_000

// Keys begin with the live topic `imports`: a hint refreshes what is shown.
export const importRunQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'run', id],
    queryFn: ({ signal }) => call(getImport, { params: { id } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'running' || state.data?.state === 'uploading' ? lookMs : false,
  })

export const importRowsQuery = (id: string, outcome: NonNullable<ImportRow['outcome']> | undefined, page: number) =>
  queryOptions({
    queryKey: ['imports', 'rows', id, outcome ?? null, page],
    queryFn: ({ signal }) =>
      call(listImportRows, { params: { id }, query: { outcome, page, size: rowsOnPage } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const pastImportsQuery = (kind: 'staff' | 'portraits') =>
  queryOptions({
    queryKey: ['imports', 'past', kind],
    queryFn: ({ signal }) => call(listImports, { query: { kind, size: 10 } }, { signal }),
  })
