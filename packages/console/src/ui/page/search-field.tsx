import './search-field.css'

/** Narrows what stands below it as somebody types: the browser's own field, which a list loads without a library of forms. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (text: string) => void
}) {
  return (
    <input
      type="search"
      className="search-field"
      autoComplete="off"
      maxLength={100}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
