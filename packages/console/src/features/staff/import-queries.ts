import { getImport, type ImportRow, listImportRows, listImports } from '@gatehouse/contract/features/imports.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'

export const rowsOnPage = 20
/** A hint may be lost: the page polls while something runs. */
const lookMs = 2_000

export const importRunQuery = (id: string) =>
  queryOptions({
    ...queryOf(getImport, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'running' || state.data?.state === 'uploading' ? lookMs : false,
  })

export const importRowsQuery = (id: string, outcome: NonNullable<ImportRow['outcome']> | undefined, page: number) =>
  queryOptions({
    ...queryOf(listImportRows, { params: { id }, query: { outcome, page, size: rowsOnPage } }),
    placeholderData: keepPreviousData,
  })

export const pastImportsQuery = (kind: 'staff' | 'portraits') => queryOf(listImports, { query: { kind, size: 10 } })
