/** A message above a form: a failure (an alert, announced at once) or a success (announced politely). */
export function Notice({ kind, title, text }: { kind: 'error' | 'success'; title?: string; text: string }) {
  return (
    <div className="notice" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <path
          d={
            kind === 'error'
              ? 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM10 6v5M10 14h.01'
              : 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM6.5 10.2l2.5 2.5 4.5-5'
          }
        />
      </svg>
      <div>
        {title && <strong>{title}</strong>}
        <p>{text}</p>
      </div>
    </div>
  )
}
