import { useQueries } from '@tanstack/react-query'
import { Modal, type InputRef, Input } from 'antd'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../i18n/i18n.ts'
import { useUser } from '../lib/session.ts'
import { errorText } from '../ui/feedback/error-text.ts'
import { type Command, actionsOf, matching, pagesFor, searchesOf } from './commands.ts'
import './command-palette.css'

const quietMs = 180
const noStyles = { body: { padding: 0 }, container: { padding: 0, overflow: 'hidden' }, header: { display: 'none' } }

/** Ctrl+K: any page, person, device or record by what one types, and the common actions. */
export function CommandPalette(props: { typed: string; onType: (text: string) => void; onClose: () => void }) {
  const { typed, onType, onClose } = props
  const t = useText()
  const navigate = useNavigate()
  const input = useRef<InputRef>(null)
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const { sections, isSearching, error } = useSections(typed.trim())
  const all = sections.flatMap(({ commands }) => commands)
  const at = Math.min(chosen, all.length - 1)

  const go = (command: Command | undefined) => {
    if (!command) return
    onClose()
    void navigate(command.to)
  }
  const moves: Partial<Record<string, () => number>> = {
    ArrowDown: () => (at + 1) % all.length,
    ArrowUp: () => (at + all.length - 1) % all.length,
    PageDown: () => Math.min(at + 8, all.length - 1),
    PageUp: () => Math.max(at - 8, 0),
  }
  const press = (event: KeyboardEvent) => {
    // the keys of an input method are not ours
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') return go(all[at])
    const move = moves[event.key]
    if (!move || all.length === 0) return
    event.preventDefault()
    setChosen(move())
  }
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  return (
    <Modal
      open
      title={t('palette:title')}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={640}
      style={{ top: 72 }}
      styles={noStyles}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <div className="palette">
        <Input
          ref={input}
          size="large"
          variant="borderless"
          maxLength={100}
          role="combobox"
          aria-label={t('palette:title')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={all.length > 0 ? `${id}-${at}` : undefined}
          placeholder={t('palette:hint')}
          value={typed}
          onChange={({ target }) => {
            onType(target.value)
            setChosen(0)
          }}
          onKeyDown={press}
        />
        <div className="palette-list" id={`${id}-list`} role="listbox" aria-label={t('palette:found')}>
          {sections.map(({ name, commands, from }) => (
            <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
              <div className="palette-title" id={`${id}-${name}`} role="presentation">
                {t(`palette:sections.${name}`)}
              </div>
              {commands.map((command, index) => {
                const own = from + index
                return (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the combobox's, which names this option as its active one
                  <div
                    key={command.key}
                    id={`${id}-${own}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={own === at}
                    onClick={() => go(command)}
                    onMouseMove={() => setChosen(own)}
                  >
                    <span>{command.text}</span>
                    {command.hint && <small>{command.hint}</small>}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
        <p className="palette-foot" role="status">
          {error !== null
            ? errorText(error, t)
            : isSearching
              ? t('palette:searching')
              : all.length === 0
                ? t('palette:nothing', { typed: typed.trim() })
                : t('palette:keys')}
        </p>
      </div>
    </Modal>
  )
}

/** Actions and pages at once, what the server finds a moment after somebody stops typing. */
function useSections(typed: string) {
  const t = useText()
  const role = useUser()?.role.name
  const keyword = useQuiet(typed)
  const own = useMemo(
    () => (role ? { actions: actionsOf(role, t), pages: pagesFor(role, t) } : { actions: [], pages: [] }),
    [role, t],
  )
  const searches = role && keyword !== '' ? searchesOf(role, keyword, t) : []
  const results = useQueries({ queries: searches.map(({ query }) => query) })
  const found = searches.map(({ name }, index) => ({ name, commands: [...(results[index]?.data ?? [])] }))
  const pages = { name: 'pages', commands: matching(own.pages, typed) } as const
  const actions = { name: 'actions', commands: matching(own.actions, typed) } as const
  const sections = typed === '' ? [actions, pages] : [pages, ...found, actions]
  const shown = sections.filter(({ commands }) => commands.length > 0)
  return {
    sections: shown.map((section, at) => ({
      ...section,
      /** The number of its first command among all. */
      from: shown.slice(0, at).reduce((sum, { commands }) => sum + commands.length, 0),
    })),
    isSearching: typed !== keyword || results.some(({ isPending }) => isPending),
    error: results.find(({ error }) => error !== null)?.error ?? null,
  }
}

/** The text, once it has stood still for a moment. */
function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  return quiet
}
