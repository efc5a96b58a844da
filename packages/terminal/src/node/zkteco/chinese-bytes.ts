const decoder = new TextDecoder('gbk')

/** A text in the encoding of terminals that are set to Chinese; each character is looked for among all pairs. */
export function toChineseBytes(text: string): Buffer {
  return Buffer.concat(
    [...text].map((character) => (character.charCodeAt(0) < 128 ? Buffer.from(character) : pairOf(character))),
  )
}

function pairOf(character: string): Buffer {
  const pair = Buffer.alloc(2)
  for (let code = 0x8140; code <= 0xfefe; code++) {
    pair.writeUInt16BE(code)
    if (decoder.decode(pair) === character) return pair
  }
  return Buffer.from('?')
}
