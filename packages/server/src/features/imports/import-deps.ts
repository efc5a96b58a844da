import type { FaceGallery } from '../../people/face-gallery.ts'

/** What imports need beside `ctx`: the faces known already, and how many people the licence allows. */
export type ImportDeps = { gallery: FaceGallery; personLimit: () => number | null }
