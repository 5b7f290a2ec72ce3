/** What a recorder needs from a sequence parameter set. */
export interface SpsInfo {
  /** Cropped picture size in pixels. */
  width: number;
  height: number;
  codecString: string;
  /** From VUI timing; null when it does not say. */
  fps: number | null;
  /** How many pictures may be held back for reordering; null when the set does not say. */
  maxReorder: number | null;
  chromaFormat: number;
  bitDepthLuma: number;
  bitDepthChroma: number;
}
