import { passageSteps, stepOfReason } from '@gatehouse/contract/device/passage-steps.ts'
import { knownReasonCode, type PassageReason } from '@gatehouse/contract/device/passage-words.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import './passage-reasons.css'
import { detailsOf, type Names } from './reason-details.ts'
import { abnormalText, reasonText } from './record-words.ts'

type Props = {
  reasons: readonly PassageReason[]
  names: Names
  opens: boolean
  /** The word of the device for what was unusual: all that some makes tell. */
  abnormal: string
}

/** The chain of reasons of a decision, numbered in the order in which the rules were asked; the one that decided is filled. */
export function PassageReasons({ reasons, names, opens, abnormal }: Props) {
  const t = useText()
  if (reasons.length === 0) return <p>{onlyReason(abnormal, opens, t)}</p>
  const judged = serverOpens(reasons[0], opens)
  const isOverruled = judged !== opens
  const decidedFrom = firstDecided(reasons, judged)
  const notAsked = stepsAfter(reasons.at(-1), judged).map((step) => t(`shared:reasonStep.${step}`))
  return (
    <ol className="passage-reasons">
      {reasons.map((reason, index) => {
        const details = detailsOf(reason, names, t)
        // The terminal decided by itself; the reasons after that are those of the server.
        const isOfTerminal = isOverruled && index === 0
        const outcome = index < decidedFrom && !isOfTerminal ? 'passed' : 'decided'
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the chain never changes, and a rule may speak twice
          <li key={index} data-outcome={outcome} data-opens={isOfTerminal ? opens : judged}>
            <span className="for-readers">{t(`shared:reasonOutcome.${outcome}`)}: </span>
            {reasonText(reason.code, t)}
            {details && (
              <small>
                <Dated>{details}</Dated>
              </small>
            )}
          </li>
        )
      })}
      {notAsked.length > 0 && (
        <li data-outcome="not-asked">{t('shared:reasonNotAsked', { names: notAsked.join(t('list:comma')) })}</li>
      )}
    </ol>
  )
}

/** One sentence where a device tells no chain of reasons. */
function onlyReason(abnormal: string, opens: boolean, t: Text): string {
  if (abnormal === 'none') return t('shared:reasonNone')
  if (abnormal === 'stranger' && !opens) return t('shared:reasonStranger')
  return t('shared:reasonOnly', { why: abnormalText(abnormal, t) })
}

/** Whether the server would have opened: where the terminal decided otherwise, its first reason says so. */
function serverOpens(first: PassageReason | undefined, opens: boolean): boolean {
  if (first?.code === 'server-refuses') return false
  return first?.code === 'server-opens' || opens
}

const stepOf = (reason: PassageReason | undefined) => {
  const known = knownReasonCode.safeParse(reason?.code)
  return known.success ? stepOfReason[known.data] : undefined
}

/** The last reason decided; where no group let the person pass, each of them did. */
function firstDecided(reasons: readonly PassageReason[], opens: boolean): number {
  const last = reasons.length - 1
  if (opens || stepOf(reasons[last]) !== 'groups') return last
  const before = reasons.findLastIndex((reason) => stepOf(reason) !== 'groups')
  return before + 1
}

/** The rules that nobody asked afterwards; those of the door are asked last, and may not be set where it opens. */
function stepsAfter(last: PassageReason | undefined, opens: boolean) {
  const step = stepOf(last)
  if (step === undefined || (opens && (step === 'groups' || step === 'recognition'))) return []
  return passageSteps.slice(passageSteps.indexOf(step) + 1)
}
