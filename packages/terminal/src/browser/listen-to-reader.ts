/** A person does not type this fast. */
const betweenKeysMs = 60
const shortest = 4

/** Listens to readers for cards and codes that act as a keyboard: many keys in no time, and Enter. */
export function listenToReader(onRead: (text: string) => void): void {
  let text = ''
  let lastAtMs = 0
  document.addEventListener('keydown', ({ key, timeStamp, repeat }) => {
    if (repeat) return // an object lies on the keys
    if (timeStamp - lastAtMs > betweenKeysMs) text = ''
    lastAtMs = timeStamp
    if (key.length === 1) text += key
    if (key !== 'Enter') return
    if (text.length >= shortest) onRead(text)
    text = ''
  })
}
