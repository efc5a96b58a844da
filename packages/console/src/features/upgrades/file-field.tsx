import './upgrades.css'

/** One file, by the browser's own field: it says by itself which one is chosen, also to screen readers. */
export function FileField(props: {
  label: string
  hint?: string
  accept?: string
  onFile: (file: File | undefined) => void
}) {
  return (
    <label>
      <span>{props.label}</span>
      <input type="file" accept={props.accept} onChange={({ target }) => props.onFile(target.files?.[0])} />
      {props.hint && <small>{props.hint}</small>}
    </label>
  )
}
