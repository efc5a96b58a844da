import type { RefObject } from 'preact'
import { PinPad, type PinPadProps } from './pin-pad.tsx'
import { attentionText, doorText, hintText, linkText, occupancyText, requestText } from './screen-texts.ts'
import type { ShownSighting, TerminalView } from './terminal-view.ts'
import type { Words } from './texts.ts'

export type TerminalPageProps = Pick<PinPadProps, 'onKey' | 'onEnter'> & {
  readonly view: TerminalView
  readonly words: Words
  readonly video: RefObject<HTMLVideoElement | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
  onPairAgain(this: void): void
}

/** The picture of the camera, with the texts of the terminal around it. */
export function TerminalPage({ view, words, video, canvas, onKey, onEnter, onPairAgain }: TerminalPageProps) {
  const { request, pin, isLit, brightness } = view
  return (
    <>
      <video className="camera" ref={video} muted playsInline />
      <canvas className="faces" ref={canvas} />
      <Bar view={view} words={words} onPairAgain={onPairAgain} />
      <div className="below">
        <section className="sightings" role="status">
          {view.sightings.map((sighting) => (
            <Sighting key={sighting.id} {...sighting} />
          ))}
        </section>
        <DoorLine view={view} words={words} />
        <Hint view={view} words={words} />
      </div>
      {request?.factor === 'pin' && (
        <PinPad
          title={[requestText(request, words), request.who].filter(Boolean).join(' · ')}
          pin={pin}
          words={words}
          onKey={onKey}
          onEnter={onEnter}
        />
      )}
      <div className="shade" aria-hidden="true" style={{ opacity: isLit ? 0 : 1 - brightness }} />
      {view.isAsleep && <div className="dark">{words.asleep}</div>}
    </>
  )
}

type PartProps = {
  readonly view: TerminalView
  readonly words: Words
}

function Bar({ view, words, onPairAgain }: PartProps & Pick<TerminalPageProps, 'onPairAgain'>) {
  const { isOnline, areCredentialsRejected: isUnknown } = view
  const attention = attentionText(view, words)
  return (
    <header className="bar">
      <strong>{view.name}</strong>
      {!isUnknown && <span className={isOnline ? 'link online' : 'link'}>{linkText(view, words)}</span>}
      {view.occupancy && (
        <span className={view.occupancy.count >= view.occupancy.max ? 'count full' : 'count'}>
          {occupancyText(view, words)}
        </span>
      )}
      {attention !== '' && <span className="attention">{attention}</span>}
      {isUnknown && (
        <button className="quiet" onClick={onPairAgain}>
          {words.pairAgain}
        </button>
      )}
    </header>
  )
}

function DoorLine({ view, words }: PartProps) {
  const { doorMode, isDoorOpen, sightings } = view
  const isRefusing = sightings.some(({ opened }) => !opened)
  const text = doorText({ doorMode, isOpen: isDoorOpen, isRefusing }, words)
  return text === '' ? null : <p className={doorMode === 'held-closed' ? 'door closed' : 'door'}>{text}</p>
}

function Hint({ view, words }: PartProps) {
  const asks = !view.isBlind && (view.challenge !== null || view.request !== null)
  const looks = view.isBlind ? ' attention' : asks ? ' asks' : ''
  return <p className={`hint${looks}`}>{hintText(view, words)}</p>
}

const Sighting = ({ opened, heading, line }: ShownSighting) => (
  <article className={opened ? 'sighting passes' : 'sighting stays'}>
    <span className="mark" aria-hidden="true">
      {opened ? '✓' : '✕'}
    </span>
    <h2>{heading}</h2>
    <p>{line}</p>
  </article>
)
