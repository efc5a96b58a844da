import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { groupName } from '../passage/list-group-name.ts'
import { GroupSelect } from './form-group-select.tsx'
import { type GroupKind, groupList } from './group-list.ts'
import './form-group-chips.css'

type Props = { id?: string; value?: string[]; onChange?: (ids: string[]) => void; kind: GroupKind; label: string }

/** As many as are read at a glance; with one more, that one stands here, too. */
const atFirst = 6

/** Chooses groups by pressing them, those of the person first; where there are many, the rest is searched. */
export function GroupChips({ id, value = [], onChange, kind, label }: Props) {
  const t = useText()
  const { data: groups = [] } = useQuery(groupList(kind))
  // nothing moves while somebody presses
  const [first] = useState(() => new Set(value))
  const [isWhole, setIsWhole] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  // the button that was pressed is gone
  useEffect(() => {
    if (isWhole) whole.current?.querySelector('input')?.focus()
  }, [isWhole])
  if (isWhole)
    return (
      <div ref={whole}>
        <GroupSelect kind={kind} value={value} {...(id && { id })} {...(onChange && { onChange })} />
      </div>
    )
  const sorted = groups.toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)))
  const shown = sorted.slice(0, sorted.length <= atFirst + 1 ? sorted.length : Math.max(atFirst, first.size))
  const rest = sorted.length - shown.length
  return (
    <div className="group-chips" role="group" aria-label={label} id={id}>
      {shown.map((group) => {
        const isIn = value.includes(group.id)
        return (
          <button
            key={group.id}
            type="button"
            aria-pressed={isIn}
            onClick={() => onChange?.(isIn ? value.filter((one) => one !== group.id) : [...value, group.id])}
          >
            {groupName(group.name, t)}
          </button>
        )
      })}
      {rest > 0 && (
        <button type="button" onClick={() => setIsWhole(true)}>
          {t('form:moreGroups', { count: rest })}
        </button>
      )}
    </div>
  )
}
