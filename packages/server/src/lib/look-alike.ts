/**
 * Letters of other alphabets that look like Latin ones, by the Latin letter (UTS 39); lower case, since names are
 * compared in it.
 */
const drawnAs: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьв',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еєε',
  g: 'ɡ',
  h: 'һн',
  i: 'іıιɩ',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏ',
  m: 'мμ',
  n: 'пηո',
  o: 'оοօ',
  p: 'рρ',
  q: 'ԛ',
  r: 'г',
  s: 'ѕ',
  t: 'тτ',
  u: 'υս',
  v: 'νѵ',
  w: 'ԝшω',
  x: 'хχ',
  y: 'уγү',
  z: 'ζ',
}
const latinOf = new Map(Object.entries(drawnAs).flatMap(([latin, others]) => [...others].map((one) => [one, latin])))

/**
 * One text for all account names that a reader may confuse: without differences of width, case, invisible signs and
 * foreign alphabets.
 */
export const looksOf = (name: string): string =>
  [
    ...name
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/\u0307|\p{Cf}/gu, ''),
  ]
    .map((letter) => latinOf.get(letter) ?? letter)
    .join('')
