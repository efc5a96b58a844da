/** The five networks of the engine and what each is for. */
export type ModelName = 'detect' | 'landmark' | 'feature' | 'liveness' | 'eye'

export const modelPackage = { name: 'faceplugin-face-recognition-js', version: '0.0.1' } as const

export interface ModelFile {
  readonly file: string
  /** SHA-256 as published. */
  readonly publishedSha256: string
  /** SHA-256 once weights too small to matter are zero and the feature map is an output. */
  readonly sha256: string
}

export const modelFiles: Readonly<Record<ModelName, ModelFile>> = {
  detect: {
    file: 'fr_detect.onnx',
    publishedSha256: '6c0256ccd3164f844736a401faf936ec2930764a87ae39442180887d0c5c8854',
    sha256: '6c0256ccd3164f844736a401faf936ec2930764a87ae39442180887d0c5c8854',
  },
  landmark: {
    file: 'fr_landmark.onnx',
    publishedSha256: 'f10b0ba1d2a8a099adefede1ebf3733e44fe370715e7303dbeb7f59c02142258',
    sha256: '9ab4828f8c7d51228e8de8931efb25ee716d63b84fadc6f0c042cac5c86b12d5',
  },
  feature: {
    file: 'fr_feature.onnx',
    publishedSha256: '87aacdfe57510db2af90c0251df680e8eec88f122ee94712121d09bcaaaf3581',
    sha256: '1e06f71842dff4083db67731379c1f171d4d0cb5f6552e94f90fa5cb731ec15d',
  },
  liveness: {
    file: 'fr_liveness.onnx',
    publishedSha256: 'afa783b7e902fdfcf323a7240cac2a1c580c25314ea4161129dc1b0d100dc32d',
    sha256: 'afa783b7e902fdfcf323a7240cac2a1c580c25314ea4161129dc1b0d100dc32d',
  },
  eye: {
    file: 'fr_eye.onnx',
    publishedSha256: '1afcea006abc1ccac3c517022abde0aa092bed74ff3c9fe6878483ef9e6e38de',
    sha256: '1afcea006abc1ccac3c517022abde0aa092bed74ff3c9fe6878483ef9e6e38de',
  },
}

export const modelNames = ['detect', 'landmark', 'feature', 'liveness', 'eye'] as const satisfies ModelName[]

/**
 * Names the recogniser that made an embedding: store it beside each one and never compare across ids. It is the
 * beginning of the patched recogniser's SHA-256, so that another file cannot pass for this one.
 */
export const faceModelId = modelFiles.feature.sha256.slice(0, 12)

/** The networks' files, in memory. */
export type FaceModels = Readonly<Record<ModelName, Uint8Array>>
