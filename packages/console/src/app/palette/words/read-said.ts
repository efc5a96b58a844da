import { allWords } from './all-words.ts'
import { gapOf, oneOf, regexOf } from './pattern.ts'
import { type Moment, momentIn } from './read-moment.ts'
import { type Verb, verbs, type SpokenWords } from './spoken-words.ts'
import type { Wall } from './wall.ts'

/** An action that a text may ask for. The `what` of a question has person and door in it. */
export type Said = {
  verb: Verb
  what: string
  moment: Moment | null
  /** The name of the host of a visitor. */
  host: string
  /** The door of a question, where a word says so. */
  where: string
  /** A question about strangers, or about refusals alone. */
  about?: Question['about']
}

/** Actions whose object is a person or a moment belongs to. */
const withMoment: ReadonlySet<Verb> = new Set(['suspend', 'visitor'])

type Found = { verb: Verb; what: string; length: number; isWhole: boolean }

/** The actions that a text may ask for, the most likely first. */
export function readSaid(text: string, now: Wall): Said[] {
  const trimmed = text.trim()
  const found = phrasesIn(trimmed)
  if (found.length > 0) return found.map((one) => completed(one, now, null))
  // 明天访客张三: the day comes first
  const dated = momentIn(trimmed, { now, direction: 'ahead', place: 'start' })
  if (!dated) return []
  return phrasesIn(dated.rest)
    .filter(({ verb }) => withMoment.has(verb))
    .map((one) => completed(one, now, dated.moment))
}

function phrasesIn(text: string): Found[] {
  const all = allPhrases().flatMap(({ verb, length, isWhole, pattern }): Found[] => {
    const match = pattern.exec(text)
    return match ? [{ verb, what: plain(match.groups?.['what']), length, isWhole }] : []
  })
  const whole = all.filter(({ isWhole }) => isWhole)
  const found = (whole.length > 0 ? whole : all).toSorted((a, b) => b.length - a.length)
  const seen = new Set<string>()
  return found.filter(({ verb, what }) => {
    const key = `${verb} ${what}`
    return !seen.has(key) && seen.add(key)
  })
}

type Phrase = Omit<Found, 'what'> & { pattern: RegExp }
let known: readonly Phrase[] | undefined
const allPhrases = (): readonly Phrase[] =>
  (known ??= allWords.flatMap((words) =>
    verbs.flatMap((verb) => words.verbs[verb].flatMap((phrase) => patternsOf(verb, phrase, words))),
  ))

/** `hold … open` is also found while its end is still to be typed. */
function patternsOf(verb: Verb, phrase: string, words: SpokenWords): Phrase[] {
  const gap = gapOf(words)
  const [before = '', after = ''] = phrase.split('…').map((part) => part.trim())
  const start = before === '' ? '' : oneOf([before])
  const whole = (pattern: string) => ({
    verb,
    length: before.length + after.length,
    isWhole: true,
    pattern: new RegExp(`^${pattern}$`, 'isu'),
  })
  if (after === '') return [whole(`${start}(?:${gap}(?<what>.*))?`)]
  const complete = whole(`${start}${start && gap}(?<what>.+?)${gap}${oneOf([after])}[?？]?`)
  if (start === '') return [complete]
  const begun = new RegExp(`^${start}${gap}(?<what>.+)$`, 'isu')
  return [complete, { verb, length: before.length, isWhole: false, pattern: begun }]
}

function completed({ verb, what }: Found, now: Wall, moment: Moment | null): Said {
  if (verb === 'why') return { verb, host: '', ...questionIn(what, now) }
  if (!withMoment.has(verb)) return { verb, what, moment: null, host: '', where: '' }
  const ahead = (text: string) => momentIn(text, { now, direction: 'ahead', place: 'end' })
  const first = moment ? null : ahead(what)
  const { who, host } = verb === 'visitor' ? hostIn(first?.rest ?? what) : { who: first?.rest ?? what, host: '' }
  const second = moment || first ? null : ahead(who)
  return { verb, what: second?.rest ?? who, moment: moment ?? first?.moment ?? second?.moment ?? null, host, where: '' }
}

function hostIn(text: string): { who: string; host: string } {
  for (const words of allWords) {
    const gap = gapOf(words)
    const match = regexOf(
      `^(?<who>.+?)${words.isSpaced ? gap : String.raw`[\s,，]*`}${oneOf(words.host)}${words.isSpaced ? gap : String.raw`[\s:：是]*`}(?<host>.+)$`,
      'iu',
    ).exec(text)
    if (match?.groups) return { who: match.groups['who']?.trim() ?? '', host: match.groups['host']?.trim() ?? '' }
  }
  return { who: text, host: '' }
}

/** `about`: what the words of a question say besides names. */
export type Question = {
  what: string
  where: string
  moment: Moment | null
  about: { strangers: boolean; refusals: boolean }
}

/** Person, door and time of a question such as "was quinn refused at main entrance yesterday". */
export function questionIn(text: string, now: Wall): Question {
  const dated = momentIn(text, { now, direction: 'back', place: 'anywhere' })
  let left = ` ${dated?.rest ?? text} `.replaceAll(/[?？]/g, ' ')
  const without = (said: readonly string[], { isSpaced }: SpokenWords) => {
    const pattern = isSpaced ? String.raw`(?<=\s)${oneOf(said)}(?=\s)` : oneOf(said)
    const rest = left.replaceAll(regexOf(pattern, 'giu'), ' ')
    const isSaid = rest !== left
    left = rest
    return isSaid
  }
  const about = {
    refusals: allWords.map((words) => without(words.refused, words)).some(Boolean),
    strangers: allWords.map((words) => without(words.strangers, words)).some(Boolean),
  }
  for (const words of allWords) without(words.filler, words)
  for (const words of allWords) {
    const at = words.isSpaced ? String.raw`\s${oneOf(words.at)}\s` : oneOf(words.at)
    const match = regexOf(`^(?<who>.*?)${at}(?<where>.+)$`, 'iu').exec(left)
    if (match?.groups)
      return {
        what: plain(match.groups['who']),
        where: plain(match.groups['where']),
        moment: dated?.moment ?? null,
        about,
      }
  }
  return { what: plain(left), where: '', moment: dated?.moment ?? null, about }
}

const plain = (text = '') => text.replaceAll(/\s+/g, ' ').trim()
