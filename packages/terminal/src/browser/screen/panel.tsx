import type { ComponentChildren } from 'preact'
import type { Words } from './texts.ts'

/** The panel that is shown in place of the terminal, or before it. */
export const Panel = ({ children }: { readonly children: ComponentChildren }) => (
  <section className="panel">{children}</section>
)

export const WorkPage = ({ text }: { readonly text: string }) => (
  <Panel>
    <p role="status">{text}</p>
  </Panel>
)

/** A failure without which there is no terminal; the person can only read it and try again. */
export const FaultPage = ({ text, words }: { readonly text: string; readonly words: Words }) => (
  <Panel>
    <h1>{words.title}</h1>
    <p role="alert">{text}</p>
    <button onClick={() => location.reload()}>{words.again}</button>
  </Panel>
)
