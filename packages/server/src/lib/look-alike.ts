/** Letters of other alphabets that are drawn as Latin ones, by the Latin letter (UTS 39); lower case, since names are compared so. */
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

/** One text for all account names that a reader may take for one another: wide letters, case, signs that nobody sees and foreign alphabets aside. */
export const looksOf = (name: string): string =>
  [
    ...name
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/\u0307|\p{Cf}/gu, ''),
  ]
    .map((letter) => latinOf.get(letter) ?? letter)
    .join('')
