/** Cosine from which two faces count as the same person, by model pack; measured with the pack that the core installs itself. */
const thresholds: Record<string, number> = { faceres: 0.72 };

/** The threshold of a model (`<pack>@<version>`), or null for one that we have no measurement of: it only ranks. */
export const faceThresholdOf = (modelId: string): number | null => thresholds[modelId.split('@')[0] ?? ''] ?? null;
