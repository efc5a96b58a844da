/** The texts that are being spoken or wait for their turn. */
const utterances = new Set<SpeechSynthesisUtterance>()
const maxUtterances = 3

/**
 * Speaks the text after the one of the person before; in a crowd it skips to the person who stands there now. `volume`:
 * 0..1.
 */
export function speak(text: string, language: string, volume: number): void {
  if (!('speechSynthesis' in globalThis)) return
  if (utterances.size >= maxUtterances) {
    utterances.clear()
    speechSynthesis.cancel()
  }
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.lang = language
  utterance.volume = volume
  for (const end of ['end', 'error'] as const) utterance.addEventListener(end, () => utterances.delete(utterance))
  utterances.add(utterance)
  speechSynthesis.speak(utterance)
}
