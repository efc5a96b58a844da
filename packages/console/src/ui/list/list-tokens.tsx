import { FilterOutlined } from '@ant-design/icons'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import type { ListFilter, Suggestion } from './list-filter.ts'
import { useSlashSearches } from './list-keys.ts'
import { ListToken } from './list-token.tsx'
import { withFilters } from './list-url-state.ts'
import { useSuggestions } from './use-suggestions.ts'
import { useTypedSearch } from './use-typed-search.ts'
import './list-tokens.css'

type Search = { value: string; hint: string; onSearch: (keyword: string) => void }
type Props = { filters: readonly ListFilter[]; search?: Search | undefined }

const nothing = () => undefined
const isPeriod = (filter: ListFilter) => 'isPeriod' in filter

/** The parameters of the address that a filter is kept in. */
const keysOf = (filter: ListFilter) => (isPeriod(filter) ? ['period', 'from', 'to'] : [filter.key])

/** The filters that are set in the address. */
export function useSetFilters(filters: readonly ListFilter[]) {
  const [params, setParams] = useSearchParams()
  const set = filters.filter((filter) => keysOf(filter).some((key) => params.has(key)))
  const change = (filter: ListFilter, value: string | undefined) => {
    const none = Object.fromEntries(keysOf(filter).map((key) => [key, undefined]))
    const chosen = value === undefined ? {} : { ...filter.also, [isPeriod(filter) ? 'period' : filter.key]: value }
    setParams((now) => withFilters(now, { ...none, ...chosen }), { preventScrollReset: true })
  }
  return { set, change, params }
}

/**
 * The one field of a list: filters as tokens, then a text that is searched or names a filter. `/` comes here, Backspace and
 * Left select the last token, the arrows walk, Enter edits it, Delete takes it away.
 */
export function ListTokens({ filters, search }: Props) {
  const t = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { set, change, params } = useSetFilters(filters)
  const typed = useTypedSearch(search?.value ?? '', search?.onSearch ?? nothing)
  const [chosen, setChosen] = useState<ListFilter>()
  const [value, setValue] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const hasText = search !== undefined && chosen === undefined
  const text = hasText ? typed.text : value
  // a text that was searched before names no filter
  const [hasTyped, setHasTyped] = useState(false)
  const isSearched = hasText && !hasTyped
  const suggestions = useSuggestions(filters, { chosen, text: isSearched ? '' : text, isOpen })
  const shown = isOpen ? suggestions : []

  const focus = () => input.current?.focus()
  const write = (next: string) => (hasText ? typed.type(next) : setValue(next))
  const begin = (filter: ListFilter | undefined) => {
    setChosen(filter)
    setValue('')
    setActive(filter ? 0 : -1)
    setIsOpen(filter !== undefined)
    setHasTyped(false)
    focus()
  }
  const take = (suggestion: Suggestion) => {
    // the text was the name of a filter, and is searched no more
    if (search && chosen === undefined && !isSearched) {
      typed.type('')
      search.onSearch('')
    }
    if (suggestion.kind === 'field') return begin(suggestion.filter)
    change(suggestion.filter, suggestion.choice.value)
    begin(undefined)
  }
  useSlashSearches(() => {
    input.current?.select()
    focus()
    setIsOpen(true)
  })
  const tokens = () => [...(box.current?.querySelectorAll<HTMLElement>('.list-token') ?? [])]

  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    const isAtStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setIsOpen(true)
      const step = key === 'ArrowDown' ? 1 : -1
      const count = suggestions.length
      if (count > 0) setActive((now) => (isOpen ? (now + step + count) % count : 0))
    } else if (key === 'Enter') {
      event.preventDefault()
      const suggestion = shown[active]
      if (suggestion) take(suggestion)
      else if (hasText) {
        typed.ask()
        setIsOpen(false)
      }
    } else if (key === 'Escape' && (isOpen || chosen)) {
      event.stopPropagation()
      begin(undefined)
    } else if ((key === 'Backspace' || key === 'ArrowLeft') && isAtStart && text === '') {
      event.preventDefault()
      if (chosen) begin(undefined)
      else tokens().at(-1)?.focus()
    }
  }
  const walk = (event: KeyboardEvent<HTMLElement>, filter: ListFilter) => {
    if (event.target !== event.currentTarget) return
    const all = tokens()
    const here = all.indexOf(event.currentTarget)
    const go = () => (all[here - 1] ?? input.current)?.focus()
    if (event.key === 'ArrowLeft') all[here - 1]?.focus()
    else if (event.key === 'ArrowRight') (all[here + 1] ?? input.current)?.focus()
    else if (event.key === 'Enter') begin(filter)
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      change(filter, undefined)
      go()
    } else return
    event.preventDefault()
  }

  return (
    <div
      ref={box}
      className="list-tokens"
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && box.current?.contains(relatedTarget)) return
        setIsOpen(false)
        setChosen(undefined)
        setValue('')
        setHasTyped(false)
      }}
    >
      <FilterOutlined aria-hidden />
      {set.map((filter) => (
        <ListToken
          key={filter.key}
          filter={filter}
          params={params}
          onKeyDown={(event) => walk(event, filter)}
          onEdit={() => begin(filter)}
          onRemove={() => {
            change(filter, undefined)
            focus()
          }}
        />
      ))}
      {chosen && (
        <span className="list-token list-token-begun">
          {chosen.label} <i>{t('list:tokens.is')}</i>
        </span>
      )}
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label={t('list:search')}
        aria-keyshortcuts="/"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown[active] ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-keys`}
        autoComplete="off"
        maxLength={100}
        placeholder={chosen ? t('list:tokens.value') : (search?.hint ?? t('list:tokens.add'))}
        value={text}
        onClick={() => setIsOpen(true)}
        onChange={({ target }) => {
          write(target.value)
          setHasTyped(true)
          setIsOpen(target.value !== '' || chosen !== undefined)
          setActive(chosen ? 0 : -1)
        }}
        onKeyDown={keys}
      />
      <kbd aria-hidden="true">/</kbd>
      <span id={`${id}-keys`} className="for-readers">
        {t('list:tokens.keys')}
      </span>
      <div id={`${id}-list`} className="list-suggestions" role="listbox" aria-label={t('list:tokens.add')}>
        {shown.map((suggestion, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the field, which owns the choices
          <div
            key={suggestion.filter.key + (suggestion.kind === 'value' ? suggestion.choice.value : '')}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // the field keeps the focus
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(suggestion)}
          >
            {suggestion.kind === 'field' ? (
              suggestion.filter.label
            ) : (
              <>
                {!chosen && <i>{`${suggestion.filter.label} ${t('list:tokens.is')} `}</i>}
                {suggestion.choice.label}
              </>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
