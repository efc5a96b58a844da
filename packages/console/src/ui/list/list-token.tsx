import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useText, type Text } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { periodWords, type ListFilter } from './list-filter.ts'

type Props = {
  filter: ListFilter
  params: URLSearchParams
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onEdit: () => void
  onRemove: () => void
}

/** One filter that is set: a group with its words and a button that takes it away. */
export function ListToken({ filter, params, onKeyDown, onEdit, onRemove }: Props) {
  const t = useText()
  const [operator, value] = useTokenWords(filter, params, t)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a group that is walked to by the arrows of its field
    <span
      className="list-token"
      role="group"
      tabIndex={-1}
      aria-label={[filter.label, operator, value].filter(Boolean).join(' ')}
      onKeyDown={onKeyDown}
      onDoubleClick={onEdit}
    >
      <span>
        {filter.label} {operator && <i>{operator}</i>} <b>{value}</b>
      </span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('list:tokens.remove', { filter: filter.label })}
        onClick={onRemove}
      >
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
}

function useTokenWords(filter: ListFilter, params: URLSearchParams, t: Text): [operator: string, value: string] {
  const value = params.get(filter.key) ?? ''
  const source = 'source' in filter ? filter.source : undefined
  const named = useQuery({
    queryKey: [...(source?.key ?? []), 'named', value],
    queryFn: async ({ signal }) => (await source?.name(value, signal)) ?? null,
    enabled: source !== undefined,
    staleTime: 60_000,
  })
  const is = t('list:tokens.is')
  if ('isPeriod' in filter) return periodText(params, t)
  if ('options' in filter) return [is, filter.options.find((one) => one.value === value)?.label ?? '…']
  return [is, named.data ?? (named.isPending ? '…' : value)]
}

function periodText(params: URLSearchParams, t: Text): [operator: string, value: string] {
  const word = periodWords.find((one) => one === params.get('period'))
  if (word) return [t('list:tokens.is'), t(`list:period.${word}`)]
  const [from, to] = [params.get('from'), params.get('to')]
  const said = (instant: string | null) => companyTime(instant ?? undefined, 'minute')
  if (from && to) return ['', `${said(from)} – ${said(to)}`]
  return from ? [t('list:tokens.since'), said(from)] : [t('list:tokens.until'), said(to)]
}
