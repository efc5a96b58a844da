/** Whether a new alarm is heard in this browser; off until somebody wants it. */
const storageKey = 'alarmSound'
const listeners = new Set<() => void>()

export const hasAlarmSound = () => localStorage.getItem(storageKey) === '1'

export function setAlarmSound(isOn: boolean) {
  if (isOn) localStorage.setItem(storageKey, '1')
  else localStorage.removeItem(storageKey)
  if (isOn) playAlarmSound()
  for (const listener of listeners) listener()
}

export function onAlarmSound(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Two short tones, made here: no file to fetch. A browser that nobody has clicked in yet stays silent. */
export function playAlarmSound() {
  const audio = new AudioContext()
  const gain = audio.createGain()
  gain.gain.value = 0.15
  gain.connect(audio.destination)
  for (const [start, frequency] of [
    [0, 880],
    [0.22, 660],
  ] as const) {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(audio.currentTime + start)
    tone.stop(audio.currentTime + start + 0.18)
  }
  setTimeout(() => void audio.close(), 1_000)
}
