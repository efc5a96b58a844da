/** A person does not type so fast. */
const betweenKeysMs = 60
const shortest = 4

/** Readers for cards and codes that are a keyboard to the system: many keys in no time, and Enter. */
export function listenToReader(onRead: (text: string) => void): void {
  let text = ''
  let lastAtMs = 0
  document.addEventListener('keydown', ({ key, timeStamp, repeat }) => {
    if (repeat) return // something lies on the keys
    if (timeStamp - lastAtMs > betweenKeysMs) text = ''
    lastAtMs = timeStamp
    if (key.length === 1) text += key
    if (key !== 'Enter') return
    if (text.length >= shortest) onRead(text)
    text = ''
  })
}
