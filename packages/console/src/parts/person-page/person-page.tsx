import type { ImageKind } from '@gatehouse/contract/features/images.ts'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useNamesPage } from '../../ui/page/page-name.ts'
import { FacePicture } from '../face/face-thumbnail.tsx'
import './person-page.css'

type Props = {
  name: string
  face: { kind: ImageKind; imageId: string | null }
  /** Beside the name: a state. */
  meta?: ReactNode
  /** Words that place the person: position, department, number. */
  tags: readonly (string | null | false | undefined)[]
  sentence: ReactNode
  actions: ReactNode
  /** The wide column, and the narrow one. */
  main: ReactNode
  side: ReactNode
}

/** A person: face, name, the sentence that matters and what can be done; then what happened, beside doors and facts. */
export function PersonPage({ name, face, meta, tags, sentence, actions, main, side }: Props) {
  const t = useText()
  useNamesPage(name)
  const words = tags.filter(Boolean)
  return (
    <div className="person-page">
      <header className="person-top">
        <FacePicture {...face} alt={t('list:photo.of', { name })} none={t('list:photo.none')} />
        <div className="person-words">
          <h1>
            {name}
            {meta && <span className="person-meta">{meta}</span>}
          </h1>
          {sentence}
          {words.length > 0 && (
            <ul className="person-tags">
              {words.map((word, place) => (
                <li key={place}>{word}</li>
              ))}
            </ul>
          )}
        </div>
        {actions && <div className="person-deeds">{actions}</div>}
      </header>
      <div className="person-columns">
        <div className="person-main">{main}</div>
        <div className="person-side">{side}</div>
      </div>
    </div>
  )
}

/** A part of the page between hairlines. */
export function PersonBlock({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="person-block" aria-label={title}>
      <div className="person-block-head">
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A part that is asked for: it says what it holds before it is opened. */
export function PersonFold({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <details className="person-fold">
      <summary>
        <h2>{title}</h2>
        {hint && <span>{hint}</span>}
      </summary>
      <div className="person-fold-body">{children}</div>
    </details>
  )
}
