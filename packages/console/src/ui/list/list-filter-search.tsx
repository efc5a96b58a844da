import { CloseOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import { useText } from '../../i18n/i18n.ts'
import type { FilterChoice, FilterSource } from './list-filter.ts'

type Props = {
  label: string
  source: FilterSource
  value: string | null
  onChange: (value: string | undefined) => void
}

const staleTime = 60_000
const nothing: readonly FilterChoice[] = []

/** A filter whose values the server knows: they are found as somebody types. */
export function ListFilterSearch({ label, source, value, onChange }: Props) {
  const t = useText()
  const id = useId()
  // undefined: nobody types, and the value stands there
  const [text, setText] = useState<string>()
  const [active, setActive] = useState(-1)
  const keyword = text?.trim() ?? ''
  const found = useQuery({
    queryKey: [...source.key, 'found', keyword],
    queryFn: ({ signal }) => source.find(keyword, signal),
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
    staleTime,
  })
  const named = useQuery({
    queryKey: [...source.key, 'named', value],
    queryFn: async ({ signal }) => (await source.name(value ?? '', signal)) ?? null,
    enabled: value !== null,
    staleTime,
  })
  const name = value === null ? '' : (named.data ?? (named.isPending ? '…' : value))
  const shown = text === undefined ? nothing : (found.data ?? nothing)

  const take = (next: string | undefined) => {
    setText(undefined)
    setActive(-1)
    onChange(next)
  }
  const keys = (event: KeyboardEvent) => {
    const { key } = event
    const choice = shown[active]
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (text === undefined) setText('')
      const next = key === 'ArrowDown' ? active + 1 : Math.max(active, 0) - 1
      if (shown.length > 0) setActive((next + shown.length) % shown.length)
    } else if (key === 'Enter' && choice) take(choice.value)
    else if (key === 'Escape' && text !== undefined) {
      event.stopPropagation()
      setText(undefined)
      setActive(-1)
    } else return
    event.preventDefault()
  }

  return (
    <div className="list-filter-search" onBlur={() => setText(undefined)}>
      <label htmlFor={`${id}-field`}>{label}</label>
      <input
        id={`${id}-field`}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown[active] && `${id}-${active}`}
        autoComplete="off"
        maxLength={100}
        placeholder={name || t('list:all')}
        value={text ?? name}
        onClick={() => setText((now) => now ?? '')}
        onChange={({ target }) => {
          setText(target.value)
          setActive(0)
        }}
        onKeyDown={keys}
      />
      {value !== null && (
        <button type="button" aria-label={t('list:tokens.remove', { filter: label })} onClick={() => take(undefined)}>
          <CloseOutlined aria-hidden />
        </button>
      )}
      <div id={`${id}-list`} className="list-suggestions" role="listbox" aria-label={label}>
        {shown.map((choice, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the field, which owns the choices
          <div
            key={choice.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // the field keeps the focus
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(choice.value)}
          >
            {choice.label}
          </div>
        ))}
      </div>
    </div>
  )
}
