/** A field of a CSV file: quoted, and what a spreadsheet would take for a formula made into text. */
function field(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const harmless = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

export const csvLine = (values: readonly (string | number | null)[]) => `${values.map(field).join(',')}\r\n`
