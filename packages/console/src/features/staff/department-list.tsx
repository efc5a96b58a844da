import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import {
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useOptimistic,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { formatNumber } from '../../lib/format-number.ts'
import { type DepartmentRow, stepInTree } from './department-rows.ts'

type Props = {
  label: string
  rows: readonly DepartmentRow[]
  chosenId: string | undefined
  /** In pixels; undefined: as high as its lines. */
  height: number | undefined
  /** Resolves once the page is that of the department, or was not left. */
  onChoose: (row: DepartmentRow) => Promise<void> | void
  onToggle: (id: string) => void
  /** Beside the chosen one. */
  tools: ReactNode
  /** The tooltip of its number. */
  hint: (row: DepartmentRow) => string | undefined
}

const lineHeight = 32
/** Lines beyond each edge, so that a step by key finds the next one. */
const beyond = 6
const indent = 6

/**
 * The departments as a tree that is walked by keys. Only the lines in sight are drawn: five thousand departments open as quickly as
 * five. The component library's tree was 20 kB of the page's script, and read all of them again at each letter of a search.
 */
export function DepartmentList({ label, rows, chosenId, height, onChoose, onToggle, tools, hint }: Props) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [activeId, setActiveId] = useState<string>()
  // With the press, in front of the page's list of people, which takes longer to draw; a page that is not left has it back.
  const [markedId, mark] = useOptimistic(chosenId)
  const chosen = rows.findIndex(({ node }) => node.department.id === markedId)
  const found = rows.findIndex(({ node }) => node.department.id === activeId)
  const active = found >= 0 ? found : chosen

  const show = (index: number) => {
    const tree = box.current
    if (!tree || height === undefined || index < 0) return
    const line = index * lineHeight
    const lowest = line + lineHeight - height
    tree.scrollTop = Math.max(Math.min(tree.scrollTop, line), lowest)
    setTop(tree.scrollTop)
  }
  const latest = useRef({ chosen, show })
  useLayoutEffect(() => {
    latest.current = { chosen, show }
  })
  useEffect(() => latest.current.show(latest.current.chosen), [chosenId])

  const choose = (row: DepartmentRow) => {
    const { id } = row.node.department
    setActiveId(id)
    startTransition(async () => {
      mark(id)
      await onChoose(row)
    })
  }
  const keys = (event: KeyboardEvent) => {
    // the menu of the chosen one has keys of its own
    if (event.target !== event.currentTarget) return
    const row = rows[active]
    const step = stepInTree(rows, active, event.key)
    if (step && 'to' in step) {
      setActiveId(rows[step.to]?.node.department.id)
      show(step.to)
    } else if (step) onToggle(step.toggles)
    else if (row && (event.key === 'Enter' || event.key === ' ')) choose(row)
    else return
    event.preventDefault()
  }

  const from = height === undefined ? 0 : Math.max(0, Math.floor(top / lineHeight) - beyond)
  const to = height === undefined ? rows.length : Math.ceil((top + height) / lineHeight) + beyond
  const after = Math.max(0, rows.length - to)
  return (
    <div
      ref={box}
      className="departments-tree"
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={rows[active] && `${id}-${active}`}
      style={height === undefined ? undefined : { maxHeight: height }}
      onKeyDown={keys}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div style={{ paddingTop: from * lineHeight, paddingBottom: after * lineHeight }}>
        {rows.slice(from, to).map((row, index) => (
          <Line
            key={row.node.department.id}
            id={`${id}-${from + index}`}
            row={row}
            isActive={from + index === active}
            isChosen={from + index === chosen}
            hint={hint(row)}
            onChoose={choose}
            onToggle={onToggle}
          >
            {from + index === chosen && markedId === chosenId && tools}
          </Line>
        ))}
      </div>
    </div>
  )
}

type LineProps = {
  id: string
  row: DepartmentRow
  isActive: boolean
  isChosen: boolean
  hint: string | undefined
  onChoose: (row: DepartmentRow) => void
  onToggle: (id: string) => void
  children: ReactNode
}

function Line({ id, row, isActive, isChosen, hint, onChoose, onToggle, children }: LineProps) {
  const { department, people } = row.node
  const Caret = row.isOpen ? CaretDownOutlined : CaretRightOutlined
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree has the focus and the keys, and names its active line
    <div
      id={id}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.of}
      aria-expanded={row.isOpen}
      aria-selected={isChosen}
      data-active={isActive || undefined}
      style={{ paddingInlineStart: (row.level - 1) * indent }}
      onClick={() => onChoose(row)}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- by key it is opened with the arrows */}
      <span
        className="departments-caret"
        aria-hidden="true"
        onClick={(event) => {
          if (row.isOpen === undefined) return
          event.stopPropagation()
          onToggle(department.id)
        }}
      >
        {row.isOpen !== undefined && <Caret />}
      </span>
      <span className="departments-name" title={department.name}>
        {department.name}
      </span>
      <span className="departments-count" title={hint}>
        {formatNumber(people)}
      </span>
      {children}
    </div>
  )
}
