import { Checkbox, Input } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'

export type Choice = { id: string; name: string; facts: ReactNode; picture?: ReactNode }

type Props = {
  label: string
  hint: string
  onSearch: (keyword: string) => void
  query: { error: unknown; refetch: () => unknown }
  choices: readonly Choice[] | undefined
  none: string
  chosen: ReadonlyMap<string, string>
  onChange: (chosen: ReadonlyMap<string, string>) => void
}

/** Search, and choose several by ticking them; those that another search no longer shows stay chosen. */
export function ChoiceList({ label, hint, onSearch, query, choices, none, chosen, onChange }: Props) {
  const t = useText()
  const hidden = [...chosen].filter(([id]) => !choices?.some((choice) => choice.id === id))
  const toggle = (id: string, name: string) => {
    const next = new Map(chosen)
    if (!next.delete(id)) next.set(id, name)
    onChange(next)
  }
  return (
    <div className="choices">
      <Input.Search
        allowClear
        maxLength={100}
        placeholder={hint}
        aria-label={hint}
        onSearch={(text) => onSearch(text.trim())}
      />
      {query.error !== null && query.error !== undefined && !choices && (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      )}
      {!choices && !query.error && <DetailSkeleton lines={6} />}
      {choices?.length === 0 && <p className="group-list-none">{none}</p>}
      <ul aria-label={label}>
        {hidden.map(([id, name]) => (
          <li key={id}>
            <Checkbox checked onChange={() => toggle(id, name)}>
              <span className="choice-name">{name}</span>
            </Checkbox>
          </li>
        ))}
        {choices?.map(({ id, name, facts, picture }) => (
          <li key={id}>
            <Checkbox checked={chosen.has(id)} onChange={() => toggle(id, name)}>
              <span className="choice">
                {picture}
                <span>
                  <span className="choice-name">{name}</span>
                  {facts && <small>{facts}</small>}
                </span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <p className="for-readers" aria-live="polite">
        {t('list:selection.count', { count: chosen.size })}
      </p>
    </div>
  )
}
