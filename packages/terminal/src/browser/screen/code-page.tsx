import type { RefObject } from 'preact'
import { Panel } from './panel.tsx'
import type { Words } from './texts.ts'

export type CodeView = {
  /** The reason why the code before was refused, or that there is no camera to scan one. */
  readonly problem: string | null
  readonly isScanning: boolean
  readonly isPairing: boolean
}

export type CodePageProps = {
  readonly view: CodeView
  readonly words: Words
  /** A code from the address. */
  readonly given: string
  readonly video: RefObject<HTMLVideoElement | null>
  onScan(this: void): void
  onCode(this: void, code: string): void
}

const fieldId = 'code'

/** Asks for the pairing code that the console shows: typed, or held before the camera as a QR code. */
export function CodePage({ view, words, given, video, onScan, onCode }: CodePageProps) {
  const { problem, isScanning, isPairing } = view
  return (
    <Panel>
      <h1>{words.pairTitle}</h1>
      <p>{words.pairText}</p>
      <video className="camera" ref={video} muted playsInline hidden={!isScanning} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onCode(codeIn(event.currentTarget))
        }}
      >
        <label htmlFor={fieldId}>{words.code}</label>
        <input
          ref={focus}
          id={fieldId}
          name={fieldId}
          defaultValue={given}
          maxLength={6}
          required
          pattern="[A-Za-z0-9]{6}"
          autoComplete="off"
          autoCapitalize="characters"
          spellcheck={false}
        />
        <p className="problem" role="alert" hidden={problem === null}>
          {problem}
        </p>
        <div className="buttons">
          <button type="submit" disabled={isPairing}>
            {isPairing ? words.pairing : words.pair}
          </button>
          <button type="button" className="quiet" onClick={onScan}>
            {isScanning ? words.stopScan : words.scan}
          </button>
        </div>
      </form>
      <p className="limits">{words.limits}</p>
    </Panel>
  )
}

/** Called once, when the field appears: the function is the same each time that the page is drawn. */
const focus = (field: HTMLInputElement | null): void => field?.focus()

const codeIn = (form: HTMLFormElement): string => {
  const code = new FormData(form).get(fieldId)
  return typeof code === 'string' ? code.trim().toUpperCase() : ''
}
