/** Cosine from which two faces count as the same person, by model pack; measured with the packs that a core installs itself. */
const thresholds = { faceres: 0.72 } as const;

/** The threshold of a pack that comes with the product. */
export const builtInFaceThreshold = (packId: keyof typeof thresholds): number => thresholds[packId];

/** The threshold of a model (`<pack>@<version>`), or null for one that we have no measurement of: it only ranks. */
export const faceThresholdOf = (modelId: string): number | null =>
  (thresholds as Record<string, number>)[modelId.split('@')[0] ?? ''] ?? null;
