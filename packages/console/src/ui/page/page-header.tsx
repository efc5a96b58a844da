import { use, type ReactNode } from 'react'
import { withUnbrokenDates } from './dated.tsx'
import { useNamesPage } from './page-name.ts'
import { PageTitle } from './page-title.ts'
import { useIsPhone } from '../../lib/use-media.ts'
import { MoreActions } from './more-actions.tsx'
import './page-header.css'

type Props = {
  title: ReactNode
  /** The title is the name of the thing that the page is about: the breadcrumbs end in it. */
  isThing?: boolean
  /** The name of a door: the page is about it alone, and it is read from afar. */
  isLarge?: boolean
  /** It stands before the title: the state of a door as a large mark. */
  sign?: ReactNode
  purpose?: ReactNode
  meta?: ReactNode
  actions?: ReactNode
  /** Of a list: on a phone its rows come first, and all actions stand in one menu beside its field, or its sentence where it has none. */
  isOfList?: boolean
  /** It has more actions than a phone has room for: there they stand in one menu at its right. */
  isFolding?: boolean
}

/**
 * The head of every page: its title (the page's only h1), one sentence what it is for, and at the right what is done
 * most often. `meta` stands beside the title (a status, a count).
 */
export function PageHeader(props: Props) {
  useNamesPage(props.isThing && typeof props.title === 'string' ? props.title : undefined)
  const isInBar = props.title === use(PageTitle)
  const isPhone = useIsPhone()
  const isFolded = isPhone && props.isOfList === true
  if (isFolded)
    return (
      <header className="page-header page-header-folded">
        {/* the bar says it, also where it has another word for the list */}
        <h1 data-in-bar>
          <span className="page-header-name">{props.title}</span>
        </h1>
        {props.purpose && <p>{withUnbrokenDates(props.purpose)}</p>}
        <MoreActions>{props.actions}</MoreActions>
      </header>
    )
  return (
    <header className="page-header">
      {props.sign}
      <div className="page-header-words">
        <h1 data-in-bar={isInBar || undefined} data-large={props.isLarge || undefined}>
          <span className="page-header-name">{props.title}</span>
          {props.meta && <span className="page-header-meta">{props.meta}</span>}
        </h1>
        {props.purpose && <p>{withUnbrokenDates(props.purpose)}</p>}
      </div>
      {isPhone && props.isFolding ? (
        <MoreActions>{props.actions}</MoreActions>
      ) : (
        props.actions && <div className="page-header-actions">{props.actions}</div>
      )}
    </header>
  )
}
