/** A file that was moved after it was chosen: a browser still knows its name, and cannot read it. */
export function unreadableFile(name: string): File {
  const file = new File(['face'], name, { type: 'image/jpeg' })
  const cannotBeRead = () => Promise.reject(new DOMException('The file could not be found', 'NotFoundError'))
  return Object.assign(file, { arrayBuffer: cannotBeRead, slice: () => unreadableFile(name) })
}
