/** Saves a file on the computer of the person at the browser. Nothing else in the console saves files. */
export function saveFile(content: Blob, name: string) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Browsers begin to read after the click; a minute is long enough for the slowest.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
