/** Says it aloud, in the place of what is being said: who stands there now is greeted now. */
export function speak(text: string, language: string): void {
  if (!('speechSynthesis' in globalThis)) return
  speechSynthesis.cancel()
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.lang = language
  speechSynthesis.speak(utterance)
}
