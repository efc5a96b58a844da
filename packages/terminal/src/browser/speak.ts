/** What is being said and what waits for it. */
const said = new Set<SpeechSynthesisUtterance>()
const maxSaid = 3

/** Says it aloud, after whoever came a moment before; where a crowd comes, who stands there now is greeted now. `volume`: 0..1. */
export function speak(text: string, language: string, volume: number): void {
  if (!('speechSynthesis' in globalThis)) return
  if (said.size >= maxSaid) {
    said.clear()
    speechSynthesis.cancel()
  }
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.lang = language
  utterance.volume = volume
  for (const end of ['end', 'error'] as const) utterance.addEventListener(end, () => said.delete(utterance))
  said.add(utterance)
  speechSynthesis.speak(utterance)
}
