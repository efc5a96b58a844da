/** The value of `accept` of a file field for photographs: some systems know HEIC only by the end of its name. */
export const acceptedPictures = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.heic,.heif'

/** Whether a file that was dropped is offered as a picture: browsers that do not read HEIC give it no type. */
export const isPictureFile = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type.startsWith('image/') || /\.hei[cf]$/i.test(name)
