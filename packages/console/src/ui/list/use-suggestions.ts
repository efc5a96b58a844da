import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/i18n.ts'
import { periodWords, suggestionsFor, type ListFilter, type Suggestion } from './list-filter.ts'

type Asked = { chosen: ListFilter | undefined; text: string; isOpen: boolean }

/** The offers of the field for its text; the values of a chosen field may come from the server. */
export function useSuggestions(filters: readonly ListFilter[], { chosen, text, isOpen }: Asked): readonly Suggestion[] {
  const t = useText()
  const source = chosen && 'source' in chosen ? chosen.source : undefined
  const found = useQuery({
    queryKey: [...(source?.key ?? []), 'found', text.trim()],
    queryFn: ({ signal }) => source?.find(text.trim(), signal) ?? [],
    enabled: isOpen && source !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const values =
    chosen === undefined
      ? []
      : 'options' in chosen
        ? chosen.options
        : 'isPeriod' in chosen
          ? periodWords.map((word) => ({ value: word, label: t(`list:period.${word}`) }))
          : (found.data ?? [])
  return suggestionsFor(filters, { chosen, text, values })
}
