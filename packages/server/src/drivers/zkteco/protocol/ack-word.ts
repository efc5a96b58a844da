/** The words that commands begin with, and their answers name. */
const known =
  /^(?:DATA|SET|GET|RELOAD|CONTROL|AC_UNLOCK|AC_UNALARM|REBOOT|CHECK|INFO|LOG|CLEAR|ENROLL|UPGRADE|VERIFY|SHELL|GETFILE|PUTFILE)(?![A-Z])/

const door = ['CONTROL', 'AC_UNLOCK']

/** The words by what a command is about; of everything else it is `DATA`. */
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  options: ['GET'],
  settings: ['SET', 'RELOAD'],
  time: ['SET', 'RELOAD'],
  'read-again': ['CHECK'],
  'open-once': door,
  'hold-open': door,
  normal: door,
  restart: ['CONTROL', 'REBOOT'],
  upgrade: ['UPGRADE'],
  'release-alarm': ['CONTROL', 'AC_UNALARM'],
  unbind: ['DATA', 'CLEAR'],
}

/**
 * Whether an answer may be the one to a command about this. Terminals name it in their own ways, or not at all; one that names another
 * command answers that: one of an earlier set-up, or of another machine.
 */
export function isAnswerTo(what: string, word: string | undefined): boolean {
  const named = known.exec((word ?? '').trim().toUpperCase())?.[0]
  return named === undefined || (wordsOf[what] ?? ['DATA']).includes(named)
}
