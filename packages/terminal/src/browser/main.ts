import { boot } from './boot.ts'
import { askWorker } from './face/face-link.ts'
import { createScreen } from './screen/screen.tsx'
import { browserLanguage, speechOf } from './screen/texts.ts'

const element = document.querySelector<HTMLElement>('#screen')
if (element) {
  const screen = createScreen(element, speechOf(browserLanguage()), (picture) => askWorker({ kind: 'read', picture }))
  boot(screen).catch((error: unknown) => screen.showFault(error instanceof Error ? error.message : String(error)))
}
