import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { errorText } from '../../ui/feedback/error-text.ts'

/** The state of a step: not yet, an error with its retry, or whether it is done and in which words. */
export type StepState = { kind: 'loading' } | { kind: 'failed'; error: unknown; retry: () => void } | StepKnown
type StepKnown = { kind: 'known'; doneText: string | null }

export function SetupStep(props: {
  number: number
  title: string
  text: string
  state: StepState
  /** The page of the action, and the page that shows its result. */
  page: { to: string; text: string }
  open?: { to: string; text: string }
  /** The action itself, where one click does it. */
  action?: { text: string; run: () => void }
}) {
  const t = useText()
  const { state, open, page, action } = props
  const isDone = state.kind === 'known' && state.doneText !== null
  const link = isDone && open ? open : page
  return (
    <li className="step" data-done={isDone || undefined}>
      <span className="step-mark" aria-hidden="true">
        {isDone ? '✓' : props.number}
      </span>
      <div className="step-words">
        <h3>
          {props.title}
          {state.kind === 'known' && (
            <span className="step-state">{isDone ? t('dashboard:steps.done') : t('dashboard:steps.todo')}</span>
          )}
        </h3>
        <p>{isDone ? state.doneText : props.text}</p>
        {state.kind === 'failed' && (
          <p className="step-failed" role="alert">
            {errorText(state.error, t)}{' '}
            <button type="button" onClick={state.retry}>
              {t('errors:retry')}
            </button>
          </p>
        )}
      </div>
      <div className="step-actions">
        {action && state.kind === 'known' && !isDone && (
          <button type="button" className="step-link step-link-first" onClick={action.run}>
            {action.text}
          </button>
        )}
        <Link className={isDone || action ? 'step-link' : 'step-link step-link-first'} to={link.to}>
          {link.text}
        </Link>
      </div>
    </li>
  )
}
