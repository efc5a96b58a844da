import { boot } from './boot.ts'
import { createScreen } from './screen/screen.ts'
import { browserLanguage, speechOf } from './screen/texts.ts'

const element = document.querySelector<HTMLElement>('#screen')
if (element) {
  const screen = createScreen(element, speechOf(browserLanguage()))
  boot(screen).catch((error: unknown) => screen.showFault(error instanceof Error ? error.message : String(error)))
}
